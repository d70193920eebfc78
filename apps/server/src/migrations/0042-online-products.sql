-- Products that customers can look at page by page, as a service described them last.
create table online_products (
  user_id uuid not null,
  id uuid not null,
  code text not null,
  -- Who sent it, by the name of its credential.
  service text not null,
  version integer not null check (version > 0),
  -- SHA-256 of what was sent as this version.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  channel text not null,
  kind text not null,
  title text,
  product text,
  -- {width, height} of a page in millimetres.
  format jsonb,
  order_code text,
  created_at timestamptz not null,
  -- [{kind, width, height}] in their order.
  pages jsonb not null,
  primary key (user_id, id)
);
create unique index online_products_code on online_products (user_id, code);
create index online_products_listed on online_products (user_id, created_at desc, id);

-- Pictures of their pages and their documents. A picture is kept as JPEGs, `<object_key>.<size>.jpg`, and nothing else.
create table online_product_files (
  user_id uuid not null,
  id uuid not null,
  product_id uuid not null,
  purpose text not null check (purpose in ('page', 'product.pdf', 'map.pdf')),
  -- Of the page among the pages, from 1; 0 for a document.
  place smallint not null check ((place > 0) = (purpose = 'page')),
  object_key text not null,
  -- Of what was sent.
  sha256 bytea not null check (octet_length(sha256) = 32),
  bytes bigint not null,
  -- Of a picture alone.
  width integer,
  height integer,
  thumbhash bytea,
  created_at timestamptz not null,
  primary key (user_id, id)
);
create unique index online_product_files_place on online_product_files (user_id, product_id, purpose, place);
