-- keepsake: outside a transaction
-- Photos whose thumbnails are yet to be turned: housekeeping looks for them.
drop index concurrently if exists photos_turning;
create index concurrently photos_turning on photos (user_id) where turn <> shown_turn;
