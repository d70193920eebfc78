-- What happened to accounts of the embedded provider, as their owners read it for twelve months: when, and with which kind of
-- device; neither a network nor a place.
create table account_events (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null,
  happened_at timestamptz not null,
  browser text,
  system text,
  device text check (device in ('phone', 'tablet', 'computer')),
  -- What a stranger can repeat is one row a day: how often it happened, and when it did last. Else null.
  day date,
  times integer not null default 1
);
create index account_events_account on account_events (account_id, happened_at, id);
create unique index account_events_day on account_events (account_id, kind, day) where day is not null;
create index account_events_happened_at on account_events (happened_at);
