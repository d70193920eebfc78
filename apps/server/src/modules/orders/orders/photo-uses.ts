import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { markOrdered, unmarkOrdered } from '../../library/photos/index.ts';
import type { OrderRef } from './store.ts';

/** Records which photos of the customer an order uses; ids of other customers and of deleted photos are skipped. */
export async function addUses(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { photoIds, createdAt, now }: { photoIds: readonly string[]; createdAt: Date; now: Date },
): Promise<void> {
  if (photoIds.length === 0) return;
  const used = await markOrdered(trx, { customerId, photoIds, now });
  await sql`insert into photo_uses (user_id, photo_id, used_in, reference, created_at)
    select ${customerId}, id, 'order', ${orderCode}, ${createdAt}::timestamptz
    from unnest(${used}::uuid[]) as photo (id) on conflict do nothing`.execute(trx);
}

/** Removes an order's uses of photos. */
export async function removeUses(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { photoIds, now }: { photoIds: readonly string[]; now: Date },
): Promise<void> {
  if (photoIds.length === 0) return;
  await sql`delete from photo_uses where user_id = ${customerId} and photo_id = any(${photoIds}::uuid[])
    and used_in = 'order' and reference = ${orderCode}`.execute(trx);
  await unmarkOrdered(trx, { customerId, photoIds, now });
}

/** Ids of the photos in some products of an order. */
export async function readPhotoIds(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  positions: readonly number[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select distinct unnest(photo_ids) as id from order_products
    where user_id = ${customerId} and order_code = ${orderCode} and position = any(${positions}::int[])`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Which of these photos of the customer are used in orders, and which in saved projects. */
export async function findUsed(
  db: Queryable,
  customerId: string,
  photoIds: readonly string[],
): Promise<{ photoIds: string[]; projectPhotoIds: string[] }> {
  const { rows } = await sql<{ photo_id: string; used_in: string }>`
    select distinct photo_id, used_in from photo_uses
    where user_id = ${customerId} and photo_id = any(${photoIds}::uuid[])`.execute(db);
  const usedIn = (place: string) =>
    rows.filter(({ used_in }) => used_in === place).map(({ photo_id }) => photo_id);
  return { photoIds: usedIn('order'), projectPhotoIds: usedIn('project') };
}

/** The number of photos in the library that are used in orders, and in saved projects. */
export async function countUsed(
  db: Queryable,
  customerId: string,
): Promise<{ photosCount: number; projectPhotosCount: number }> {
  const { rows } = await sql<{ ordered: number; begun: number }>`select
      (select count(*)::int from photos where user_id = ${customerId} and is_ordered) as ordered,
      (select count(distinct photo_id)::int from photo_uses as used
        where user_id = ${customerId} and used_in = 'project'
        and exists (select from photos where photos.user_id = ${customerId} and id = used.photo_id)) as begun`.execute(
    db,
  );
  return { photosCount: rows[0]?.ordered ?? 0, projectPhotosCount: rows[0]?.begun ?? 0 };
}
