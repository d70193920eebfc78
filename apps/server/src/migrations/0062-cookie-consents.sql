-- Proof of what visitors chose about analytics and marketing, by a random number that their browser keeps. Nothing here names
-- a customer, an address or a browser.
create table cookie_consents (
  id uuid not null,
  chosen_at timestamptz not null,
  code text not null check (code in ('00', '01', '10', '11')),
  -- What was asked: the brand, the texts by their version and language, and the script of each purpose.
  channel text not null,
  text_version integer not null,
  locale text not null,
  scripts jsonb not null,
  primary key (id, chosen_at)
);
create index cookie_consents_time on cookie_consents (chosen_at);
