-- The size of the photos of each month, kept with their number: what a customer stores is a sum of months. Nodes of the
-- version before add photos without their size; the audit finds them.
alter table photo_month_counts add column bytes bigint not null default 0;
update photo_month_counts as kept set bytes = counted.bytes
from (
  select user_id, sort_key, month, sum(bytes) as bytes from photos, lateral (values
    ('dateTaken', date_trunc('month', taken_order)::date),
    ('created', date_trunc('month', created_order)::date)) as place (sort_key, month)
  group by user_id, sort_key, month) as counted
where (kept.user_id, kept.sort_key, kept.month) = (counted.user_id, counted.sort_key, counted.month);
