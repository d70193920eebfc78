-- What a photo's file says of how it was taken, for the details beside a photo. Places are not kept.
alter table photos
  add column camera_make text,
  add column camera_model text,
  add column lens text,
  -- Millimetres of the lens itself, and seconds.
  add column focal_length real,
  add column f_number real,
  add column exposure_time real,
  add column iso integer,
  -- What is written as a date that cannot be one.
  add column written_date text,
  -- Whether the file was read for these. Those from before are, bit by bit, in the background.
  add column is_described boolean not null default false;
-- New photos are described with their thumbnails and never enter it.
create index photos_undescribed on photos (user_id, id) where not is_described and thumbnail_state <> 'loading';
