-- Bounces and complaints that services reported, by which repeated ones are recognised.
create table mail_events (
  service text not null,
  id text not null,
  received_at timestamptz not null,
  primary key (service, id)
);

-- Customers whose address takes no mail, as long as they have it.
create table returned_mails (
  user_id uuid primary key,
  email text not null,
  returned_at timestamptz not null
);

alter table storage_reminders
  -- The id in the mail's Message-ID.
  add column mail_id uuid,
  -- When the mail came back, and from which address. A reminder that was queued again later is another mail.
  add column returned_at timestamptz,
  add column returned_email text;

alter table storage_accounts
  -- The first date that moved because its warnings came back.
  add column moved_from date,
  -- The date that the customer saw in the account, and when.
  add column seen_date date,
  add column seen_at timestamptz;
