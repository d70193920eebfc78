-- What we say to shops and production: one row for each receiver, sent until it is taken. Rows stay, as a record.
create table outgoing_events (
  -- Nil for what is about no customer of ours.
  user_id uuid not null,
  -- The same on every try, so that a receiver takes it once.
  id uuid not null,
  -- Which of the operator's webhooks it goes to.
  service text not null,
  type text not null,
  -- As it is signed and sent.
  body text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null,
  -- Of the next try, while it waits.
  next_at timestamptz not null,
  tried_at timestamptz,
  -- What the last try got: a status, or why there was none.
  answer text,
  primary key (user_id, id)
);
create index outgoing_events_unsent on outgoing_events (user_id) where state <> 'sent';
