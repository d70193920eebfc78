-- Widgets that customers offer for the public gallery of a channel.
create table gallery_entries (
  -- Names the entry in its public address.
  id uuid primary key,
  channel text not null,
  widget_id uuid not null,
  customer_id uuid not null,
  product_code text not null,
  category text not null,
  title text not null,
  text text not null,
  state text not null check (state in ('offered', 'shown', 'taken-down')),
  reason text,
  offered_at timestamptz not null,
  decided_at timestamptz
);
create unique index gallery_entries_widget on gallery_entries (widget_id, channel);
create index gallery_entries_customer on gallery_entries (customer_id);
create index gallery_entries_listed on gallery_entries (channel, category, state, decided_at desc, id);

-- What visitors report of entries; nobody says who they are.
create table gallery_reports (
  id uuid primary key,
  entry_id uuid not null references gallery_entries (id) on delete cascade,
  kind text not null,
  note text not null,
  reported_at timestamptz not null
);
create index gallery_reports_entry on gallery_reports (entry_id);
