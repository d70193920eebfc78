-- Codes by which phones send photos to a library; of their tokens only a hash is kept.
create table phone_transfers (
  user_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  -- Where photos go besides the library. The album may be gone by then.
  album_id uuid,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  opened_at timestamptz,
  ended_at timestamptz,
  primary key (user_id, id)
);
create unique index phone_transfers_token on phone_transfers (user_id, token_hash);

-- The code that a file came by; null for the customer's own browser.
alter table uploads add column transfer_id uuid;
create index uploads_transferred on uploads (user_id, transfer_id) where transfer_id is not null;
