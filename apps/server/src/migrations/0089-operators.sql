-- Who works for the retailer and signs in at /operator. Apart from customers: neither an account nor a customer is ever one, whatever
-- their addresses are.
create table operators (
  id uuid primary key,
  email text not null,
  name text not null,
  locale text not null,
  created_at timestamptz not null,
  -- Null until the link of an invitation was followed.
  password_hash text,
  -- What the codes are made of, wrapped; null until it was set up, and nobody gets further before.
  factor_secret text,
  factor_added_at timestamptz,
  -- The step of 30 seconds whose code was used last: no code works twice, nor an earlier one after it.
  factor_last_step bigint
);
create unique index operators_email on operators (lower(email));

-- Sessions by the SHA-256 of their token, which a cookie has. Before the second step a row opens nothing but the page of that step.
create table operator_sessions (
  id uuid primary key,
  operator_id uuid not null references operators (id) on delete cascade,
  token_hash bytea not null unique,
  is_complete boolean not null,
  -- What is being set up, wrapped; it becomes the operator's with the first right code.
  new_factor_secret text,
  browser text,
  system text,
  device text check (device in ('phone', 'tablet', 'computer')),
  started_at timestamptz not null,
  last_used_at timestamptz not null
);
create index operator_sessions_operator on operator_sessions (operator_id);

-- Who decided on an entry: an operator by name and address, or who called the command.
alter table gallery_entries add column decided_by text;
