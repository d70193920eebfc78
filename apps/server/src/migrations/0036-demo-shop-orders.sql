-- What the demo shop sold: the books that a shop of the retailer's own keeps elsewhere.
create table demo_shop_orders (
  user_id uuid not null,
  order_code text not null,
  -- As it is reported to the intake, however often: the same body under the same key.
  body jsonb not null,
  idempotency_key text not null,
  begun_at timestamptz not null,
  -- From when on it is paid, in production and on its way; null for never.
  paid_at timestamptz,
  production_at timestamptz,
  sent_at timestamptz,
  -- Where it goes since production took another address, and the version of that.
  address jsonb,
  address_version integer not null default 1,
  -- [{id, at, codes, isCancelled}]: what customers withdrew from, each product once.
  withdrawals jsonb not null default '[]',
  primary key (user_id, order_code)
);
