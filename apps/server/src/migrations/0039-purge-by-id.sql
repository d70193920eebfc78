-- The purge goes through a customer's deleted photos by their ids. An index by when they are due would cost every deletion and
-- every claim an entry for each photo.
drop index deleted_photos_purge;
