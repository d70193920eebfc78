-- What the register of VAT ids (VIES) was asked about the VAT ids of business customers, and what it answered: proof that an id was valid then.
create table vat_checks (
  user_id uuid not null,
  id uuid not null,
  vat_id text not null,
  -- 'unchecked': the register was not asked, because it does not know the country, or none is set.
  state text not null check (state in ('pending', 'valid', 'invalid', 'unchecked')),
  asked_at timestamptz not null,
  tries integer not null default 0,
  -- When a check that is pending is tried next.
  next_at timestamptz,
  -- Why the last try brought no answer.
  failure text,
  answered_at timestamptz,
  consultation_number text,
  -- To whom the register says that the id belongs, where its country tells.
  registered_name text,
  registered_address text,
  primary key (user_id, id),
  check ((state = 'pending') = (next_at is not null))
);
create index vat_checks_latest on vat_checks (user_id, asked_at);
create index vat_checks_pending on vat_checks (next_at) where state = 'pending';
