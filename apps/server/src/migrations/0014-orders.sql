-- Photos on their way to a print editor, in the order they were selected.
create table temp_selections (
  user_id uuid not null,
  id uuid not null,
  photo_ids uuid[] not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, id)
);

-- Orders as shop systems report them. Money is in minor units of the currency.
create table orders (
  user_id uuid not null,
  code text not null,
  channel text not null,
  -- Whose credential brought it.
  service text not null,
  status text not null,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  total bigint not null check (total >= 0),
  -- [{code, quantity, price, status, paymentChangedDate, photoIds}]
  products jsonb not null,
  -- When the customer placed it, and when we were told.
  created_at timestamptz not null,
  received_at timestamptz not null,
  primary key (user_id, code)
);
create index orders_created on orders (user_id, created_at desc, code);

-- Look-up table (key and code to order), not sharded by customer: an order comes in once, whoever it is said to be of.
create table order_requests (
  service text not null,
  idempotency_key text not null,
  -- SHA-256 of what was sent.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  order_code text not null,
  created_at timestamptz not null,
  received_at timestamptz not null,
  primary key (service, idempotency_key)
);
create unique index order_requests_code on order_requests (order_code);
