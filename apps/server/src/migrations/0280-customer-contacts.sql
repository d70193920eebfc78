-- What other modules read of customers: how to reach each, in which language and for which brand, and whether the account is closed.
create view customer_contacts as
select user_id, email, name, channel, mail_locale, deleted_at from customers;
