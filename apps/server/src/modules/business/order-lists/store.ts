import type { OrderListFault } from '@keepsake/contracts/business/order-lists';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';

export type ListRef = { customerId: CustomerId; id: string };
const takenOrder = z.object({ line: z.number().nullable(), reference: z.string(), orderCode: z.string() });
export type TakenOrder = z.infer<typeof takenOrder>;
/** A file as found in its folder. */
export type Sent = { customerId: CustomerId; name: string; sha256: Buffer };

type Outcome = {
  state: 'taken' | 'rejected';
  orders: readonly TakenOrder[];
  faults: readonly OrderListFault[];
};
type NewList = ListRef & Sent & Outcome & { now: Date };

/** Lets one worker at a time take a file; false if another one has it. Held until the transaction ends. */
export async function lockList(
  trx: Queryable,
  { customerId, name }: Pick<Sent, 'customerId' | 'name'>,
): Promise<boolean> {
  const { rows } = await sql<{ locked: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended(${`order list ${customerId} ${name}`}, 0)) as locked`.execute(
    trx,
  );
  return rows[0]?.locked ?? false;
}

/** A file that was taken or rejected but has not left its folder yet. */
export async function findUnmoved(db: Queryable, { customerId, name, sha256 }: Sent) {
  const row = await db
    .selectFrom('order_lists')
    .select(['id', 'state', 'faults'])
    .where('user_id', '=', customerId)
    .where('name', '=', name)
    .where('sha256', '=', sha256)
    .where('moved_at', 'is', null)
    .executeTakeFirst();
  return row && { id: row.id, state: row.state, faults: row.faults };
}

export async function insertList(trx: Queryable, list: NewList): Promise<void> {
  const { customerId, id, name, sha256, state, orders, faults, now } = list;
  await trx
    .insertInto('order_lists')
    .values({
      user_id: customerId,
      id,
      name,
      sha256,
      state,
      received_at: now,
      orders: JSON.stringify(orders),
      faults: JSON.stringify(faults),
    })
    .execute();
}

export async function setMoved(db: Queryable, { customerId, id }: ListRef, now: Date): Promise<void> {
  await db
    .updateTable('order_lists')
    .set({ moved_at: now })
    .where('user_id', '=', customerId)
    .where('id', '=', id)
    .execute();
}

/** The outcome of a customer's files, newest first. */
export async function readLists(db: Queryable, customerId: CustomerId, before: string | null, limit: number) {
  let requested = db
    .selectFrom('order_lists')
    .selectAll()
    .select(
      sql<boolean>`state = 'taken' and exists (select from order_lists as earlier where earlier.user_id = ${customerId}
        and earlier.sha256 = order_lists.sha256 and earlier.state = 'taken' and earlier.id < order_lists.id)`.as(
        'is_repeat',
      ),
    )
    .where('user_id', '=', customerId);
  if (before !== null) requested = requested.where('id', '<', before);
  const rows = await requested.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ id, name, state, is_repeat: isRepeat, received_at: receivedAt, orders, faults }) => ({
    id,
    name,
    state,
    isRepeat,
    receivedAt: receivedAt.toISOString(),
    orders: parseStoredColumn(z.array(takenOrder), orders, `the order file ${id}`),
    faults,
  }));
}
