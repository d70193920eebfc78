import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import type { Environment } from '../environment/start-environment.ts';
import { writeThumbnail } from '../environment/write-thumbnail.ts';

const CODE = 'BENCH-BOOK';
const SIZES = [300, 800, 1300, 2600];
const KEY = 'online-products/bench';

type Seeded = { databaseUrl: string; customerId: CustomerId; pages: number };

/** Seeds an ordered book with a picture per page directly into the database. Returns its code. */
export async function seedBook({ dataDir }: Environment, { databaseUrl, customerId, pages }: Seeded) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with product as (
         insert into online_products (user_id, id, code, service, version, content_hash, channel, kind, title, created_at, pages)
         values ($1::uuid, gen_random_uuid(), $2, 'shop', 1, sha256('bench'), 'pennyfern', 'book', 'Kent in June', now(),
           (select jsonb_agg(jsonb_build_object('kind', 'page', 'width', 4, 'height', 3)) from generate_series(1, $3::int)))
         returning id)
       insert into online_product_files
         (user_id, id, product_id, purpose, place, object_key, sha256, bytes, width, height, created_at)
       select $1::uuid, gen_random_uuid(), product.id, 'page', place, $4 || '-' || place % 4, sha256('bench'), 20000, 2600, 1950,
         now()
       from product, generate_series(1, $3::int) as place`,
      [customerId, CODE, pages, KEY],
    );
  } finally {
    await client.end();
  }
  for (const picture of [0, 1, 2, 3])
    for (const size of SIZES) {
      const file = path.join(dataDir, 'objects', `${KEY}-${picture}.${size}.jpg`);
      await writeThumbnail(file, [size, (size * 3) / 4]);
    }
  return CODE;
}
