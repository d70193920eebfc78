-- What each phone with a code last reported of itself, by an id of its own choice.
alter table phone_transfers add column phones jsonb not null default '{}';
