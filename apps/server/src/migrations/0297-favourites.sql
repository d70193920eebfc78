-- Photos that their customer marked as favourites (ADR 138). A column without a rule that earlier nodes know nothing of: they add
-- photos that are none, and delete such as are any.
alter table photos add column is_favourite boolean not null default false;
-- A favourite that was deleted comes back as one.
alter table recently_deleted_photos add column is_favourite boolean not null default false;

-- What other modules read of photos, as before, and what filters ask of them.
create or replace view library_photos as
select user_id, id, file_name, bytes, crc32, sha256, object_key, is_damaged, thumbnail_state, created_at, taken_at, created_order,
  taken_order, name_order, ratio, is_ordered, is_favourite
from photos;
