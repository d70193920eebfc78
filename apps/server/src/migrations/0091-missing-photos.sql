-- How many photos of a saved project are no longer in the library; of a deleted one it is counted when it is taken back. Nodes
-- of the version before do not count; docs/operations/upgrade.md says how to count anew.
alter table projects add column missing_photos_count integer not null default 0;
update projects set missing_photos_count = photos_count - (
  select count(*) from photos where photos.user_id = projects.user_id and photos.id = any(projects.photo_ids))
where deleted_at is null;
delete from photo_uses as used where used_in = 'project'
  and not exists (select from photos where photos.user_id = used.user_id and photos.id = used.photo_id);
