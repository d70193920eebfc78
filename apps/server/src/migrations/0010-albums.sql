-- Letters before their accents and numbers by their value, whatever the case: how people look for a name. No index uses
-- it, because rules of ICU differ from one machine to the next; a customer has few albums.
create collation album_names (provider = icu, locale = 'und-u-kn-true-ks-level2', deterministic = false);

-- Cursors carry these instants, and what writes them knows milliseconds.
alter table albums alter column created_at type timestamptz(3), alter column updated_at type timestamptz(3);
-- Kept in the transaction of every change to album_photos.
alter table albums add column photos_count integer not null default 0 check (photos_count >= 0);

-- A photo in an album. user_id is the album's owner, so that an album lies with its owner; in a shared album photos may
-- belong to others. What albums are ordered and laid out by follows the photo.
create table album_photos (
  user_id uuid not null,
  album_id uuid not null,
  photo_owner_id uuid not null,
  photo_id uuid not null,
  created_order timestamp not null,
  taken_order timestamp not null,
  ratio smallint,
  added_at timestamptz not null,
  primary key (user_id, album_id, photo_owner_id, photo_id)
);
create index album_photos_created on album_photos (user_id, album_id, created_order, photo_id, photo_owner_id)
  include (ratio);
create index album_photos_taken on album_photos (user_id, album_id, taken_order, photo_id, photo_owner_id)
  include (ratio);
-- The cover is the photo added last.
create index album_photos_added on album_photos (user_id, album_id, added_at, photo_id);
create index album_photos_photo on album_photos (user_id, photo_owner_id, photo_id);

-- Orders and projects that use a photo: what a customer is told before it is deleted.
create table photo_uses (
  user_id uuid not null,
  photo_id uuid not null,
  used_in text not null check (used_in in ('order', 'project')),
  reference text not null,
  created_at timestamptz not null,
  primary key (user_id, photo_id, used_in, reference)
);
