-- The name breaks ties between equal times (ADR 89). Empty: not yet filled in by the job 'order-by-name', which finds those rows
-- by photos_without_name_order. A large installation may add columns and indexes beforehand, concurrently.
alter table photos add column if not exists name_order text collate "C" not null default '';
alter table album_photos add column if not exists name_order text collate "C" not null default '';
create index if not exists photos_without_name_order on photos (user_id, id) where name_order = '';
create index if not exists photos_taken_name on photos (user_id, taken_order, name_order, id) include (ratio);
create index if not exists photos_created_name on photos (user_id, created_order, name_order, id) include (ratio);
create index if not exists album_photos_taken_name
  on album_photos (user_id, album_id, taken_order, name_order, photo_id, photo_owner_id) include (ratio);
create index if not exists album_photos_created_name
  on album_photos (user_id, album_id, created_order, name_order, photo_id, photo_owner_id) include (ratio);
drop index photos_taken;
drop index photos_created;
drop index album_photos_taken;
drop index album_photos_created;
