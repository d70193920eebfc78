-- Dates that customers corrected (ADR 139). taken_at stays what is sorted and shown; columns without rules that earlier nodes know
-- nothing of: they add photos without corrections, and delete such as have any.
alter table photos
  -- To what the customer set taken_at: 'second', 'day', 'month' or 'year'; null while it is what the file says.
  add column corrected_to text,
  -- What the file says, of a corrected photo.
  add column recorded_taken_at timestamp,
  add column recorded_offset_minutes smallint,
  -- The latest change, which alone can be undone.
  add column date_change_id uuid;
-- Of rows that are written from now on: those that exist have none, and need not be read for that.
alter table photos add constraint photos_corrected_to check (corrected_to in ('second', 'day', 'month', 'year')) not valid;
-- A corrected photo that was deleted comes back as one.
alter table recently_deleted_photos
  add column corrected_to text,
  add column recorded_taken_at timestamp,
  add column recorded_offset_minutes smallint,
  add column date_change_id uuid;

-- Changes of dates that can be undone: arrays of ids, and of what each photo had before.
create table date_changes (
  user_id uuid not null,
  id uuid not null,
  photo_ids uuid[] not null,
  taken_at timestamp[] not null,
  offset_minutes smallint[] not null,
  corrected_to text[] not null,
  date_change_ids uuid[] not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);

-- The latest change of any date of a customer, undone ones included: by it exports find out that they are of earlier days.
create table last_date_changes (
  user_id uuid primary key,
  id uuid not null
);

-- What other modules read of photos, as before, and how exact a date is.
create or replace view library_photos as
select user_id, id, file_name, bytes, crc32, sha256, object_key, is_damaged, thumbnail_state, created_at, taken_at, created_order,
  taken_order, name_order, ratio, is_ordered, is_favourite, corrected_to, recorded_taken_at
from photos;
