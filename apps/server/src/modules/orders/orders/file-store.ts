import type { OrderFilePurpose } from '@keepsake/contracts/orders/order-files';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { BATCH } from '../../../platform/jobs/jobs.ts';
import { removeLater, type SentFile } from '../../exchange/sent-files/index.ts';

/** Identifies files of orders in addresses. */
export const ORDER_FILES = 'order-files';

/** Identifies a file of an order: there is one per place. */
export type Place = OrderRef & { purpose: OrderFilePurpose; productCode: string };
export type StoredFile = { id: string; objectKey: string; sha256: Buffer; bytes: number };

export async function hasProduct(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
  code: string,
): Promise<boolean> {
  const row = await db
    .selectFrom('order_products')
    .select('position')
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .where('code', '=', code)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export function findFile(db: Queryable, { customerId, orderCode, purpose, productCode }: Place) {
  return db
    .selectFrom('order_files')
    .select(['id', 'sha256', 'bytes', 'object_key as objectKey'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .where('product_code', '=', productCode)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

/** Stores a file in its place; a job removes the previous one. */
export async function saveFile(
  trx: Queryable,
  { customerId, orderCode, purpose, productCode }: Place,
  { id, objectKey, sha256, bytes, service, now }: StoredFile & { service: string; now: Date },
): Promise<void> {
  await removeFiles(
    trx,
    sql`user_id = ${customerId} and order_code = ${orderCode} and product_code = ${productCode} and purpose = ${purpose}`,
  );
  const details = { product_code: productCode, purpose, object_key: objectKey, sha256, bytes, service };
  await trx
    .insertInto('order_files')
    .values({ user_id: customerId, id, order_code: orderCode, ...details, created_at: now })
    .execute();
}

/** Removes all files of a customer's orders, a batch at a time. */
export async function removeFilesOf(db: Database, customerId: CustomerId): Promise<void> {
  const some = sql`user_id = ${customerId} and id in (select id from order_files where user_id = ${customerId} limit ${BATCH})`;
  const remove = (trx: Queryable) => removeFiles(trx, some);
  while ((await db.transaction().execute(remove)) === BATCH);
}

async function removeFiles(trx: Queryable, which: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<SentFile>`
    delete from order_files where ${which}
    returning user_id as "customerId", object_key as "objectKey", purpose`.execute(trx);
  await removeLater(trx, rows);
  return rows.length;
}

/** A file by its id, for its address. */
export async function readFile(db: Queryable, customerId: CustomerId, fileId: string) {
  const row = await db
    .selectFrom('order_files')
    .select(['order_code as orderCode', 'purpose', 'object_key as objectKey', 'bytes'])
    .where('user_id', '=', customerId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  return row && { ...row, fileName: `${row.orderCode}-${row.purpose}` };
}
