-- Whoever deletes photos, and however: every node forgets them, so that their addresses open nothing from then on.
create function tell_media_changed() returns trigger language plpgsql as $$
declare
  gone text[];
begin
  select array_agg(before.id::text) into gone
  from before join after using (user_id, id)
  where before.deleted_at is null and after.deleted_at is not null;
  if cardinality(gone) > 100 then
    perform pg_notify('keepsake_media_changed', '*');
  else
    perform pg_notify('keepsake_media_changed', id) from unnest(gone) as id;
  end if;
  return null;
end $$;

create trigger photos_changed after update on photos
referencing old table as before new table as after
for each statement execute function tell_media_changed();
