-- The scrub found that the store has other bytes than the customer sent, or none.
alter table photos add column is_damaged boolean not null default false;

-- How far the scrub has come in the order of the photos' ids: one row; no place between two rounds.
create table storage_scrub (
  is_only boolean primary key default true check (is_only),
  after_customer uuid,
  after_photo uuid,
  round_began_at timestamptz
);
insert into storage_scrub default values;
