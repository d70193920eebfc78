-- Whether nodes of 0.2.0 may still come, which would remove the files of recently deleted photos (ADR 137). In a database in which no
-- customer ever was they never come.
create table first_release (
  is_only boolean primary key default true check (is_only),
  state text not null check (state in ('never', 'present', 'absent', 'refused', 'gone')),
  since timestamptz not null
);
insert into first_release (state, since)
values (case when exists (select from customers) then 'present' else 'never' end, now());
