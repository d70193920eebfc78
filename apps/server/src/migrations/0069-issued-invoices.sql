-- How far the numbers of a channel, year and kind have got; a row and no sequence, so that there are no gaps.
create table invoice_series (
  series text primary key,
  value integer not null check (value > 0)
);

-- Orders whose invoice or credit note cannot be issued, and why, until it can.
create table invoice_faults (
  user_id uuid not null,
  order_code text not null,
  fault text not null,
  tried_at timestamptz not null,
  primary key (user_id, order_code)
);

-- Invoices that were issued here as XML (EN 16931, CII), for the retailer's platform: until it is handed over, and what came of it.
create table structured_invoices (
  user_id uuid not null,
  invoice_id uuid not null,
  channel text not null,
  number text not null,
  xml text not null,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- What the platform calls it, and what it said.
  reference text,
  answer text,
  primary key (user_id, invoice_id)
);
create index structured_invoices_waiting on structured_invoices (created_at) where sent_at is null;
