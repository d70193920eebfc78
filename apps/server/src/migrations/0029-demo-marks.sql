-- Which parts of the demo were loaded, and when. They stood among the secrets, which are discarded when their key is lost.
create table demo_marks (
  name text primary key,
  marked_at timestamptz not null default now()
);
-- Nodes of the release before still read them where they were.
insert into demo_marks (name, marked_at) select name, created_at from secrets where name like 'demo-%loaded' or name = 'demo-made-at';
