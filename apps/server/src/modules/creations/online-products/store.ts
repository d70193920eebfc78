import type {
  DescribedPage,
  PageFormat,
  saveOnlineProduct,
} from '@keepsake/contracts/creations/online-products';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import type { OnlineProductFiles } from '../../../platform/database/database-types.ts';
import { push } from '../../../platform/push.ts';
import { removeLater, type SentFile } from '../../exchange/sent-files/index.ts';
import type { CodeRef } from './deps.ts';

export type ProductRef = { customerId: CustomerId; productId: string };

/** A product as sent by its shop. */
export type Content = {
  version: number;
  contentHash: Buffer;
  channel: string;
  kind: BodyOf<typeof saveOnlineProduct>['kind'];
  title: string | null;
  product: string | null;
  format: PageFormat | null;
  orderCode: string | null;
  createdAt: Date;
  pages: readonly DescribedPage[];
};

const columnsOf = (content: Content) => ({
  version: content.version,
  content_hash: content.contentHash,
  channel: content.channel,
  kind: content.kind,
  title: content.title,
  product: content.product,
  format: content.format && JSON.stringify(content.format),
  order_code: content.orderCode,
  created_at: content.createdAt,
  pages: JSON.stringify(content.pages),
});

/** Adds a product; false if the customer has one with this code. */
export async function insertProduct(
  trx: Queryable,
  { customerId, service, code }: CodeRef & { service: string },
  { id, content }: { id: string; content: Content },
): Promise<boolean> {
  const added = await trx
    .insertInto('online_products')
    .values({ user_id: customerId, id, service, code, ...columnsOf(content) })
    .onConflict((conflict) => conflict.columns(['user_id', 'code']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}

export async function updateProduct(
  trx: Queryable,
  { customerId, productId }: ProductRef,
  content: Content,
): Promise<void> {
  await trx
    .updateTable('online_products')
    .set(columnsOf(content))
    .where('user_id', '=', customerId)
    .where('id', '=', productId)
    .execute();
}

/** A product, locked until the transaction ends. */
export function lockProduct(trx: Queryable, { customerId, code }: CodeRef) {
  return trx
    .selectFrom('online_products')
    .select(['id', 'service', 'channel', 'version', 'content_hash', 'pages'])
    .where('user_id', '=', customerId)
    .where('code', '=', code)
    .forUpdate()
    .executeTakeFirst();
}

export async function removeProduct(trx: Queryable, { customerId, productId }: ProductRef): Promise<void> {
  await trx
    .deleteFrom('online_products')
    .where('user_id', '=', customerId)
    .where('id', '=', productId)
    .execute();
}

/** Places of the pages whose picture has arrived. */
export async function readPlaces(db: Queryable, { customerId, productId }: ProductRef): Promise<number[]> {
  const rows = await db
    .selectFrom('online_product_files')
    .select('place')
    .where('user_id', '=', customerId)
    .where('product_id', '=', productId)
    .where('purpose', '=', 'page')
    .execute();
  return rows.map(({ place }) => place);
}

/** A pdf's purpose; the other files are pictures of pages. */
export type DocumentPurpose = Exclude<OnlineProductFiles['purpose'], 'page'>;
/** Identifies a file of a product: there is one per place. */
export type FilePlace = ProductRef & { purpose: OnlineProductFiles['purpose']; place: number };
export type NewFile = {
  id: string;
  objectKey: string;
  sha256: Buffer;
  bytes: number;
  /** Present for pictures. */
  picture: { width: number; height: number; thumbhash: Uint8Array } | null;
};

export function findFile(db: Queryable, { customerId, productId, purpose, place }: FilePlace) {
  return db
    .selectFrom('online_product_files')
    .select(['id', 'sha256', 'bytes', 'object_key as objectKey'])
    .where('user_id', '=', customerId)
    .where('product_id', '=', productId)
    .where('purpose', '=', purpose)
    .where('place', '=', place)
    .executeTakeFirst();
}

/** The picture of a page, by its place from 1; undefined until it has arrived. */
export const findPagePicture = (db: Queryable, ref: ProductRef & { place: number }) =>
  findFile(db, { ...ref, purpose: 'page' });

/** Stores a file in its place; a job removes the previous one. */
export async function saveFile(
  trx: Queryable,
  { customerId, productId, purpose, place }: FilePlace,
  { id, objectKey, sha256, bytes, picture, now }: NewFile & { now: Date },
): Promise<void> {
  const which = sql`user_id = ${customerId} and product_id = ${productId} and purpose = ${purpose} and place = ${place}`;
  await removeFiles(trx, which);
  const details = { purpose, place, object_key: objectKey, sha256, bytes, created_at: now };
  const thumbhash = picture && Buffer.from(picture.thumbhash);
  await trx
    .insertInto('online_product_files')
    .values({
      user_id: customerId,
      id,
      product_id: productId,
      ...details,
      width: picture?.width,
      height: picture?.height,
      thumbhash,
    })
    .execute();
}

type Which = ProductRef & {
  /** Only pages after this place. */
  beyond?: number;
};

/** Removes files of a product. */
export async function removeFilesOf(trx: Queryable, { customerId, productId, beyond }: Which): Promise<void> {
  const ofPages = beyond === undefined ? sql`` : sql`and place > ${beyond}`;
  await removeFiles(trx, sql`user_id = ${customerId} and product_id = ${productId} ${ofPages}`);
}

async function removeFiles(trx: Queryable, which: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<SentFile>`
    delete from online_product_files where ${which}
    returning user_id as "customerId", object_key as "objectKey", purpose`.execute(trx);
  await removeLater(trx, rows);
}

/** Notifies the customer's screens that their online products have changed. */
export function pushProducts(trx: Queryable, customerId: CustomerId, now: Date): Promise<void> {
  return push(trx, customerId, { type: 'products-changed', data: {} }, now);
}
