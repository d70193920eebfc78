-- The last pass of the scrub through all originals of a customer that left none unread: when, over how many, and how many had changed.
create table original_checks (
  user_id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz not null,
  originals integer not null,
  changed integer not null
);

-- The pass through the customer's originals that the scrub has come to. It counts up to that photo: a node of an earlier release that
-- goes on from there moves the place, and not this.
alter table storage_scrub
  add column pass_until uuid,
  add column pass_started_at timestamptz,
  add column pass_ended_at timestamptz,
  add column pass_originals integer,
  add column pass_changed integer;
