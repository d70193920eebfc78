-- What customers say of themselves. The name and the language of mails follow the account where we keep it.
alter table customers
  add column birthday date,
  -- As it is dialled from everywhere.
  add column phone_number text,
  add column mail_locale text,
  -- When the customer chose the name here: from then on no provider replaces it.
  add column named_at timestamptz;
update customers set mail_locale = accounts.locale from accounts where accounts.id = customers.user_id;
