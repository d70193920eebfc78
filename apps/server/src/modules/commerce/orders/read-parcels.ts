import type { Queryable } from '../../../platform/database/database.ts';
import { type EventRow, eventOf } from './event-store.ts';
import { type CurrentParcel, deriveParcels } from './rules.ts';

/** The state of the parcels of some of a customer's orders, by order code. */
export async function readParcels(
  db: Queryable,
  userId: string,
  orderCodes: readonly string[],
): Promise<Map<string, CurrentParcel[]>> {
  if (orderCodes.length === 0) return new Map();
  const rows = await db
    .selectFrom('order_events')
    .select(['order_code as orderCode', 'type', 'data', 'happened_at as happenedAt'])
    .select(['product_codes as productCodes', 'production_order as productionOrder', 'place', 'note'])
    .where('user_id', '=', userId)
    .where((eb) => eb('order_code', '=', eb.fn.any(eb.val([...orderCodes]))))
    .where('type', '=', 'parcel')
    .orderBy('id')
    .execute();
  const byOrder = Map.groupBy(rows, ({ orderCode }) => orderCode);
  return new Map(
    [...byOrder].map(([orderCode, own]) => [
      orderCode,
      deriveParcels(own.flatMap((row) => eventOf(row as EventRow))),
    ]),
  );
}
