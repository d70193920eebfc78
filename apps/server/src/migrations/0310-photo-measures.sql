-- What photos look like, in numbers (ADR 140): of those that are shown, and of those that can come back. A row that is missing, or of
-- another version of the method, is made by a job.
create table photo_measures (
  user_id uuid not null,
  photo_id uuid not null,
  version smallint not null,
  dhash bytea not null check (octet_length(dhash) = 16),
  phash bytea not null check (octet_length(phash) = 8),
  sharpness real not null,
  sharpest_part real not null,
  -- Of a thousand pixels.
  black smallint not null,
  white smallint not null,
  entropy real not null,
  primary key (user_id, photo_id)
);
