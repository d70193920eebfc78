-- As before. An event that was stored before its type was understood may have any amount, and is no refund unless that is a number; the
-- database may look at it before it looks for an invoice.
create or replace view invoice_gaps as
with supplied as (
  select supply.customer_id as user_id, supply.order_code, invoice.state, invoice.gross
  from invoice_supplies as supply join invoices as invoice
    on invoice.user_id = supply.customer_id and invoice.id = supply.invoice_id
  where supply.service is null and not exists (select from invoice_faults as fault
    where fault.user_id = supply.customer_id and fault.order_code = supply.order_code)
)
select user_id, order_code, 'refund' as gap, event.received_at as since
from supplied join reported_events as event using (user_id, order_code)
where event.type = 'refunded'
  and case jsonb_typeof(event.data -> 'amount') when 'number' then (event.data -> 'amount')::numeric > 0 else false end
  and not exists (select from invoices as note where note.user_id = supplied.user_id and note.id = event.id)
  and not exists (select from refund_matches as match where match.user_id = supplied.user_id
    and match.refund_id = event.id and match.credited = '[]'::jsonb)
union all
select user_id, order_code, case state when 'open' then 'payment' else 'returned' end, payment.received_at
from supplied cross join lateral (
  select received_at, data ->> 'status' as status, product_codes, production_order from reported_events as event
  where event.user_id = supplied.user_id and event.order_code = supplied.order_code
    and type in ('payment', 'status') and data ->> 'status' like 'payment%'
  order by happened_at desc, data ->> 'status' in ('paymentSuccess', 'paymentFree') desc, id desc limit 1) as payment
where payment.product_codes is null and payment.production_order is null and gross > 0
  and case state when 'open' then payment.status in ('paymentSuccess', 'paymentFree')
    when 'paid' then payment.status in ('paymentPending', 'paymentFailed') else false end;
