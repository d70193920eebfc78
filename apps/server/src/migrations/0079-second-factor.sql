-- What a customer of the embedded provider signs in with besides the password: codes of an app (TOTP).
create table second_factors (
  account_id uuid primary key references accounts (id) on delete cascade,
  -- What the codes are made of, wrapped.
  secret text not null,
  added_at timestamptz not null,
  -- The step of 30 seconds whose code was used last: no code works twice, nor an earlier one after it.
  last_step bigint not null
);

-- For who has lost the app; each row is a code that was not used yet.
create table recovery_codes (
  account_id uuid not null references second_factors (account_id) on delete cascade,
  digest bytea not null,
  primary key (account_id, digest)
);

-- Begun and not confirmed yet: an account has one at most, of the session that began it.
create table second_factor_enrolments (
  account_id uuid primary key references accounts (id) on delete cascade,
  session_uid text not null,
  secret text not null,
  begun_at timestamptz not null
);
