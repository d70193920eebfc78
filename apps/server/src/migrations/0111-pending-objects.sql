-- Objects that belong to nothing: not yet, because somebody is writing them, or not any more. Their keys are durable here before
-- their bytes are in the store, and whoever makes the row that they belong to deletes the row here in the same transaction (ADR 79).
create table pending_objects (
  user_id uuid not null,
  object_key text not null,
  -- All objects of the file: pictures are stored in several sizes.
  keys text[] not null,
  -- Whether the one who writes may still make the row that they belong to.
  is_open boolean not null,
  -- On the database's clock.
  created_at timestamptz not null default now(),
  remove_after timestamptz not null,
  primary key (user_id, object_key)
);

-- What waited to be removed moves here. Nodes of the version before still add to their table: the trigger does what they mean.
create function keys_of_sent_file(purpose text, object_key text) returns text[] language sql immutable as $$
  select case purpose
    when 'thumbnail' then array[object_key || '.300.jpg', object_key || '.800.jpg']
    when 'page' then array[object_key || '.300.jpg', object_key || '.800.jpg', object_key || '.1300.jpg', object_key || '.2600.jpg']
    else array[object_key]
  end
$$;
create function move_to_pending_objects() returns trigger language plpgsql as $$
begin
  insert into pending_objects (user_id, object_key, keys, is_open, remove_after)
  values (new.user_id, new.object_key, keys_of_sent_file(new.purpose, new.object_key), false, now())
  on conflict do nothing;
  return null;
end
$$;
create trigger deleted_order_files_move before insert on deleted_order_files
  for each row execute function move_to_pending_objects();
with moved as (delete from deleted_order_files returning user_id, object_key, purpose)
insert into pending_objects (user_id, object_key, keys, is_open, remove_after)
select user_id, object_key, keys_of_sent_file(purpose, object_key), false, now() from moved on conflict do nothing;
