-- Where business customers are told what happens, one address each.
create table callback_endpoints (
  user_id uuid primary key,
  -- Null: none is set. The keys stay for the next one.
  url text,
  format text not null default 'json' check (format in ('json', 'xml')),
  -- Keys of the signatures with their ends, the newest first, encrypted.
  keys text not null,
  key_made_at timestamptz not null,
  key_shown_at timestamptz,
  -- Since when there were nothing but failures.
  failing_since timestamptz,
  -- Whether it kept us waiting last time: those share a lane of their own.
  is_slow boolean not null default false,
  stopped_at timestamptz,
  stopped_for text check (stopped_for in ('gone', 'failing')),
  changed_at timestamptz not null
);

-- Each try of a callback and how it was answered, as its customer looks it up.
create table callback_tries (
  user_id uuid not null,
  event_id uuid not null,
  id uuid not null,
  tried_at timestamptz not null,
  status integer,
  fault text,
  milliseconds integer not null,
  answer text,
  primary key (user_id, event_id, id)
);

-- What came at the receiver that stands in for a customer's own while somebody tries Keepsake.
create table test_receivers (
  user_id uuid primary key,
  key text not null
);
create table test_receiver_arrivals (
  user_id uuid not null,
  id uuid not null,
  callback_id text not null,
  received_at timestamptz not null,
  type text,
  content_type text not null,
  is_signature_good boolean,
  body text not null,
  primary key (user_id, id)
);
