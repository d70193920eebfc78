-- Orders that were sent again because their invoices could not be issued as they were: which request did it, so that its repetition is
-- known. A look-up table like order_requests.
create table order_repairs (
  service text not null,
  idempotency_key text not null,
  -- SHA-256 of what was sent.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  order_code text not null,
  repaired_at timestamptz not null,
  primary key (service, idempotency_key, request_hash)
);
