-- A line that was placed as cancelled stays so in an order that was sent. The same as in rules.ts.
create or replace function move_order_products() returns trigger language plpgsql as $$
begin
  insert into order_products (user_id, order_code, position, code, production_order, quantity, price, status,
    payment_changed_at, photo_ids, current_status, current_since, current_payment_changed_at, current_quantity, current_price)
  select new.user_id, new.code, (place - 1)::smallint, product ->> 'code', new.code, (product ->> 'quantity')::int,
    (product ->> 'price')::bigint, product ->> 'status', (product ->> 'paymentChangedDate')::timestamptz,
    array(select jsonb_array_elements_text(coalesce(product -> 'photoIds', '[]'))::uuid),
    case when order_status_rank(new.status) > order_status_rank(product ->> 'status')
        and order_status_rank(product ->> 'status') <> 4 then new.status
      else product ->> 'status' end,
    coalesce((product ->> 'paymentChangedDate')::timestamptz, new.created_at),
    (product ->> 'paymentChangedDate')::timestamptz, (product ->> 'quantity')::int, (product ->> 'price')::bigint
  from jsonb_array_elements(new.products) with ordinality as listed (product, place);
  select current_status, current_since into new.current_status, new.current_since from order_products
  where user_id = new.user_id and order_code = new.code
  order by order_status_rank(current_status) = 4, current_status not in ('paymentPending', 'paymentFailed', 'Received'),
    order_status_rank(current_status), current_since desc
  limit 1;
  new.current_total := new.total;
  new.awaits_payment := new.current_status in ('paymentPending', 'paymentFailed', 'Received');
  new.products_count := jsonb_array_length(new.products);
  new.products := null;
  update order_requests set customer_id = new.user_id where order_code = new.code and customer_id is null;
  return new;
end $$;
