-- The revision of the decoders that made a photo's thumbnails; 0 if they were made earlier and have the same colours. Null: made
-- earlier and not yet looked at by the job 'check-colours', which finds those rows by photos_made_earlier (ADR 94). A large
-- installation may add the column and the index beforehand, concurrently.
alter table photos add column if not exists made_by integer;
create index if not exists photos_made_earlier on photos (user_id, id)
  where made_by is null and thumbnail_state = 'success' and format <> 'jpeg';
