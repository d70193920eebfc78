-- Accounts that their customers delete: asked for, closed once that is confirmed, erased when the days of grace are over. A row
-- goes when the request is given up, when the customer comes back, and when nothing is left to erase.
create table account_closings (
  user_id uuid primary key,
  -- Which request it is: the links of an earlier one find nothing.
  id uuid not null,
  requested_at timestamptz not null,
  -- When the latest mail with the link was asked for, and until when that link works.
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  -- When the customer confirmed, and when the days of grace end.
  closed_at timestamptz,
  erase_at timestamptz,
  -- When erasure began: from then on nobody comes back.
  erasing_at timestamptz,
  check ((closed_at is null) = (erase_at is null)),
  check (erasing_at is null or closed_at is not null)
);
create index account_closings_expiry on account_closings (expires_at) where closed_at is null;

-- While it is set nobody gets in, and no session or token of the account is worth anything.
alter table accounts add column closed_at timestamptz;
