-- photos holds what the library shows and nothing else (ADR 8): a deleted photo's row moves here, where the purge finds
-- which objects to remove. It is removed after them.
create table deleted_photos (
  user_id uuid not null,
  id uuid not null,
  object_key text not null,
  deleted_at timestamptz not null,
  -- When its objects may be removed next: a purge that takes it up moves this, so that no other does the same work.
  purge_after timestamptz not null default now(),
  primary key (user_id, id)
);
create index deleted_photos_purge on deleted_photos (user_id, purge_after);

-- A deletion of a whole library while it goes on: everything created up to requested_at.
create table photo_deletions (
  user_id uuid primary key,
  requested_at timestamptz not null,
  total integer not null check (total >= 0),
  deleted integer not null default 0 check (deleted >= 0)
);

insert into deleted_photos (user_id, id, object_key, deleted_at)
select user_id, id, object_key, deleted_at from photos where deleted_at is not null;

drop trigger photos_changed on photos;
delete from photos where deleted_at is not null;
drop index photos_content, photos_taken, photos_created, photos_loading;
alter table photos drop column deleted_at;
create unique index photos_content on photos (user_id, sha256);
create index photos_taken on photos (user_id, taken_order, id) include (ratio);
create index photos_created on photos (user_id, created_order, id) include (ratio);
create index photos_loading on photos (user_id) where thumbnail_state = 'loading';

-- Whoever deletes photos, and however: every node forgets them, so that their addresses open nothing from then on.
create or replace function tell_media_changed() returns trigger language plpgsql as $$
declare
  gone text[];
begin
  select array_agg(id::text) into gone from (select id from before limit 101) as few;
  if cardinality(gone) > 100 then
    perform pg_notify('keepsake_media_changed', '*');
  else
    perform pg_notify('keepsake_media_changed', id) from unnest(gone) as id;
  end if;
  return null;
end $$;

create trigger photos_changed after delete on photos
referencing old table as before
for each statement execute function tell_media_changed();
