-- No receiver was reached with an address change in days: it has failed, and is not sent again.
alter table order_address_changes add column given_up_at timestamptz;
