-- How often the numbers of invoices had to begin anew, because a restored database could not learn all of the earlier ones (ADR 82).
create table invoice_runs (
  run integer primary key check (run > 1),
  begun_at timestamptz not null
);

-- Numbers that were given out, or may have been, and of which no invoice is left: for the tax office.
create table invoice_number_gaps (
  channel text not null,
  number text not null,
  noted_at timestamptz not null,
  primary key (channel, number)
);
