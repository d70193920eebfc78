-- Every key and index leads with user_id, so that the table shards by customer as it stands.
create table photos (
  user_id uuid not null,
  id uuid not null,
  upload_id uuid not null,
  file_name text not null,
  format text not null check (format in ('jpeg', 'png', 'heic')),
  bytes bigint not null check (bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  crc32 bigint not null,
  object_key text not null,
  -- Wall clock of the camera, null when unknown; never shifted by a zone.
  taken_at timestamp,
  taken_offset_minutes smallint,
  created_at timestamptz not null,
  upload_end timestamptz not null,
  -- What the two sorts order and group by. Unknown dates share the bucket of January 1970.
  taken_order timestamp not null generated always as (coalesce(taken_at, timestamp '1970-01-01')) stored,
  -- created_at on the clock of the customer's channel.
  created_order timestamp not null,
  width integer,
  height integer,
  orientation smallint,
  -- width / height * 1000, what the layout of a month is made of.
  ratio smallint generated always as (
    case when height > 0 then least(32767, greatest(1, width::bigint * 1000 / height))::smallint end
  ) stored,
  thumbhash bytea,
  thumbnail_state text not null default 'loading' check (thumbnail_state in ('loading', 'success', 'failure')),
  failure text,
  deleted_at timestamptz,
  primary key (user_id, id)
);
create unique index photos_content on photos (user_id, sha256) where deleted_at is null;
create unique index photos_upload on photos (user_id, upload_id);
create index photos_taken on photos (user_id, taken_order, id) include (ratio) where deleted_at is null;
create index photos_created on photos (user_id, created_order, id) include (ratio) where deleted_at is null;

-- Kept in the transaction of every change to photos.
create table photo_month_counts (
  user_id uuid not null,
  sort_key text not null check (sort_key in ('created', 'dateTaken')),
  month date not null,
  photos integer not null check (photos >= 0),
  primary key (user_id, sort_key, month)
);

create table albums (
  user_id uuid not null,
  id uuid not null,
  name text not null,
  is_shared boolean not null default false,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);

-- A customer's right to read an album of another: user_id is who may read.
create table shared_album_grants (
  user_id uuid not null,
  owner_id uuid not null,
  album_id uuid not null,
  created_at timestamptz not null,
  primary key (user_id, owner_id, album_id)
);
create index shared_album_grants_owner on shared_album_grants (owner_id, album_id);
