-- Exports of whole libraries. Only their lists of contents are kept; a zip is made of its list while it is sent.
create table photo_exports (
  user_id uuid not null,
  id uuid not null,
  -- The brand that it was asked for at, and the language of its folders, lists and mails.
  channel text not null,
  locale text not null,
  reason text not null check (reason in ('customer', 'retention')),
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY')),
  -- What the library was when it was laid out: another one is worth another export.
  library_state text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
-- A customer has one at a time.
create unique index photo_exports_running on photo_exports (user_id) where status in ('REQUESTED', 'IN_PROGRESS');
create index photo_exports_created on photo_exports (user_id, created_at desc);

create table photo_export_chunks (
  user_id uuid not null,
  export_id uuid not null,
  iteration integer not null check (iteration >= 0),
  bytes bigint not null check (bytes >= 1),
  -- What is in it: [{photoId, path, modifiedAt, takenAt?, albums?}].
  entries jsonb not null,
  -- Photos whose files were found lost or damaged since: {photoId: reason}.
  lost jsonb not null default '{}',
  primary key (user_id, export_id, iteration)
);
