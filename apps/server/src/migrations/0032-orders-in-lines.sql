-- What shops say of an order, beyond its products. Columns `current_...` are derived from the order and its events, so that
-- lists need no events; they can always be derived anew (modules/orders/orders/rules.ts).
alter table orders
  alter column products drop not null,
  add column source text check (source in ('Resnap', 'Albelli')),
  add column delivery_type text check (delivery_type in ('Home', 'PickupPoint')),
  add column delivery_address jsonb,
  add column pickup_point jsonb,
  add column invoice_address jsonb,
  add column delivery_charge bigint check (delivery_charge >= 0),
  add column buyer_vat_id text,
  add column promised_from date,
  add column promised_to date,
  add column address_changeable_until timestamptz,
  add column reorder_of text,
  add column payment_url text,
  add column current_status text,
  add column current_since timestamptz,
  add column current_total bigint,
  add column current_payment_url text,
  -- Promised at first, be it by an event, and expected now.
  add column first_promised_from date,
  add column first_promised_to date,
  add column expected_from date,
  add column expected_to date,
  add column delivered_at timestamptz,
  -- Whether it is hidden some time after it was placed.
  add column awaits_payment boolean not null default false,
  add column products_count integer not null default 0;

-- Whose an order is, for events and files, which name its code alone.
alter table order_requests add column customer_id uuid;

create table order_products (
  user_id uuid not null,
  order_code text not null,
  -- Its place in the order, from 0: a code may come twice.
  position smallint not null,
  code text not null,
  production_order text not null,
  title text,
  article text,
  quantity integer not null check (quantity > 0),
  price bigint not null check (price >= 0),
  net_price bigint check (net_price >= 0),
  -- Per cent.
  vat_rate double precision check (vat_rate between 0 and 100),
  vat_category text,
  -- [{title, amount}]
  discounts jsonb,
  voucher text,
  voucher_details jsonb,
  -- As it was reported with the order.
  status text not null,
  payment_changed_at timestamptz,
  is_personalised boolean,
  -- {days} or {none}
  withdrawal jsonb,
  photo_ids uuid[] not null default '{}',
  photos_count integer generated always as (cardinality(photo_ids)) stored,
  first_photo_id uuid generated always as (photo_ids[1]) stored,
  current_status text not null,
  current_since timestamptz not null,
  current_payment_changed_at timestamptz,
  current_quantity integer not null,
  current_price bigint not null,
  primary key (user_id, order_code, position)
);
create index order_products_code on order_products (user_id, code);
create index order_products_production on order_products (user_id, production_order);

-- What happened to orders, in the order in which it came. Never changed; what counts is when it happened.
create table order_events (
  user_id uuid not null,
  order_code text not null,
  id uuid not null,
  -- Who said so, and the id that it has there.
  service text not null,
  external_id text not null,
  type text not null,
  happened_at timestamptz not null,
  received_at timestamptz not null,
  -- Null: all products of the production order, or of the order.
  product_codes text[],
  production_order text,
  place text,
  note text,
  data jsonb not null,
  primary key (user_id, order_code, id)
);

-- Look-up table (event to order), not sharded by customer: an event comes in once, whichever order it names. One whose order
-- is not known yet waits here as it came.
create table order_event_keys (
  service text not null,
  external_id text not null,
  -- SHA-256 of what was sent.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  order_code text not null,
  received_at timestamptz not null,
  parked jsonb,
  -- Channels that the service may write to; null for all.
  channels text[],
  primary key (service, external_id)
);
create index order_event_keys_parked on order_event_keys (order_code) where parked is not null;
create index order_event_keys_parked_since on order_event_keys (received_at) where parked is not null;

-- Addresses that production is asked to send an order to; it answers by events of the same version.
create table order_address_changes (
  user_id uuid not null,
  order_code text not null,
  -- From 2 on: the address of the order is 1.
  version integer not null check (version > 1),
  address jsonb not null,
  requested_at timestamptz not null,
  primary key (user_id, order_code, version)
);

-- Pictures and documents of orders. A picture is kept as two JPEGs, `<object_key>.300.jpg` and `.800.jpg`, and nothing else.
create table order_files (
  user_id uuid not null,
  id uuid not null,
  order_code text not null,
  -- Empty for what is of the whole order.
  product_code text not null,
  purpose text not null check (purpose in ('thumbnail', 'product.pdf', 'map.pdf', 'invoice.pdf')),
  object_key text not null,
  -- Of what was sent.
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null,
  service text not null,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index order_files_place on order_files (user_id, order_code, product_code, purpose);

-- Files that were replaced or erased, until their objects are removed.
create table deleted_order_files (
  user_id uuid not null,
  id uuid not null,
  object_key text not null,
  purpose text not null,
  deleted_at timestamptz not null,
  primary key (user_id, id)
);

-- How far a status is; the highest of a product counts. The same as in rules.ts, for orders without events alone.
create function order_status_rank(status text) returns integer language sql immutable as $$
  select case
    when status in ('shipped', 'Dispatched') then 5
    when status in ('cancelled', 'rejected', 'Cancelled') then 4
    when status = 'ProductionCompleted' then 3
    when status in ('producing', 'delayed', 'ProductionStarted') then 2
    when status in ('paymentPending', 'paymentFailed', 'paymentSuccess', 'paymentFree', 'Received') then 0
    else 1 end
$$;

-- Moves the products of an order into lines: of those that are here, and of those that a node of an earlier release adds.
create function move_order_products() returns trigger language plpgsql as $$
begin
  insert into order_products (user_id, order_code, position, code, production_order, quantity, price, status,
    payment_changed_at, photo_ids, current_status, current_since, current_payment_changed_at, current_quantity, current_price)
  select new.user_id, new.code, (place - 1)::smallint, product ->> 'code', new.code, (product ->> 'quantity')::int,
    (product ->> 'price')::bigint, product ->> 'status', (product ->> 'paymentChangedDate')::timestamptz,
    array(select jsonb_array_elements_text(coalesce(product -> 'photoIds', '[]'))::uuid),
    case when order_status_rank(new.status) > order_status_rank(product ->> 'status') then new.status
      else product ->> 'status' end,
    coalesce((product ->> 'paymentChangedDate')::timestamptz, new.created_at),
    (product ->> 'paymentChangedDate')::timestamptz, (product ->> 'quantity')::int, (product ->> 'price')::bigint
  from jsonb_array_elements(new.products) with ordinality as listed (product, place);
  select current_status, current_since into new.current_status, new.current_since from order_products
  where user_id = new.user_id and order_code = new.code
  order by order_status_rank(current_status) = 4, current_status not in ('paymentPending', 'paymentFailed', 'Received'),
    order_status_rank(current_status), current_since desc
  limit 1;
  new.current_total := new.total;
  new.awaits_payment := new.current_status in ('paymentPending', 'paymentFailed', 'Received');
  new.products_count := jsonb_array_length(new.products);
  new.products := null;
  update order_requests set customer_id = new.user_id where order_code = new.code and customer_id is null;
  return new;
end $$;

create trigger orders_in_lines before insert or update of products on orders
for each row when (new.products is not null) execute function move_order_products();
update orders set products = products;

drop index orders_created;
create index orders_listed on orders (user_id, created_at desc, code) include (awaits_payment, products_count);
