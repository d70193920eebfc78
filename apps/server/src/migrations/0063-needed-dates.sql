-- Until when customers need what they have begun or ordered, as they said it themselves.
create table needed_dates (
  user_id uuid not null,
  kind text not null check (kind in ('project', 'order')),
  -- Id of the project, code of the order.
  reference text not null,
  -- A day in the calendar of its channel.
  needed_on date not null,
  occasion text,
  changed_at timestamptz not null,
  -- What the customer was told last or saw when the date was set, and when a mail told it.
  told text,
  told_at timestamptz,
  primary key (user_id, kind, reference)
);
create index needed_dates_open on needed_dates (needed_on, user_id, kind, reference);
