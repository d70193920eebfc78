-- The revision of the decoders that could not show a photo: what an earlier one gave up is tried again (ADR 87).
-- Null: decoders before they were numbered.
alter table photos add column failed_by integer;
