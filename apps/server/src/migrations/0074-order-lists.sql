-- Files in which business customers order: what became of each, once for each time that it was sent.
create table order_lists (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  sha256 bytea not null,
  state text not null check (state in ('taken', 'rejected')),
  received_at timestamptz not null,
  -- When it left the folder; until then it may come before a worker again.
  moved_at timestamptz,
  -- [{line, reference, orderCode}]
  orders jsonb not null default '[]',
  -- [{line, reference, message}]
  faults jsonb not null default '[]',
  primary key (user_id, id)
);
create unique index order_lists_on_their_way on order_lists (user_id, name, sha256) where moved_at is null;
