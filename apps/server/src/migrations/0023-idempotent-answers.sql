-- Answers to requests that customers' browsers name by an Idempotency-Key, so that a repeated one creates nothing.
create table idempotent_answers (
  user_id uuid not null,
  -- Name of the endpoint in the contract.
  endpoint text not null,
  idempotency_key text not null,
  -- SHA-256 of what was sent.
  request_hash bytea not null check (octet_length(request_hash) = 32),
  -- Null only within the transaction that creates.
  answer jsonb,
  expires_at timestamptz not null,
  primary key (user_id, endpoint, idempotency_key)
);
