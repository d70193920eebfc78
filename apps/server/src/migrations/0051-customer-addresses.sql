-- Addresses that customers keep. Orders have copies of their own, which no change here reaches.
create table customer_addresses (
  user_id uuid not null,
  id uuid not null,
  -- Normalised, by the rules of its country.
  address jsonb not null,
  version integer not null default 1 check (version > 0),
  is_delivery_default boolean not null default false,
  is_invoice_default boolean not null default false,
  changed_at timestamptz not null,
  primary key (user_id, id)
);
create unique index customer_addresses_delivery on customer_addresses (user_id) where is_delivery_default;
create unique index customer_addresses_invoice on customer_addresses (user_id) where is_invoice_default;
