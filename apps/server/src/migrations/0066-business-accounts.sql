-- What business customers say of their firm, and where their account stands. A business customer without a row has said nothing.
create table business_accounts (
  user_id uuid primary key,
  -- Follows from the other columns and the answer about the VAT id; kept for lists. 'validated' is none of those on the wire.
  status text not null default 'default' check (status in ('default', 'new', 'validated', 'blocked')),
  company text,
  register_number text,
  -- With its country's prefix, without blanks.
  vat_id text,
  -- A firm that is too small to have a VAT id.
  is_vat_exempt boolean not null default false,
  invoice_email text,
  contacts jsonb not null default '[]',
  -- Raised by each change of the customer.
  version integer not null default 1 check (version > 0),
  changed_at timestamptz not null,
  -- Since when an operator is waited for.
  waiting_since timestamptz,
  -- Which firm an operator has approved: another one waits anew.
  validated_for text,
  validated_at timestamptz,
  blocked_at timestamptz,
  block_reason text,
  check ((blocked_at is null) = (block_reason is null)),
  check ((status = 'blocked') = (blocked_at is not null))
);
create index business_accounts_waiting on business_accounts (waiting_since) where status = 'new';
