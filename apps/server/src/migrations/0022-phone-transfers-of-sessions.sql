-- The session that made or last renewed a code; the code ends with it. Null where the provider's sessions are not ours.
alter table phone_transfers add column session_id text;
