-- No receiver was reached with a reorder in days: it is void, and is not sent again.
alter table reorders add column void_at timestamptz;
create index reorders_void on reorders (user_id, void_at) where void_at is not null;
-- Void: given up for good. Failed: an operator may send it again.
alter table outgoing_events drop constraint outgoing_events_state_check;
alter table outgoing_events add constraint outgoing_events_state_check
  check (state in ('waiting', 'sent', 'failed', 'void'));
drop index outgoing_events_unsent;
create index outgoing_events_unsent on outgoing_events (user_id) where state in ('waiting', 'failed');
