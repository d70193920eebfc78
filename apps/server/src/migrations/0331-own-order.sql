-- The order that its owner gave an album (ADR 146). Places below 2^52 are given; those from there on are of photos that were added
-- since, which stand at the end: earlier nodes add them with the default. No index has the column, so that a move writes none.
alter table album_photos add column own_place bigint not null default 4503599627370496;
-- A photo that was deleted comes back to its place.
alter table recently_deleted_entries add column own_place bigint not null default 4503599627370496;
-- Whether the album is shown in that order.
alter table albums add column is_in_own_order boolean not null default false;
