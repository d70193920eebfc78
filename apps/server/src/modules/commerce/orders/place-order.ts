import { createHash } from 'node:crypto';
import { type Order, VOID_STATUSES } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { DAY_MS } from '../../../platform/durations.ts';
import { Problem } from '../../../platform/problem.ts';
import { findCustomer } from '../../account/customers/index.ts';
import type { Deps } from './deps.ts';
import { findRequest, insertRequest, type OrderRequest } from './order-requests.ts';
import { insertOrder, noteUses } from './order-store.ts';

/** Clocks of shops may be wrong; an order that is further ahead than this was dated by mistake. */
const MOST_AHEAD_MS = DAY_MS;
/** Before it nobody ordered prints of digital photographs: 1970 and the year 1 are empty fields. */
const EARLIEST = Date.UTC(1995, 0);

type Asked = { service: string; idempotencyKey: string; order: Order };
type Answer = { orderCode: string; createdAt: string };

/**
 * Takes an order, all of it or nothing: the order, which photos it uses, and the storage it earns. The same key and
 * order again change nothing and get the same answer.
 */
export async function placeOrder(deps: Deps, { service, idempotencyKey, order }: Asked): Promise<Answer> {
  const receivedAt = deps.clock();
  const createdAt = order.createdAt ? new Date(order.createdAt) : receivedAt;
  if (createdAt.getTime() > receivedAt.getTime() + MOST_AHEAD_MS)
    refuse('body.createdAt', 'is in the future');
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
      // Locks go storage account, deletion of the library, photos.
      // A shop's clock that is ahead earns no day more.
      const orderedAt = new Date(Math.min(createdAt.getTime(), receivedAt.getTime()));
      await deps.extendStorage(trx, order.customerId, orderedAt);
      await noteUses(trx, { order, service, ...times });
      return { orderCode, createdAt: createdAt.toISOString() };
    }),
  );
}

async function repeatAnswer(trx: Queryable, request: OrderRequest): Promise<Answer> {
  const before = await findRequest(trx, request);
  if (!before) throw new Problem('conflict', { detail: 'This order is known by another Idempotency-Key' });
  if (!before.request_hash.equals(request.requestHash)) {
    throw new Problem('conflict', { detail: 'This Idempotency-Key was used for another order' });
  }
  return { orderCode: before.order_code, createdAt: before.created_at.toISOString() };
}

async function requireCustomer(trx: Queryable, customerId: string): Promise<void> {
  const customer = await findCustomer(trx, customerId);
  if (!customer || customer.deleted_at) throw new Problem('not-found');
}

function refuse(path: string, message: string): never {
  throw new Problem('invalid-request', { errors: [{ path, message }] });
}

/** The schema gives fields in one order, whatever order they were sent in. */
function hashOf(order: Order): Buffer {
  return createHash('sha256').update(JSON.stringify(order)).digest();
}
