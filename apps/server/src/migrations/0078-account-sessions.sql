-- Where a customer of the embedded provider is signed in, as far as the customer is shown it: neither a network nor more of the
-- device than its kind. Beside oidc_payloads, whose row has the session itself and ends with it.
create table account_sessions (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- The `sid` of its tokens.
  session_uid text not null unique,
  browser text,
  system text,
  device text check (device in ('phone', 'tablet', 'computer')),
  last_used_at timestamptz not null
);
create index account_sessions_account on account_sessions (account_id);
