-- What customers have begun in the demo shop: the state that an editor of the retailer's own keeps elsewhere.
create table demo_shop_projects (
  user_id uuid not null,
  code text not null,
  version integer not null check (version > 0),
  channel text not null,
  -- In the shape of the contract: prints or a photo book.
  content jsonb not null,
  saved_at timestamptz not null,
  -- The order that it has become. It stays, for it is what the order is made of.
  order_code text,
  primary key (user_id, code)
);

-- The project that an order was made of.
alter table demo_shop_orders add project_code text;
