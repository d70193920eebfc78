-- What other modules read of photos.
create view library_photos as
select user_id, id, file_name, bytes, crc32, sha256, object_key, is_damaged, thumbnail_state, created_at, taken_at, created_order,
  taken_order, name_order, ratio
from photos;

-- What other modules read of albums: each photo with the albums that hold it.
create view album_entries as
select entry.user_id, entry.album_id, album.name as album_name, album.created_at as album_created_at, entry.photo_owner_id,
  entry.photo_id
from album_photos as entry join albums as album on album.user_id = entry.user_id and album.id = entry.album_id;
