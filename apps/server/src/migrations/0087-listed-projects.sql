-- How many projects there are is counted by the index alone, which says until when each is kept.
drop index projects_listed;
create index projects_listed on projects (user_id, changed_at desc, id) include (kept_until) where deleted_at is null;
