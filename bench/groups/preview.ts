import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { PAGE_PICTURE_SIZES } from '@keepsake/contracts/platform/limits';
import { launchBrowser, serveWebApp } from '../harness/browser.ts';
import { type BenchDatabase, startEnvironment } from '../harness/environment.ts';
import type { Figure } from '../harness/figure.ts';
import { writeThumbnail } from '../harness/pictures.ts';
import { measurePageTurns, measurePreview } from '../web/turns.ts';

const PHOTOS = 5_000;
/** Pages of the book, which is turned one opening at a time. */
const PAGES = 80;
const CODE = 'BENCH-BOOK';
const KEY = 'online-products/bench';

/** The full-screen preview and the pages of a book in Chromium: how soon the next one is shown. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('preview');
  const { database, customerId, url: libraryUrl } = await serveWebApp(environment, { photos: PHOTOS });
  await seedBook(database, customerId);
  await using browser = await launchBrowser();
  const turns = await measurePageTurns(browser, { libraryUrl, productCode: CODE });
  return [...(await measurePreview(browser, libraryUrl)), ...turns];
}

/** Seeds an ordered book with a picture per page directly into the database; four pictures are shared by all pages. */
async function seedBook({ query, dataDir }: BenchDatabase, customerId: CustomerId): Promise<void> {
  await query(
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
    [customerId, CODE, PAGES, KEY],
  );
  for (const picture of [0, 1, 2, 3])
    for (const size of PAGE_PICTURE_SIZES)
      await writeThumbnail(path.join(dataDir, 'objects', `${KEY}-${picture}.${size}.jpg`), size);
}
