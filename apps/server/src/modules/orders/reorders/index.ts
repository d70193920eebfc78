import {
  getFailedReorders,
  getReorderStatus,
  placeReorder as placeReorderEndpoint,
} from '@keepsake/contracts/orders/reorders';
import { route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import type { Module } from '../../../platform/module.ts';
import { isBlocked, requireNotBlocked } from '../../account/business/index.ts';
import type { Deps } from './deps.ts';
import { listFailed } from './failed-reorders.ts';
import { REORDERS_DATA, TABLES } from './personal-data.ts';
import { placeReorder, readStatus } from './place-reorder.ts';
import { reorderRecovery } from './recover-reorders.ts';

export { giveUpReorder } from './failed-reorders.ts';

/** Ordering the same again: what it would cost today, and the customer's request, which the shop answers with an order. */
export function createReorders(deps: Deps): Module {
  return {
    tables: TABLES,
    personalData: REORDERS_DATA,
    recoveries: [reorderRecovery(deps)],
    routes: [
      route(getReorderStatus, async ({ customer, params: { orderCode } }) => {
        const status = await readStatus(deps, deps.db, { customerId: customer.customerId, orderCode });
        const isRefused = customer.isBusiness && (await isBlocked(deps.db, customer.customerId));
        return isRefused ? { ...status, obstacle: 'account-blocked' as const } : status;
      }),
      route(getFailedReorders, ({ customer }) => listFailed(deps, customer.customerId)),
      route(
        placeReorderEndpoint,
        async ({ customer, query: { OrderCode: orderCode, Total: total }, attempt }) => {
          await requireNotBlocked(deps.db, customer);
          return createOnce(deps, { customer, attempt }, (trx) =>
            placeReorder(deps, trx, { customerId: customer.customerId, orderCode, agreed: total ?? null }),
          );
        },
      ),
    ],
  };
}
