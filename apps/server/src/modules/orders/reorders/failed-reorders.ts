import { FAILED_REORDERS_DAYS, type getFailedReorders } from '@keepsake/contracts/orders/reorders';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { lockOrder, pushOfOrders } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { REORDERS } from './recover-reorders.ts';
import { readFailed, voidReorder } from './store.ts';

/**
 * Handles a reorder that could not be delivered to the shop: it is void, the customer's screens are notified, and the same can be
 * ordered again. True for a reorder, which must not be sent again: the customer may have ordered elsewhere by then.
 */
export async function giveUpReorder(
  { clock, journal }: Pick<Deps, 'clock' | 'journal'>,
  trx: Queryable,
  { type, data }: OutgoingEvent,
): Promise<boolean> {
  if (type !== 'order.reorder') return false;
  const { customerId, reorderId: id, orderCode } = data;
  await lockOrder(trx, orderCode);
  const now = clock();
  const voided = await voidReorder(trx, { customerId, id, now });
  if (!voided) return true;
  await sql`select ${pushOfOrders(customerId, [orderCode], now)}`.execute(trx);
  const { requestedAt, ...details } = voided;
  const times = { requestedAt: requestedAt.toISOString(), voidAt: now.toISOString() };
  await journal.record(trx, REORDERS, { customerId, id, ...details, ...times, events: [] });
  return true;
}

export async function listFailed(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  customerId: CustomerId,
): Promise<ResponseOf<typeof getFailedReorders>> {
  const rows = await readFailed(db, customerId, new Date(clock().getTime() - FAILED_REORDERS_DAYS * DAY_MS));
  const items = rows.map(({ id, order_code: orderCode, state, at }) => ({
    reorderId: id,
    orderCode,
    state,
    at: at.toISOString(),
  }));
  return { items };
}
