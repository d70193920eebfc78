-- Every node learns that an account was closed or opened again: its photos and its shared albums are hidden meanwhile.
create function tell_account_closed() returns trigger language plpgsql as $$
begin
  perform pg_notify('keepsake_library_hidden', new.user_id::text);
  perform pg_notify('keepsake_shared_album_changed', '*');
  return null;
end $$;

create trigger customers_closed after update on customers
for each row when (old.deleted_at is distinct from new.deleted_at) execute function tell_account_closed();

-- What we know of a customer, as they asked for it. A job writes one file after the other; the zip is made of them while it is
-- sent.
create table my_data_archives (
  user_id uuid not null,
  id uuid not null,
  -- The brand that it was asked for at, and the language of its contents and its mail.
  channel text not null,
  locale text not null,
  status text not null default 'REQUESTED' check (status in ('REQUESTED', 'IN_PROGRESS', 'FAILED', 'READY')),
  -- The export of the photos that belongs to it; null where there were no photos.
  export_id uuid,
  -- Files to write, of which my_data_files has those that are.
  files_total integer not null check (files_total > 0),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (user_id, id)
);
-- A customer has one at a time.
create unique index my_data_archives_running on my_data_archives (user_id) where status in ('REQUESTED', 'IN_PROGRESS');
create index my_data_archives_created on my_data_archives (user_id, created_at desc);

-- What such an archive is made of: files of the store, in order.
create table my_data_files (
  user_id uuid not null,
  archive_id uuid not null,
  place smallint not null check (place >= 0),
  name text not null,
  bytes bigint not null check (bytes >= 0),
  crc32 bigint not null,
  object_key text not null,
  primary key (user_id, archive_id, place)
);

-- An export that belongs to such an archive, whose mail and page tell of both.
alter table photo_exports drop constraint photo_exports_reason_check;
alter table photo_exports add constraint photo_exports_reason_check check (reason in ('customer', 'retention', 'my-data'));
