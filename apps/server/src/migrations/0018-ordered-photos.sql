-- Whether an order is made from a photo, so that pages say it and the filter of what is not yet printed needs no join.
-- Kept in the transaction of every order, with photo_uses, which says which orders.
alter table photos add column is_ordered boolean not null default false;
update photos set is_ordered = true from photo_uses
where photo_uses.user_id = photos.user_id and photo_uses.photo_id = photos.id and used_in = 'order';
-- What the filter counts: the printed photos alone.
create index photos_ordered on photos (user_id) include (taken_order, created_order) where is_ordered;
