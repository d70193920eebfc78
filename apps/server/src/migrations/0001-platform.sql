-- Keys and pepper values made once per installation and shared by its nodes.
create table secrets (
  name text primary key,
  value text not null,
  created_at timestamptz not null default now()
);

-- Mail that no SMTP server takes: readable at /outbox in embedded mode.
create table outbox_mails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  attachments jsonb not null default '[]',
  created_at timestamptz not null default now()
);
create index outbox_mails_created on outbox_mails (created_at desc);

-- One row a running worker. Jobs of a worker that stopped beating are unlocked by the others.
create table worker_heartbeats (
  worker_id text primary key,
  beat_at timestamptz not null
);
