-- user_id is the account id of the identity provider (the token's subject).
create table customers (
  user_id uuid primary key,
  email text not null,
  name text not null,
  channel text not null,
  identity_type text not null,
  b2b_authentication_method text,
  registered_at timestamptz not null,
  deleted_at timestamptz
);
