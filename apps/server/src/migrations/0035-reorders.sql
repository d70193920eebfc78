-- What customers ordered again. Whether the shop has answered is derived: from the orders that name the old one, and from its
-- events.
create table reorders (
  user_id uuid not null,
  id uuid not null,
  -- The order that it repeats.
  order_code text not null,
  requested_at timestamptz not null,
  -- How many orders had named the old one until then: the next one is the answer.
  orders_before integer not null,
  -- What the customer agreed to pay at most.
  currency text not null,
  total bigint not null check (total >= 0),
  primary key (user_id, id)
);
create index reorders_order on reorders (user_id, order_code, requested_at);
create index orders_reorder_of on orders (user_id, reorder_of) where reorder_of is not null;
