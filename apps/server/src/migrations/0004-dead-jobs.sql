-- Jobs that used up their attempts; an operator looks here (docs/operations/run.md) and may run them again.
create view dead_jobs as
select id, task_identifier, attempts, last_error, run_at, created_at, updated_at
from graphile_worker.jobs
where attempts >= max_attempts and locked_at is null;
