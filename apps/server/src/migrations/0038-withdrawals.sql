-- Declarations of withdrawal, as they were made. Those that match no order of ours, or are not yet passed on and were made by
-- nobody who was signed in, stand under the nil id.
create table withdrawals (
  user_id uuid not null,
  id uuid not null,
  -- The order that it was found to be about.
  order_code text,
  channel text not null,
  -- What the customer wrote.
  declared_order text not null,
  products text[] not null,
  product_codes text[] not null,
  name text not null,
  email text not null,
  declared_at timestamptz not null,
  -- When the order was looked for and the shop told.
  passed_on_at timestamptz,
  primary key (user_id, id)
);
create index withdrawals_order on withdrawals (user_id, order_code) where order_code is not null;
