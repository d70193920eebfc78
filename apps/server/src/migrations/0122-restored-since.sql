-- Since when a node has known that the database may be an earlier one (ADR 81): what was stored by then is from before the restore.
alter table store_epoch add column behind_since timestamptz;
