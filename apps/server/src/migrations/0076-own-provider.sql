-- What a provider of the retailer's own said of itself last: its keys serve on while it is away, also after a restart.
create table identity_provider (
  issuer text primary key,
  documents jsonb not null,
  read_at timestamptz not null
);
-- What ended at that provider: a session ('session'), all of a subject until then ('subject'), its tokens until then that name no
-- session ('unnamed'), or one token ('token'). Keys are hashes.
create table ended_sessions (
  kind text not null,
  key bytea not null,
  ended_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (kind, key)
);
create index ended_sessions_expires_at on ended_sessions (expires_at);
-- Logout tokens that were used, which are good once.
create table logout_tokens (
  id bytea primary key,
  expires_at timestamptz not null
);
create index logout_tokens_expires_at on logout_tokens (expires_at);
-- Subjects of that provider who were known here before under another id.
create table customer_subjects (
  subject_id uuid primary key,
  customer_id uuid not null,
  linked_at timestamptz not null
);
create index customer_subjects_customer_id on customer_subjects (customer_id);
alter table customers
  -- When the token was issued whose claims name and address follow.
  add column claims_at timestamptz,
  -- Imported without a subject: the first one with the same verified address is the customer's.
  add column awaits_subject boolean not null default false;
create index customers_email on customers (lower(email)) where deleted_at is null;
