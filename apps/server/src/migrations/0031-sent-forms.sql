-- What the page of a mailed link was sent with last, without passwords, until it shows that again.
alter table identity_tokens add column sent_form jsonb;
