-- What customers make in editors and have not ordered yet, as the editor saved it last.
create table projects (
  user_id uuid not null,
  id uuid not null,
  -- The editor, by the name of its credential, and its own name for the project.
  service text not null,
  code text not null,
  version integer not null check (version > 0),
  -- SHA-256 of what was saved as this version.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  channel text not null,
  title text,
  product text,
  article text,
  pages_count integer check (pages_count > 0),
  -- Each photo once, in the project's order.
  photo_ids uuid[] not null default '{}',
  photos_count integer generated always as (cardinality(photo_ids)) stored,
  first_photo_id uuid generated always as (photo_ids[1]) stored,
  continue_url text not null,
  changed_at timestamptz not null,
  kept_until timestamptz,
  -- By the customer, who can take it back for a while.
  deleted_at timestamptz,
  -- Kept as two JPEGs, `<picture_key>.300.jpg` and `.800.jpg`.
  picture_id uuid,
  picture_key text,
  picture_sha256 bytea,
  primary key (user_id, id)
);
create unique index projects_code on projects (user_id, service, code);
create index projects_listed on projects (user_id, changed_at desc, id) where deleted_at is null;
create index projects_ending on projects (user_id) where deleted_at is not null or kept_until is not null;

-- How many photos of a project are still there.
create index photo_uses_projects on photo_uses (user_id, reference) where used_in = 'project';
