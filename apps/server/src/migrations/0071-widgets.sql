-- Views of online products that open for whoever knows their address (ADR 48).
create table widgets (
  user_id uuid not null,
  -- Of the online product.
  code text not null,
  -- The token of its address is derived from it.
  id uuid not null,
  title text,
  first_place smallint not null,
  last_place smallint,
  colours text not null,
  size text not null,
  sites text[] not null,
  created_at timestamptz not null,
  visits integer not null default 0,
  primary key (user_id, code)
);
create unique index widgets_id on widgets (user_id, id);

-- Whose widget an address opens: found by the SHA-256 of its token, before it is known of which customer.
create table widget_links (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  customer_id uuid not null,
  code text not null
);
create index widget_links_customer on widget_links (customer_id, code);

-- Addresses that want no mails of customers who share, as HMACs.
create table widget_refusals (
  address_hmac bytea primary key check (octet_length(address_hmac) = 32),
  refused_at timestamptz not null
);

create index order_events_blocks on order_events (user_id, order_code) where type in ('blocked', 'unblocked');
