-- VAT ids of Greece begin with EL (Directive 2006/112/EC, article 215). Orders were taken with GR, too, which agreed with no
-- account's, so that their invoices could not be issued: they are tried again.
with corrected as (
  update orders set buyer_vat_id = 'EL' || substr(buyer_vat_id, 3) where buyer_vat_id like 'GR%' returning user_id, code
)
insert into invoice_requests (user_id, order_code)
select fault.user_id, fault.order_code from corrected
  join invoice_faults as fault on fault.user_id = corrected.user_id and fault.order_code = corrected.code
on conflict (user_id, order_code) do update
  set requests = invoice_requests.requests + 1, requested_at = now();
