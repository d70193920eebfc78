import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bearerTokenOf, type VerifyToken } from '../../apps/server/src/platform/auth.ts';

type Deps = { pool: pg.Pool; verifyToken: VerifyToken };

/** Per kind of list: the rows of a customer's page by their keys, as its baseline reads them. */
const READS: Record<string, string[]> = {
  photos: [
    `select id, upload_id, file_name, format, bytes, created_at, upload_end, taken_at, taken_offset_minutes, width,
       height, encode(thumbhash, 'base64') as thumbhash, thumbnail_state, failure
     from photos where user_id = $1 and id = any($2)`,
  ],
  projects: [
    `select id, channel, title, product, article, article_type, price, pages_count, photos_count, changed_at, kept_until,
       deleted_at, continue_url, picture_id, first_photo_id from projects where user_id = $1 and id = any($2)`,
  ],
  orders: [
    `select code, channel, source, currency, created_at, current_status, current_since, current_total, delivery_type,
       expected_from, expected_to, delivered_at, awaits_payment from orders where user_id = $1 and code = any($2)`,
    `select order_code, position, code, production_order, title, article, current_quantity, current_price, current_status,
       current_since, current_payment_changed_at, voucher, photos_count from order_products
     where user_id = $1 and order_code = any($2)`,
  ],
};

/** Rows to insert, and statements to run after them. */
export type BareTransaction = { insert: { table: string; row: Record<string, unknown> }[]; update: string[] };

/**
 * Baselines in the same server: a public route with a constant answer; an authenticated one that reads rows by key and returns
 * them unchanged; and one that inserts and updates rows in a bare transaction. Answers to GET are padded to `bytes`.
 */
export function mountBaselines(app: FastifyInstance, { pool, verifyToken }: Deps): void {
  app.get('/bench/plain', { config: { access: 'public' } }, async (request, reply) => {
    const { bytes } = request.query as { bytes: string };
    return reply.type(JSON_TYPE).send(pad('null', Number(bytes)));
  });
  app.get('/bench/rows/:kind', { config: { access: 'customer' } }, async (request, reply) => {
    const { customerId } = await verifyToken(bearerTokenOf(request));
    const { kind } = request.params as { kind: string };
    const { keys, bytes } = request.query as { keys: string; bytes: string };
    const lists: unknown[][] = [];
    for (const text of READS[kind] ?? []) {
      lists.push((await pool.query(text, [customerId, keys.split(',')])).rows);
    }
    return reply.type(JSON_TYPE).send(pad(JSON.stringify(lists), Number(bytes)));
  });
  app.post('/bench/rows', { config: { access: 'public', budget: 'usual' } }, async (request) => {
    const { insert, update } = request.body as BareTransaction;
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

const JSON_TYPE = 'application/json; charset=utf-8';

function pad(rows: string, bytes: number): string {
  const start = `{"rows":${rows},"filler":"`;
  return `${start}${'x'.repeat(Math.max(0, bytes - start.length - 2))}"}`;
}

async function insertRow(client: pg.PoolClient, table: string, row: Record<string, unknown>): Promise<void> {
  const places = Object.keys(row).map((_, index) => `$${index + 1}`);
  await client.query(
    `insert into ${table} (${Object.keys(row).join(', ')}) values (${places.join(', ')})`,
    Object.values(row),
  );
}
