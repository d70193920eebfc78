-- What happened to accounts of the embedded provider, as their owners read it for twelve months: what, on which day, and with which
-- kind of device; neither a network nor a place. What happens again on a day (UTC) with the same kind of device is counted, so that
-- nobody can fill the table: the last time stays.
create table account_events (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null,
  day date not null,
  happened_at timestamptz not null,
  times integer not null default 1,
  browser text,
  system text,
  device text check (device in ('phone', 'tablet', 'computer')),
  unique nulls not distinct (account_id, kind, day, browser, system, device)
);
create index account_events_account on account_events (account_id, happened_at, id);
create index account_events_happened_at on account_events (happened_at);
