-- An upload that a full library takes because it may repair a photo: it counts towards no quota, and becomes no new photo.
alter table uploads add column is_repair boolean not null default false;
