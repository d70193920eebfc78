-- Until when the calls of a subject are paid for, where a budget refills evenly; null where wrong attempts are counted.
alter table identity_attempts add column spent_until timestamptz;
