-- Files on their way in. A row outlives its photo's saving by a week, so that repeated calls get the same answer.
create table uploads (
  user_id uuid not null,
  id uuid not null,
  file_name text not null,
  bytes bigint not null check (bytes >= 0),
  received bigint not null default 0 check (received between 0 and bytes),
  -- Keys of the objects that hold the received bytes, in order: one, unless the connection was cut.
  pieces text[] not null default '{}',
  -- Every key ever given out for this upload and not owned by a photo. Closing an upload leaves here what to remove.
  issued_keys text[] not null default '{}',
  -- What is known of the whole file once it arrived in one piece: hashes, format, date taken.
  contents jsonb,
  state text not null default 'open' check (state in ('open', 'saved', 'refused', 'expired', 'terminated')),
  photo_id uuid,
  is_duplicate boolean not null default false,
  -- Who may write now: a lease that its holder renews. Every write names the token, so a late holder changes nothing.
  lock_token uuid,
  lock_until timestamptz,
  is_lock_wanted boolean not null default false,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  closed_at timestamptz,
  primary key (user_id, id),
  check ((state = 'open') = (closed_at is null)),
  check ((state = 'saved') = (photo_id is not null))
);
create index uploads_open on uploads (user_id) where state = 'open';
