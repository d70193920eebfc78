import { createHash, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

type Offered = { customerId: CustomerId; title: string; now: Date };

/** An entry that a customer has offered, with a widget of one page and its picture; returns the entry's id and the picture's. */
export async function offerEntry(
  { db, objects }: { db: Database; objects: ObjectStore },
  { customerId: user_id, title, now }: Offered,
): Promise<{ id: string; pictureId: string }> {
  const [id, widgetId, productId, pictureId, code] = Array.from({ length: 5 }, () => randomUUID()) as [
    string,
    string,
    string,
    string,
    string,
  ];
  const sha256 = createHash('sha256').update(pictureId).digest();
  const pages = JSON.stringify([{ kind: 'page', width: 4, height: 3 }]);
  const product = {
    service: 'shop',
    version: 1,
    content_hash: sha256,
    channel: 'pennyfern',
    kind: 'book',
    pages,
  };
  await db
    .insertInto('online_products')
    .values({ user_id, id: productId, code, title, created_at: now, ...product })
    .execute();
  const objectKey = `online-products/${user_id}/${pictureId}`;
  for (const size of [300, 800, 1300, 2600])
    await objects.putBytes(`${objectKey}.${size}.jpg`, Buffer.from(`the picture at ${size}`));
  const file = {
    id: pictureId,
    product_id: productId,
    purpose: 'page' as const,
    place: 1,
    object_key: objectKey,
  };
  await db
    .insertInto('online_product_files')
    .values({ user_id, ...file, sha256, bytes: 4, width: 4, height: 3, thumbhash: sha256, created_at: now })
    .execute();
  const shown = { first_place: 1, colours: 'auto', size: 'medium', sites: [] };
  await db
    .insertInto('widgets')
    .values({ user_id, code, id: widgetId, title, created_at: now, ...shown })
    .execute();
  const context = {
    channel: 'pennyfern',
    category: 'travel',
    title,
    text: '<b>Kent</b>',
    product_code: code,
  };
  await db
    .insertInto('gallery_entries')
    .values({ id, widget_id: widgetId, customer_id: user_id, ...context, state: 'offered', offered_at: now })
    .execute();
  return { id, pictureId };
}
