-- Photos that their customer deleted and can have back for some days (ADR 130): rows leave photos, as before, and come here with all
-- they had; the purge takes those that are over.
create table photo_removals (
  user_id uuid not null,
  -- In order of time: the latest deletion has the highest.
  id uuid not null,
  deleted_at timestamptz not null,
  restorable_until timestamptz not null,
  primary key (user_id, id)
);

-- A row of photos, column by column; generated ones are plain here.
create table recently_deleted_photos (
  like photos including constraints,
  removal_id uuid not null,
  primary key (user_id, id)
);
create index recently_deleted_photos_removal on recently_deleted_photos (user_id, removal_id, id);
-- Whoever adds the same file again gets the photo back.
create index recently_deleted_photos_content on recently_deleted_photos (user_id, sha256);

-- The albums that a recently deleted photo was in. Two ids name the photo, two the album.
create table recently_deleted_entries (
  user_id uuid not null,
  photo_id uuid not null,
  album_owner_id uuid not null,
  album_id uuid not null,
  added_at timestamptz not null,
  primary key (user_id, photo_id, album_owner_id, album_id)
);

-- The removal that a deletion of a whole library makes; null if nothing of it can come back, as in earlier releases.
alter table photo_deletions add column removal_id uuid;
