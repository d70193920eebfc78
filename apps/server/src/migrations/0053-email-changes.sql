-- Changes of accounts' addresses: at most one of an account waits for its confirmation; confirmed ones can be undone for a
-- while. A row is kept no longer than one of the two.
create table email_changes (
  id uuid primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  -- When the latest mail to the new address was asked for.
  sent_at timestamptz not null,
  confirmed_at timestamptz,
  -- Until when the link works: that to the new address, and once it is confirmed that to the old one.
  expires_at timestamptz not null,
  undone_at timestamptz
);
create unique index email_changes_pending on email_changes (account_id) where confirmed_at is null;
create index email_changes_account on email_changes (account_id);
create index email_changes_expiry on email_changes (expires_at);
