-- Photos that their customer turned (ADR 142): by how much, by how much the thumbnails shown are, and the key of the turned ones, which
-- stand beside those of the original. Columns without a rule: earlier nodes know nothing of them, and show photos as they were.
alter table photos
  add column turn smallint not null default 0,
  add column shown_turn smallint not null default 0,
  add column turned_key text,
  add column turned_thumbhash bytea;
-- A turned photo that was deleted comes back as one.
alter table recently_deleted_photos
  add column turn smallint not null default 0,
  add column shown_turn smallint not null default 0,
  add column turned_key text,
  add column turned_thumbhash bytea;
