import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { markOrdered, unmarkOrdered } from '../../library/photos/index.ts';
import type { OrderRef } from './store.ts';

/** Records which photos of the customer an order uses; ids of other customers and of deleted photos are skipped. */
export async function addUses(
  trx: Queryable,
  { userId, orderCode }: OrderRef,
  { photoIds, createdAt, now }: { photoIds: readonly string[]; createdAt: Date; now: Date },
): Promise<void> {
  if (photoIds.length === 0) return;
  const used = await markOrdered(trx, { userId, photoIds, now });
  await sql`insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
    select ${userId}, id, 'order', ${orderCode}, ${createdAt}::timestamptz
    from unnest(${used}::uuid[]) as photo (id) on conflict do nothing`.execute(trx);
}

/** The order uses these photos no longer. */
export async function removeUses(
  trx: Queryable,
  { userId, orderCode }: OrderRef,
  { photoIds, now }: { photoIds: readonly string[]; now: Date },
): Promise<void> {
  if (photoIds.length === 0) return;
  await sql`delete from photo_uses where user_id = ${userId} and photo_id = any(${photoIds}::uuid[])
    and used_in = 'order' and reference = ${orderCode}`.execute(trx);
  await unmarkOrdered(trx, { userId, photoIds, now });
}

/** Ids of the photos that some products of an order name. */
export async function readPhotoIds(
  trx: Queryable,
  { userId, orderCode }: OrderRef,
  positions: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct unnest(photo_ids) as id from order_products
    where user_id = ${userId} and order_code = ${orderCode} and position = any(${positions}::int[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Which of these photos of the customer are used in orders. */
export async function findUsedPhotoIds(
  db: Queryable,
  userId: string,
  photoIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ photo_id: string }>`select distinct photo_id from photo_uses
    where user_id = ${userId} and photo_id = any(${photoIds}::uuid[]) and used_in = 'order'`.execute(db);
  return rows.map(({ photo_id }) => photo_id);
}

/** How many photos in the library are used in orders. */
export async function countUsedPhotoIds(db: Queryable, userId: string): Promise<number> {
  const { rows } = await sql<{ used: number }>`select count(*)::int as used from photos
    where user_id = ${userId} and is_ordered`.execute(db);
  return rows[0]?.used ?? 0;
}
