-- The newsletter of a customer: one that waits for its confirmation, or one that was confirmed.
create table newsletter_subscriptions (
  user_id uuid primary key,
  -- The proof that stands behind it.
  consent_id uuid not null,
  -- HMAC of the folded address of the account, by which the suppressed ones are known.
  address_hmac bytea not null,
  topics text[] not null check (cardinality(topics) > 0),
  frequency text not null check (frequency in ('every', 'monthly')),
  paused_until timestamptz,
  -- When the latest mail with a link was asked for, and until when the link works.
  link_sent_at timestamptz not null,
  link_expires_at timestamptz not null,
  confirmed_at timestamptz,
  last_issue_at timestamptz
);

-- Proofs of consent. They outlive the account: user_id is the nil id then, and no address is in them.
create table newsletter_consents (
  user_id uuid not null,
  id uuid not null,
  address_hmac bytea not null,
  -- 'double-opt-in' or 'import'; what a subscriber changed later, or a confirmed change of the account's address took along, is
  -- 'topics-change' or 'address-change', as of the proof before it.
  source text not null,
  -- What was shown: a row of newsletter_texts.
  text_version text not null,
  text_digest bytea not null,
  locale text not null,
  topics text[] not null,
  requested_at timestamptz not null,
  -- The first 24 bits of an IPv4 address, the first 48 of one in IPv6.
  requested_network text,
  confirmed_at timestamptz,
  confirmed_network text,
  ended_at timestamptz,
  -- 'customer', 'one-click', 'bounce', 'address-change', 'replaced' or 'erased'.
  ended_by text,
  primary key (user_id, id)
);

-- The texts that customers agreed to, by their SHA-256.
create table newsletter_texts (
  digest bytea primary key,
  version text not null,
  locale text not null,
  text text not null
);

-- Addresses that get no newsletter, whatever subscription says so.
create table newsletter_suppressions (
  address_hmac bytea primary key,
  reason text not null check (reason in ('unsubscribed', 'bounced')),
  suppressed_at timestamptz not null
);

-- Newsletters that an operator sends, and who gets them.
create table newsletter_issues (
  id uuid primary key,
  topic text not null,
  channel text not null,
  -- Subject, text and perhaps HTML by language.
  contents jsonb not null,
  begun_at timestamptz not null
);
create table newsletter_deliveries (
  user_id uuid not null,
  issue_id uuid not null,
  -- 'sending' is what a kill left open: whether the mail went is not known, and it is not sent twice.
  state text not null check (state in ('queued', 'sending', 'sent', 'skipped', 'bounced', 'failed')),
  changed_at timestamptz not null,
  primary key (user_id, issue_id)
);

-- What a mail has besides the usual headers, for whoever tries one-click unsubscription out.
alter table outbox_mails add column headers jsonb not null default '{}';
