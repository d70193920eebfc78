-- keepsake: backfill order-by-name
-- How far the filling in of rows is that existed before a migration (ADR 132). The migrating node adds those that migrations declare;
-- in a database that is created now they are done.
create table backfills (
  name text primary key,
  -- The release that declared it: nodes of earlier ones add rows without what it fills in.
  version text not null,
  -- The key of the last row of this round so far; null before its first batch.
  position text[],
  -- Whether nodes of an earlier release were connected during this round, which is repeated then.
  is_beside_earlier boolean not null default false,
  -- Rows of all rounds.
  filled bigint not null default 0,
  -- Rows of this round that could not be filled in, and the key of one of them.
  skipped integer not null default 0,
  example text,
  moved_at timestamptz not null default now(),
  done_at timestamptz
);
