import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { bearerTokenOf, type VerifyToken } from '../../apps/server/src/platform/auth.ts';

type Deps = { pool: pg.Pool; verifyToken: VerifyToken };

/**
 * What a month page is measured against: an authenticated route that reads rows of photos by their keys and answers
 * them as they are, filled up to `bytes`.
 */
export function mountRowsBaseline(app: FastifyInstance, { pool, verifyToken }: Deps): void {
  // What GraphQL is measured against: as many bytes that are known beforehand, for anybody.
  app.get('/bench/plain', async (request, reply) => {
    const { bytes } = request.query as { bytes: string };
    return reply
      .type('application/json; charset=utf-8')
      .send(`{"filler":"${'x'.repeat(Number(bytes) - 13)}"}`);
  });
  // What saved projects are measured against, as month pages are.
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
