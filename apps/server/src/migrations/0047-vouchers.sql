-- Vouchers as services and the operator's file say them. Not sharded by customer: a code is looked up before anybody knows
-- whose it is, and most are for everybody.
create table vouchers (
  -- The code without case, dashes and lookalikes, by which it is compared, and as it is written.
  key text primary key,
  code text not null,
  -- Whose word it is, by the name of its credential.
  service text not null,
  version integer not null check (version > 0),
  -- SHA-256 of what was saved as this version.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  -- Null: everybody's.
  customer_id uuid,
  title text not null,
  percent integer check (percent between 1 and 100),
  -- {GBP: 1000}, in minor units; so is the minimum.
  amounts jsonb,
  minimums jsonb,
  -- {title, articles, articleTypes}
  good_for jsonb,
  -- Null: every channel.
  channels text[],
  uses text not null check (uses in ('once', 'once-per-customer', 'unlimited')),
  ends_at timestamptz,
  check ((percent is null) <> (amounts is null))
);
create index vouchers_customers on vouchers (customer_id) where customer_id is not null;

-- Vouchers that a customer has: those of their own, and those whose code they typed.
create table wallet_vouchers (
  user_id uuid not null,
  key text not null,
  added_at timestamptz not null,
  primary key (user_id, key)
);

-- Orders that used a code, known to us or not; a use of an order that is cancelled is none. Not sharded by customer: whether
-- a code is used up depends on the orders of all.
create table voucher_uses (
  key text not null,
  order_code text not null,
  customer_id uuid not null,
  used_at timestamptz not null,
  cancelled_at timestamptz,
  -- It was used up already when this order came.
  was_used_up boolean not null,
  primary key (key, order_code)
);
create index voucher_uses_orders on voucher_uses (order_code);
create index voucher_uses_customers on voucher_uses (customer_id, key);

-- What a voucher is compared with.
alter table projects
  add column article_type text,
  add column price bigint check (price >= 0);
