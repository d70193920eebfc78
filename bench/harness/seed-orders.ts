import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { BenchDatabase } from './environment.ts';
import { settle } from './seed-library.ts';

/** Seeds orders of a customer directly into the database: an hour apart, with one to three products of one photo each. */
export async function seedOrders(
  database: BenchDatabase,
  { customerId, orders }: { customerId: CustomerId; orders: number },
): Promise<void> {
  const { query } = database;
  await query(
    `insert into orders (user_id, code, channel, service, status, currency, total, created_at, received_at, source,
       delivery_type, current_status, current_since, current_total, first_promised_from, first_promised_to, expected_from,
       expected_to, products_count)
     select $1, 'B-' || n, 'pennyfern', 'shop', 'paymentSuccess', 'GBP', 475, placed, placed, 'Resnap', 'Home', 'shipped',
       placed, 475, placed::date + 3, placed::date + 5, placed::date + 3, placed::date + 5, 1 + n % 3
     from generate_series(1, $2::int) as n, lateral (select now() - n * interval '1 hour') as moment (placed)`,
    [customerId, orders],
  );
  await query(
    `insert into order_products (user_id, order_code, position, code, production_order, title, article, quantity, price,
       status, payment_changed_at, photo_ids, current_status, current_since, current_payment_changed_at, current_quantity,
       current_price)
     select $1, orders.code, place, 'PAP_' || place, orders.code, 'Prints 10 × 15', 'PAP_910', 25, 475, 'paymentSuccess',
       created_at, array(select id from photos where user_id = $1 order by id offset place limit 24), 'shipped', created_at,
       created_at, 25, 475
     from orders, generate_series(0, products_count - 1) as place where user_id = $1`,
    [customerId],
  );
  await settle(database, 'orders, order_products');
}
