-- How far this database and its store have come together (ADR 20): one row, raised once a minute.
create table store_epoch (
  is_only boolean primary key default true check (is_only),
  installation uuid not null default gen_random_uuid(),
  epoch bigint not null default 0,
  written_at timestamptz not null default now(),
  -- When a restored database and the store were last brought together: older orphans are not the sweep's to remove.
  reconciled_at timestamptz
);
insert into store_epoch default values;
