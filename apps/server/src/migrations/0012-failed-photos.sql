-- Failed photos, few among millions, that the housekeeping looks at again every ten minutes.
create index photos_failed on photos (user_id) where thumbnail_state = 'failure';
