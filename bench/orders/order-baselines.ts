import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bearerTokenOf, type VerifyToken } from '../../apps/server/src/platform/auth.ts';

type Deps = { pool: pg.Pool; verifyToken: VerifyToken };
type Row = Record<string, unknown>;
type Rows = { table: string; row: Row }[];

/**
 * Baselines of orders in the same server: an authenticated route that reads a customer's orders and lines by key and returns
 * them unchanged, padded to `bytes`; and one that inserts and updates rows in a bare transaction.
 */
export function mountOrderBaselines(app: FastifyInstance, { pool, verifyToken }: Deps): void {
  app.get('/bench/orders', async (request, reply) => {
    const { customerId } = await verifyToken(bearerTokenOf(request));
    const { codes, bytes } = request.query as { codes: string; bytes: string };
    const keys = [customerId, codes.split(',')];
    const orders = await pool.query(
      `select code, channel, source, currency, created_at, current_status, current_since, current_total, delivery_type,
         expected_from, expected_to, delivered_at, awaits_payment from orders where user_id = $1 and code = any($2)`,
      keys,
    );
    const lines = await pool.query(
      `select order_code, position, code, production_order, title, article, current_quantity, current_price, current_status,
         current_since, current_payment_changed_at, voucher, photos_count from order_products
       where user_id = $1 and order_code = any($2)`,
      keys,
    );
    const text = JSON.stringify({ orders: orders.rows, lines: lines.rows });
    const filler = 'x'.repeat(Math.max(0, Number(bytes) - text.length - 13));
    return reply.type('application/json; charset=utf-8').send(`{"rows":${text},"filler":"${filler}"}`);
  });
  app.post('/bench/rows', { config: { budget: 'usual' } }, async (request) => {
    const { insert, update } = request.body as { insert: Rows; update: string[] };
    const client = await pool.connect();
    try {
      await client.query('begin');
      for (const { table, row } of insert) await insertRow(client, table, row);
      for (const text of update) await client.query(text);
      await client.query('commit');
    } finally {
      client.release();
    }
    return {};
  });
}

async function insertRow(client: pg.PoolClient, table: string, row: Row): Promise<void> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await client.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}
