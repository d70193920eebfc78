-- Photos by their names and cameras, for suggesting dates (ADR 147).
create view named_photos as
select user_id, id, file_name, name_order, camera_make, camera_model, taken_at, taken_order, corrected_to from photos;
