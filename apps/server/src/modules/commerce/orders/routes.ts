import {
  countUsedPhotos,
  findUsedPhotos,
  IDEMPOTENCY_HEADER,
  placeOrder as placeOrderEndpoint,
} from '@keepsake/contracts';
import type { FastifyRequest } from 'fastify';
import { type Route, route } from '../../../platform/http/route.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { placeOrder } from './place-order.ts';
import { countUsedPhotoIds, findUsedPhotoIds } from './store.ts';

/** Shop systems place orders; customers ask which of their photos are used. */
export function orderRoutes(deps: Deps): Route[] {
  return [
    route(placeOrderEndpoint, ({ service, body: order, request }) =>
      placeOrder(deps, { service, order, idempotencyKey: idempotencyKeyOf(request) }),
    ),
    route(findUsedPhotos, async ({ customer, body }) => ({
      photoIds: await findUsedPhotoIds(deps.db, customer.customerId, body.photoIds),
    })),
    route(countUsedPhotos, async ({ customer }) => ({
      photosCount: await countUsedPhotoIds(deps.db, customer.customerId),
    })),
  ];
}

function idempotencyKeyOf({ headers }: FastifyRequest): string {
  const key = headers[IDEMPOTENCY_HEADER];
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key;
  const message = 'must be 1 to 255 letters, digits and marks';
  throw new Problem('invalid-request', { errors: [{ path: 'headers.idempotency-key', message }] });
}
