-- keepsake: outside a transaction
-- Photos with dates by name, in the order of the numbers in it: neighbours of one without a date (ADR 147).
drop index concurrently if exists photos_dated_by_name;
create index concurrently photos_dated_by_name on photos (user_id, name_order) where taken_at is not null;
