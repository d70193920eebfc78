-- What an erasure that has begun still has to do: a row for each area of the platform. They go with the customer's own row.
create table erasure_areas (
  user_id uuid not null,
  area text not null,
  -- When the area is asked next, and when it said that nothing of the customer is left.
  due_at timestamptz not null,
  done_at timestamptz,
  primary key (user_id, area)
);

-- Accounts that were erased, so that no later call makes the customer anew: HMACs of issuer and customer, which name nobody. Not
-- sharded by customer: there is none any more.
create table erased_accounts (
  identity_hmac bytea primary key check (octet_length(identity_hmac) = 32),
  erased_at timestamptz not null
);
