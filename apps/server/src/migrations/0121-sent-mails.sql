-- After a restore: what was sent since the backup, by keyed hashes of recipient and text, so that it is not sent twice (ADR 81).
create table sent_mails (
  hash text primary key,
  noted_at timestamptz not null default now(),
  -- When the same mail was withheld, which happens once.
  withheld_at timestamptz
);
