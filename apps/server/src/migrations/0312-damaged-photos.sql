-- keepsake: outside a transaction
-- The few photos whose files are to be added again.
drop index concurrently if exists photos_damaged;
create index concurrently photos_damaged on photos (user_id, id) where is_damaged;
