import { type Order, VOID_STATUSES } from '@keepsake/contracts';
import { DAY_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Attempt, actOnce } from '../../../platform/idempotency.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer } from '../../account/customers/index.ts';
import type { Deps } from './deps.ts';
import { insertOrder, insertUses, type OrderAnswer, orderRequests } from './store.ts';

/** Shops' clocks may be wrong; an order further in the future is dated by mistake. */
const MAX_AHEAD_MS = DAY_MS;
/** Nobody ordered prints of digital photos before: 1970 and the year 1 are empty fields. */
const EARLIEST = Date.UTC(1995, 0);

type Asked = { service: string; attempt: Attempt; order: Order };

/**
 * Accepts an order with the photos it uses and the storage it earns, all or nothing. Repeating it with the same key
 * changes nothing and gets the same answer.
 */
export async function placeOrder(deps: Deps, { service, attempt, order }: Asked): Promise<OrderAnswer> {
  const receivedAt = deps.clock();
  const createdAt = order.createdAt ? new Date(order.createdAt) : receivedAt;
  if (createdAt.getTime() > receivedAt.getTime() + MAX_AHEAD_MS) refuse('body.createdAt', 'is in the future');
  if (createdAt.getTime() < EARLIEST) refuse('body.createdAt', 'is before 1995');
  if (!deps.isKnownChannel(order.channel)) refuse('body.channel', 'is none of our channels');
  const placed = { order, service, createdAt, receivedAt };
  return actOnce(deps.db, { attempt, records: orderRequests(placed) }, async (trx) => {
    const answer = { orderCode: order.orderCode, createdAt: createdAt.toISOString() };
    await requireCustomer(trx, order.customerId);
    await insertOrder(trx, placed);
    if (VOID_STATUSES.has(order.status)) return answer;
    // A shop's clock that is ahead earns no extra day.
    const orderedAt = new Date(Math.min(createdAt.getTime(), receivedAt.getTime()));
    // Lock order: storage account, deletion of the library, photos.
    await deps.extendStorage(trx, order.customerId, orderedAt);
    await insertUses(trx, placed);
    return answer;
  });
}

async function requireCustomer(trx: Queryable, customerId: string): Promise<void> {
  const customer = await findCustomer(trx, customerId);
  if (!customer || customer.deleted_at) throw new Problem('not-found');
}

function refuse(path: string, message: string): never {
  throw new Problem('invalid-request', { errors: [{ path, message }] });
}
