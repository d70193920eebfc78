-- keepsake: outside a transaction
-- Pages, layouts and counts of favourites read these alone: what they cost grows with the favourites, not with the library.
drop index concurrently if exists photos_favourites_taken;
create index concurrently photos_favourites_taken on photos (user_id, taken_order, name_order, id) include (ratio, is_ordered)
  where is_favourite;
drop index concurrently if exists photos_favourites_created;
create index concurrently photos_favourites_created on photos (user_id, created_order, name_order, id) include (ratio, is_ordered)
  where is_favourite;
