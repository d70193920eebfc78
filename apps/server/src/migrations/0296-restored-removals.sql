-- A whole deletion comes back in batches, by a job, which finds its work here.
alter table photo_removals add column restoring_since timestamptz;
-- Whether the store records it as an erasure of the whole library, which bringing photos of it back annuls.
alter table photo_removals add column is_erasure boolean not null default false;
