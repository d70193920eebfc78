-- What each refund of an order invoiced here gives back, decided once: its credit note is issued from it, or there is none.
create table refund_matches (
  user_id uuid not null,
  -- The event; its credit note has the same id.
  refund_id uuid not null,
  order_code text not null,
  -- In the order in which they were decided.
  place integer not null check (place > 0),
  -- Shares of the invoice, by line of the order and rate; empty if nothing of it was invoiced.
  credited jsonb not null,
  -- What was paid and is not on the invoice.
  left_out jsonb not null,
  -- What was neither paid nor invoiced.
  surplus bigint not null,
  -- Derived from a credit note that was issued before refunds were matched.
  is_earlier boolean not null,
  matched_at timestamptz not null,
  primary key (user_id, refund_id),
  unique (user_id, order_code, place)
);

-- What an invoice holds, by line of its order and rate; null for credit notes, and for invoices from before refunds were matched.
alter table structured_invoices add column shares jsonb;

-- A refund without a match or, if it gives back something of the invoice, without a credit note; and what is paid or open against its
-- order's last payment. An event about some of the products only leaves that to the order.
create or replace view invoice_gaps as
with supplied as (
  select supply.customer_id as user_id, supply.order_code, invoice.state, invoice.gross
  from invoice_supplies as supply join invoices as invoice
    on invoice.user_id = supply.customer_id and invoice.id = supply.invoice_id
  where supply.service is null and not exists (select from invoice_faults as fault
    where fault.user_id = supply.customer_id and fault.order_code = supply.order_code)
)
select user_id, order_code, 'refund' as gap, event.received_at as since
from supplied join order_events as event using (user_id, order_code)
where event.type = 'refunded' and (event.data ->> 'amount')::bigint > 0
  and not exists (select from invoices as note where note.user_id = supplied.user_id and note.id = event.id)
  and not exists (select from refund_matches as match where match.user_id = supplied.user_id
    and match.refund_id = event.id and match.credited = '[]'::jsonb)
union all
select user_id, order_code, case state when 'open' then 'payment' else 'returned' end, payment.received_at
from supplied cross join lateral (
  select received_at, data ->> 'status' as status, product_codes, production_order from order_events as event
  where event.user_id = supplied.user_id and event.order_code = supplied.order_code
    and type in ('payment', 'status') and data ->> 'status' like 'payment%'
  order by happened_at desc, data ->> 'status' in ('paymentSuccess', 'paymentFree') desc, id desc limit 1) as payment
where payment.product_codes is null and payment.production_order is null and gross > 0
  and case state when 'open' then payment.status in ('paymentSuccess', 'paymentFree')
    when 'paid' then payment.status in ('paymentPending', 'paymentFailed') else false end;
