-- How much of a customer's library waits for its thumbnails, and what a sweep finds forgotten.
create index photos_loading on photos (user_id) where thumbnail_state = 'loading' and deleted_at is null;
