-- Accounts of the embedded identity provider. A row exists once its e-mail address is confirmed.
-- Look-up table (e-mail to account): it is not sharded by customer.
create table accounts (
  id uuid primary key,
  email text not null,
  name text not null,
  password_hash text not null,
  identity_type text not null check (identity_type in ('consumer', 'business')),
  b2b_authentication_method text,
  channel text not null,
  locale text not null,
  created_at timestamptz not null,
  password_changed_at timestamptz not null,
  check ((identity_type = 'business') = (b2b_authentication_method is not null))
);
create unique index accounts_email on accounts (lower(email));

-- What oidc-provider keeps: sessions, interactions, grants, codes, refresh tokens. Ids are stored as SHA-256.
create table oidc_payloads (
  model text not null,
  id bytea not null,
  payload jsonb not null,
  grant_id text,
  uid text,
  account_id uuid,
  expires_at timestamptz not null,
  consumed_at timestamptz,
  primary key (model, id)
);
create index oidc_payloads_grant on oidc_payloads (grant_id) where grant_id is not null;
create index oidc_payloads_uid on oidc_payloads (uid) where uid is not null;
create index oidc_payloads_account on oidc_payloads (account_id) where account_id is not null;
create index oidc_payloads_expiry on oidc_payloads (expires_at);

-- Links sent by mail; each takes effect once. payload holds the registration that a confirmation brings to life.
create table identity_tokens (
  token_hmac bytea primary key,
  purpose text not null check (purpose in ('confirm-email', 'reset-password')),
  account_id uuid references accounts (id) on delete cascade,
  email text not null,
  payload jsonb not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index identity_tokens_email on identity_tokens (lower(email));
create index identity_tokens_account on identity_tokens (account_id);
create index identity_tokens_expiry on identity_tokens (expires_at);

-- Attempts by account, by network address and by mail recipient; subjects are stored as HMAC.
create table identity_attempts (
  subject bytea primary key,
  attempts integer not null,
  last_attempt_at timestamptz not null,
  blocked_until timestamptz
);
create index identity_attempts_last on identity_attempts (last_attempt_at);
