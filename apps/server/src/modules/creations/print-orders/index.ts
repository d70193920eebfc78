import { createTempSelection, getTempSelection } from '@keepsake/contracts/creations/print-orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import type { Cron } from '../../../platform/jobs/jobs.ts';
import type { Module } from '../../../platform/module.ts';
import { eraseSelections, forgetSelections, openSelection, storeSelection } from './temp-selections.ts';

type Deps = { db: Database; clock: Clock };

const FORGET = 'forget-temp-selections';
const FORGET_CRON: Cron = { task: FORGET, at: '23 3 * * *' };

type PrintOrders = Module & {
  /** The existing photos of the customer's selection, in order. Throws `not-found` once it has expired. */
  openSelection(customerId: CustomerId, selectionId: string): Promise<string[]>;
};

/** Photos on their way to a print editor, as temporary selections that it fetches. */
export function createPrintOrders(deps: Deps): PrintOrders {
  return {
    routes: [
      route(createTempSelection, (call) =>
        createOnce(deps, call, async (trx) => ({
          tempSelectionId: await storeSelection(
            { ...deps, trx },
            call.customer.customerId,
            call.body.photoIds,
          ),
        })),
      ),
      route(getTempSelection, async ({ customer, params }) => ({
        photoIds: await openSelection(deps, customer.customerId, params.tempSelectionId),
      })),
    ],
    tasks: [
      { name: FORGET, waitsForReconcile: false, handle: () => forgetSelections(deps.db, deps.clock()) },
    ],
    crons: [FORGET_CRON],
    tables: { temp_selections: { customer: 'user_id', erasedBy: 'module' } },
    personalData: {
      area: 'print-orders',
      erase: (customerId) => eraseSelections(deps.db, customerId),
    },
    openSelection: (customerId, selectionId) => openSelection(deps, customerId, selectionId),
  };
}
