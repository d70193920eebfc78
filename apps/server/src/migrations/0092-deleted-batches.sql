-- What one deletion removed, in one row that is written at once: ten thousand rows of deleted_photos made customers wait. The purge
-- moves it there (ADR 70). Purges of the version before do not look here; the housekeeping of this one does.
create table deleted_batches (
  user_id uuid not null,
  id uuid not null,
  deleted_at timestamptz not null,
  -- On the database's clock, as deleted_photos.purge_after is.
  added_at timestamptz not null default now(),
  photo_ids uuid[] not null,
  object_keys text[] not null,
  primary key (user_id, id)
);
-- It lives for moments: compressing it would take longer than writing it.
alter table deleted_batches alter column photo_ids set storage external, alter column object_keys set storage external;
