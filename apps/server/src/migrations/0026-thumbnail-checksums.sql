-- CRC-32 of each thumbnail as it was made, four bytes each, largest first. Null until then, also for photos from before.
alter table photos add column thumbnail_crc32s bytea;
