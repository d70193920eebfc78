-- Archives of chosen photos. Only their list of contents is kept; the zip is made of it while it is sent.
create table downloads (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  -- Through which album of another's, or which shared one of the customer's own, the photos were seen.
  shared_album_id uuid,
  -- What was asked for: [{photoId, ownerId, name}].
  photos jsonb not null,
  status text not null default 'started' check (status in ('started', 'finished', 'error')),
  -- What the zip is laid out from: [{name, bytes, crc32, modifiedAt, key}].
  entries jsonb,
  bytes bigint,
  -- Names of photos that could not be had.
  missing text[] not null default '{}',
  created_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null,
  primary key (user_id, id),
  check ((status = 'finished') <= (entries is not null and bytes is not null and finished_at is not null))
);
create index downloads_created on downloads (user_id, created_at desc);
