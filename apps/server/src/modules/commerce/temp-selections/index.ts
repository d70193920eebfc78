import { createTempSelection, getTempSelection } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { forgetSelections } from './selection-store.ts';
import { keepSelection, openSelection } from './selections.ts';

const FORGET = 'forget-temp-selections';
/** Once a night, for graphile-worker's crontab. */
const DAILY = `23 3 * * * ${FORGET} ?jobKey=${FORGET}&max=3`;

/** Photos on their way to a print editor. */
export function createTempSelections(deps: Deps): {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  /** What is left of a selection of the customer, in its order. Throws `not-found` once it has expired. */
  openSelection(userId: string, selectionId: string): Promise<string[]>;
} {
  return {
    routes: [
      route(createTempSelection, async ({ customer, body }) => ({
        tempSelectionId: await keepSelection(deps, customer.customerId, body.photoIds),
      })),
      route(getTempSelection, async ({ customer, params }) => ({
        photoIds: await openSelection(deps, customer.customerId, params.tempSelectionId),
      })),
    ],
    crons: [DAILY],
    tasks: [{ name: FORGET, handle: () => forgetSelections(deps.db, deps.clock()) }],
    openSelection: (userId, selectionId) => openSelection(deps, userId, selectionId),
  };
}
