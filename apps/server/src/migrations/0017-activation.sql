-- Photographs that were uploaded while ordering, before there were libraries.
create table legacy_uploads (
  -- Of an upload that belongs to nobody yet the id that no customer has, all zeros.
  user_id uuid not null,
  id uuid not null,
  file_name text not null,
  bytes bigint not null check (bytes >= 0),
  uploaded_at timestamptz not null,
  -- Where the file is; null once it is a photo of the library and was removed here.
  object_key text,
  state text not null default 'waiting' check (state in ('waiting', 'imported', 'failed')),
  -- Why it could not be brought in.
  fault text,
  photo_id uuid,
  primary key (user_id, id)
);
create index legacy_uploads_waiting on legacy_uploads (user_id, id) where state = 'waiting';

-- The last import of a customer's legacy uploads into the library; one goes on while it has not ended.
create table library_imports (
  user_id uuid primary key,
  started_at timestamptz not null,
  ended_at timestamptz,
  total integer not null check (total >= 0),
  imported integer not null default 0 check (imported >= 0),
  failed integer not null default 0 check (failed >= 0)
);
