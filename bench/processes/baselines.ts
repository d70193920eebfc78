import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bearerTokenOf, type VerifyToken } from '../../apps/server/src/platform/auth.ts';

type Deps = { pool: pg.Pool; verifyToken: VerifyToken };

/**
 * Baseline of a month page: an authenticated route that reads rows of photos by key and returns them unchanged, padded to
 * `bytes`.
 */
export function mountRowsBaseline(app: FastifyInstance, { pool, verifyToken }: Deps): void {
  // Baseline of GraphQL: a public route with a constant answer of the same size.
  app.get('/bench/plain', async (request, reply) => {
    const { bytes } = request.query as { bytes: string };
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"filler":"${'x'.repeat(Number(bytes) - 13)}"}`);
  });
  // Baseline of saved projects, analogous to that of month pages.
  app.get('/bench/projects', async (request, reply) => {
    const { customerId } = await verifyToken(bearerTokenOf(request));
    const { ids, bytes } = request.query as { ids: string; bytes: string };
    const { rows } = await pool.query(
      `select id, channel, title, product, article, article_type, price, pages_count, photos_count, changed_at, kept_until,
         deleted_at, continue_url, picture_id, first_photo_id from projects where user_id = $1 and id = any($2)`,
      [customerId, ids.split(',')],
    );
    const items = JSON.stringify(rows);
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"items":${items},"filler":"${'x'.repeat(Math.max(0, Number(bytes) - items.length - 23))}"}`);
  });
  app.get('/bench/rows', async (request, reply) => {
    const { customerId } = await verifyToken(bearerTokenOf(request));
    const { ids, bytes } = request.query as { ids: string; bytes: string };
    const { rows } = await pool.query(
      `select id, upload_id, file_name, format, bytes, created_at, upload_end, taken_at, taken_offset_minutes, width,
         height, encode(thumbhash, 'base64') as thumbhash, thumbnail_state, failure
       from photos where user_id = $1 and id = any($2)`,
      [customerId, ids.split(',')],
    );
    const images = JSON.stringify(rows);
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"images":${images},"filler":"${'x'.repeat(Math.max(0, Number(bytes) - images.length - 24))}"}`);
  });
}
