-- Cards and mandates by the names that their provider gave them: never a number.
create table payment_methods (
  user_id uuid not null,
  id uuid not null,
  token text not null,
  kind text not null check (kind in ('card', 'mandate')),
  brand text not null,
  last_four text not null check (last_four ~ '^\d{4}$'),
  -- The last day of a card.
  expires_on date,
  is_default boolean not null default false,
  added_at timestamptz not null,
  primary key (user_id, id)
);
create unique index payment_methods_default on payment_methods (user_id) where is_default;

-- What a customer began at the provider last, and what became of it.
create table payment_setups (
  user_id uuid primary key,
  id uuid not null,
  reference text not null,
  outcome text
);

-- The demo provider's own: what customers did on its page, and what it keeps for them.
create table demo_payment_sessions (
  user_id uuid not null,
  id uuid not null,
  return_to text not null,
  choice text,
  primary key (user_id, id)
);
