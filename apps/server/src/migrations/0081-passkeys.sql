-- Passkeys of accounts of the embedded provider. Looked up by credential before anybody is known: not sharded by customer, as accounts
-- are not.
create table passkeys (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  -- What the authenticator calls it, and its key as COSE; both are made anew for each passkey and tell nothing of its owner.
  credential_id bytea not null unique,
  public_key bytea not null,
  -- How often the authenticator says that it has been used; 0 for those that do not count.
  counter bigint not null,
  transports text[] not null,
  name text not null,
  -- Whether it is kept beyond its device, as far as its last use says.
  is_backed_up boolean not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id);

-- What authenticators know an account by: random, the same for all its passkeys, made with the first.
alter table accounts add column passkey_handle bytea unique;

-- Challenges that were answered, by their SHA-256, until they expire: each is answered once.
create table used_challenges (
  challenge_hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);
