-- Adds jobs that are there once the transaction commits (ADR 77). graphile-worker's add_jobs answers no row for a keyed request
-- whose job a worker is fetching at that moment: it waits for the fetch and then changes nothing. Asked again, it sees the fetched
-- job, takes its key away and adds a new one. Answers as many ids as were asked for, or throws.
create function request_jobs(specs graphile_worker.job_spec[]) returns setof bigint language plpgsql as $$
declare
  missing graphile_worker.job_spec[] := specs;
  ids bigint[];
  keys text[];
begin
  for round in 1..20 loop
    select array_agg(added.id), array_agg(added.key) into ids, keys from graphile_worker.add_jobs(missing) as added;
    return query select unnest(ids);
    if cardinality(ids) = cardinality(missing) then return; end if;
    select array_agg(spec) into missing from unnest(missing) as spec
      where spec.job_key is not null and (spec.job_key = any (keys)) is not true;
    exit when missing is null;
  end loop;
  raise exception 'A job could not be requested' using errcode = 'serialization_failure';
end $$;

-- A job whose key was taken away is superseded: its work has a newer job, or was cancelled. It leaves the queue as soon as no worker
-- has it, so that dead_jobs lists only work that nobody does.
create function mark_superseded_job() returns trigger language plpgsql as $$
begin
  new.flags := coalesce(new.flags, '{}') || jsonb_build_object('superseded', old.key);
  return new;
end $$;
create trigger mark_superseded before update of key on graphile_worker._private_jobs
  for each row when (old.key is not null and new.key is null) execute function mark_superseded_job();

create function delete_superseded_job() returns trigger language plpgsql as $$
begin
  delete from graphile_worker._private_jobs where id = new.id;
  return null;
end $$;
create trigger delete_superseded after update of key, locked_at on graphile_worker._private_jobs
  for each row when (new.locked_at is null and new.flags ? 'superseded') execute function delete_superseded_job();

-- While it still runs, its work is found by the key that it had.
create index superseded_jobs on graphile_worker._private_jobs ((flags ->> 'superseded')) where flags ? 'superseded';

-- Those that earlier versions left behind: all jobs of these tasks have keys.
delete from graphile_worker._private_jobs as job using graphile_worker._private_tasks as task
where task.id = job.task_id and job.key is null and job.locked_at is null and job.attempts >= job.max_attempts
  and task.identifier in ('make-thumbnails', 'purge-photos', 'delete-library', 'import-library', 'lay-out-export',
    'erase-account', 'erase-area', 'end-erasure', 'check-vat-id', 'make-my-data', 'issue-invoices', 'send-outgoing-event',
    'purge-order-files', 'describe-photos', 'scrub-storage', 'check-recovery', 'sweep-storage');
