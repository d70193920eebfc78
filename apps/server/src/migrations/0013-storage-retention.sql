-- How long a customer's photos are kept. Days are those of the calendar of the customer's channel; the last day counts.
create table storage_accounts (
  user_id uuid primary key,
  registered_at timestamptz not null,
  last_order_at timestamptz,
  projected_deletion_date date not null,
  -- Later than the projected one: photos are kept until customers had their warning.
  delayed_deletion_date date,
  state text not null default 'kept' check (state in ('kept', 'hidden', 'deleting')),
  -- The last day on which an order brings hidden photos back.
  grace_ends_on date,
  -- The deletion date before which an export was asked for.
  exported_for date,
  -- How often the date had to wait because the customer had not been warned.
  delays integer not null default 0,
  -- When the daily sweep has something to do for it, or to look again.
  due_at timestamptz not null,
  check ((state = 'kept') = (grace_ends_on is null))
);
-- The sweep walks a shard by due date; it is the one index that does not lead with the customer.
create index storage_accounts_due on storage_accounts (due_at, user_id);

-- Each mail once for each deletion date: the key says so.
create table storage_reminders (
  user_id uuid not null,
  deletion_date date not null,
  reminder text not null check (reminder in ('three-months', 'one-month', 'one-week', 'one-day')),
  queued_at timestamptz not null,
  -- When it was handed to the mail server.
  sent_at timestamptz,
  primary key (user_id, deletion_date, reminder)
);

-- Every node hears whose library became hidden or is seen again.
create function tell_library_hidden() returns trigger language plpgsql as $$
begin
  perform pg_notify('keepsake_library_hidden', new.user_id::text);
  return null;
end $$;

create trigger storage_accounts_state after update on storage_accounts
for each row when (old.state is distinct from new.state) execute function tell_library_hidden();

-- What an order may stop is the deletion at the end of the storage time, never the customer's own.
alter table photo_deletions add column reason text not null default 'customer'
  check (reason in ('customer', 'retention'));

insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
select user_id, registered_at,
  ((registered_at at time zone case channel
    when 'bildersonn' then 'Europe/Vienna'
    when 'kiekhof' then 'Europe/Amsterdam'
    when 'cliclune' then 'Europe/Paris'
    when 'stundbo' then 'Europe/Stockholm'
    else 'Europe/London'
  end)::date + interval '18 months')::date, now()
from customers;
