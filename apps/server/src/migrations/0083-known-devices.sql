-- Browsers that have signed in to an account: a hash of the account and a random number that the browser keeps in a cookie of the
-- provider's host, and of the device nothing else.
create table known_devices (
  account_id uuid not null references accounts (id) on delete cascade,
  hash bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, hash)
);
create index known_devices_last_used_at on known_devices (last_used_at);
-- Since when devices of an account are known: at its first sign-in none is, which is told to nobody.
alter table accounts add column devices_known_since timestamptz;
