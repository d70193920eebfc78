import { createHash } from 'node:crypto';
import { type Order, VOID_STATUSES } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer } from '../../account/customers/index.ts';
import type { Deps } from './deps.ts';
import { findRequest, insertOrder, insertRequest, insertUses, type OrderRequest } from './store.ts';

/** Shops' clocks may be wrong; an order further in the future is dated by mistake. */
const MAX_AHEAD_MS = DAY_MS;
/** Nobody ordered prints of digital photos before: 1970 and the year 1 are empty fields. */
const EARLIEST = Date.UTC(1995, 0);

type Asked = { service: string; idempotencyKey: string; order: Order };
type Answer = { orderCode: string; createdAt: string };

/**
 * Accepts an order with the photos it uses and the storage it earns, all or nothing. Repeating it with the same key
 * changes nothing and gets the same answer.
 */
export async function placeOrder(deps: Deps, { service, idempotencyKey, order }: Asked): Promise<Answer> {
  const receivedAt = deps.clock();
  const createdAt = order.createdAt ? new Date(order.createdAt) : receivedAt;
  if (createdAt.getTime() > receivedAt.getTime() + MAX_AHEAD_MS) refuse('body.createdAt', 'is in the future');
  if (createdAt.getTime() < EARLIEST) refuse('body.createdAt', 'is before 1995');
  if (!deps.isKnownChannel(order.channel)) refuse('body.channel', 'is none of our channels');
  const { orderCode } = order;
  const times = { createdAt, receivedAt };
  const request = { service, idempotencyKey, requestHash: hashOf(order), orderCode, ...times };
  return retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      if (!(await insertRequest(trx, request))) return repeatAnswer(trx, request);
      await requireCustomer(trx, order.customerId);
      await insertOrder(trx, { order, service, ...times });
      if (VOID_STATUSES.has(order.status)) return { orderCode, createdAt: createdAt.toISOString() };
      // A shop's clock that is ahead earns no extra day.
      const orderedAt = new Date(Math.min(createdAt.getTime(), receivedAt.getTime()));
      // Lock order: storage account, deletion of the library, photos.
      await deps.extendStorage(trx, order.customerId, orderedAt);
      await insertUses(trx, { order, service, ...times });
      return { orderCode, createdAt: createdAt.toISOString() };
    }),
  );
}

async function repeatAnswer(trx: Queryable, request: OrderRequest): Promise<Answer> {
  const earlier = await findRequest(trx, request);
  if (!earlier) throw new Problem('conflict', { detail: 'This order is known by another Idempotency-Key' });
  if (!earlier.request_hash.equals(request.requestHash)) {
    throw new Problem('conflict', { detail: 'This Idempotency-Key was used for another order' });
  }
  return { orderCode: earlier.order_code, createdAt: earlier.created_at.toISOString() };
}

async function requireCustomer(trx: Queryable, customerId: string): Promise<void> {
  const customer = await findCustomer(trx, customerId);
  if (!customer || customer.deleted_at) throw new Problem('not-found');
}

function refuse(path: string, message: string): never {
  throw new Problem('invalid-request', { errors: [{ path, message }] });
}

/** Stable: the schema orders the fields, however they were sent. */
function hashOf(order: Order): Buffer {
  return createHash('sha256').update(JSON.stringify(order)).digest();
}
