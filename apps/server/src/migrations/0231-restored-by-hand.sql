-- The time to which an operator says that the database was restored, while nothing else tells (ADR 93).
alter table store_epoch add column restored_to timestamptz;
