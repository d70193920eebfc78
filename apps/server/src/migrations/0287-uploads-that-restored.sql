-- Whether the photo of an upload had been recently deleted and came back: repeated answers say so, too.
alter table uploads add column is_restored boolean not null default false;
