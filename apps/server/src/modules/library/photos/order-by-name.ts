import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Backfill, RowKey } from '../../../platform/database/backfills.ts';
import { type Queryable, uuidArray } from '../../../platform/database/database.ts';
import { NIL_ID } from '../../../platform/ids.ts';
import type { UpdateInAlbums } from './deps.ts';
import { nameOrder } from './name-order.ts';

/** Behind no photo. */
const BEGINNING: RowKey = [NIL_ID, NIL_ID];

/** Fills in what breaks ties between equal times, for photos from before names did (ADR 89), and in the albums that they are in. */
export function orderByName(updateInAlbums: UpdateInAlbums): Backfill {
  return {
    name: 'order-by-name',
    async findRows(trx, after, limit) {
      const [customerId, photoId] = after ?? BEGINNING;
      const { rows } = await sql<{ user_id: CustomerId; id: string }>`select user_id, id from photos
        where name_order = '' and (user_id, id) > (${customerId}::uuid, ${photoId}::uuid)
        order by user_id, id limit ${limit}`.execute(trx);
      return rows.map(({ user_id, id }) => [user_id, id]);
    },
    async fill(trx, keys) {
      const owners = keys.map(([customerId = NIL_ID]) => customerId);
      const named = await nameLocked(
        trx,
        owners,
        keys.map(([, photoId = NIL_ID]) => photoId),
      );
      for (const [customerId, photoIds] of named) await updateInAlbums(trx, customerId, photoIds);
    },
  };
}

type Unordered = { id: string; user_id: CustomerId; file_name: string };

/** Returns the photos that are still there, by customer; they stay locked. */
async function nameLocked(
  trx: Queryable,
  owners: readonly string[],
  ids: readonly string[],
): Promise<Map<CustomerId, string[]>> {
  const { rows } = await sql<Unordered>`select photos.user_id, photos.id, file_name from photos
    join unnest(${uuidArray(owners)}, ${uuidArray(ids)}) as found (user_id, id)
      on photos.user_id = found.user_id and photos.id = found.id
    order by photos.user_id, photos.id for update of photos`.execute(trx);
  const names = rows.map(({ file_name }) => nameOrder(file_name));
  await sql`update photos set name_order = named.name
    from unnest(${uuidArray(rows.map(({ user_id }) => user_id))}, ${uuidArray(rows.map(({ id }) => id))}, ${names}::text[])
      as named (user_id, id, name)
    where photos.user_id = named.user_id and photos.id = named.id`.execute(trx);
  return mapOf(rows);
}

function mapOf(rows: readonly Unordered[]): Map<CustomerId, string[]> {
  const grouped = Map.groupBy(rows, ({ user_id }) => user_id);
  return new Map([...grouped].map(([customerId, photos]) => [customerId, photos.map(({ id }) => id)]));
}
