-- Invoices and credit notes of customers: reported by shops, or issued here.
create table invoices (
  user_id uuid not null,
  id uuid not null,
  -- Who reported it, by the name of its credential, and by which code; null for one that was issued here.
  service text,
  code text,
  version integer not null check (version > 0),
  -- SHA-256 of what was sent as this version, or of what was issued.
  content_hash bytea not null check (octet_length(content_hash) = 32),
  channel text not null,
  kind text not null check (kind in ('invoice', 'credit-note')),
  number text not null,
  -- Of a credit note: the number of the invoice that it credits, which may come later.
  credits text check (credits is null or kind = 'credit-note'),
  issued_on date not null,
  due_on date,
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  net bigint not null,
  tax bigint not null,
  gross bigint not null check (gross = net + tax),
  -- [{category, rate, net, tax}]
  taxes jsonb not null,
  order_codes text[] not null,
  state text not null check (state in ('open', 'paid', 'cancelled')),
  received_at timestamptz not null,
  -- Its pdf; null until it has come. The CRC-32 is for archives.
  object_key text,
  sha256 bytea check (octet_length(sha256) = 32),
  bytes bigint,
  crc32 bigint,
  primary key (user_id, id),
  check (num_nulls(object_key, sha256, bytes, crc32) in (0, 4)),
  check ((service is null) = (code is null))
);
create unique index invoices_code on invoices (user_id, service, code);
create index invoices_listed on invoices (user_id, issued_on desc, id desc);
create index invoices_number on invoices (user_id, channel, number);
create index invoices_credits on invoices (user_id, channel, credits) where credits is not null;

-- Look-up table, not sharded by customer: a channel has each number once, whoever it is of.
create table invoice_numbers (
  channel text not null,
  number text not null,
  customer_id uuid not null,
  invoice_id uuid not null,
  -- Of one that was issued here: its series and its place there.
  series text,
  place integer check (place > 0),
  created_at timestamptz not null,
  primary key (channel, number),
  check ((series is null) = (place is null))
);
create unique index invoice_numbers_invoice on invoice_numbers (invoice_id);
create unique index invoice_numbers_place on invoice_numbers (series, place) where series is not null;
create index invoice_numbers_customer on invoice_numbers (customer_id);

-- Look-up table, not sharded by customer: there are never two invoices for one supply, one of the shop and one of ours.
create table invoice_supplies (
  order_code text not null,
  -- The service that reported it; null for one that is issued here.
  service text,
  customer_id uuid not null,
  -- Of one that is issued here; chosen once, so that it gets one number, however often that is tried.
  invoice_id uuid,
  created_at timestamptz not null,
  primary key (order_code)
);
create index invoice_supplies_customer on invoice_supplies (customer_id);
