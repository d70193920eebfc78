import { createTempSelection, getTempSelection } from '@keepsake/contracts/creations/print-orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import type { Module } from '../../../platform/module.ts';
import type { Platform } from '../../../platform/platform.ts';
import { findCaptions, findPhotoIds, findTurns } from '../../library/photos/index.ts';
import { openSelection, storeSelection } from './temp-selections.ts';

type Deps = Pick<Platform, 'db' | 'clock'>;

export type PrintOrders = Module & {
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
      route(getTempSelection, async ({ customer: { customerId }, params }) => {
        const photoIds = await openSelection(deps, customerId, params.tempSelectionId);
        const favourites = await findPhotoIds(deps.db, customerId, photoIds, 'favourites');
        const favouriteIds = photoIds.filter((id) => favourites.has(id));
        const turns = await findTurns(deps.db, customerId, photoIds);
        const captions = await findCaptions(deps.db, customerId, photoIds);
        return {
          photoIds,
          ...(favouriteIds.length > 0 && { favouriteIds }),
          ...(turns.length > 0 && { turns }),
          ...(captions.length > 0 && { captions }),
        };
      }),
    ],
    tables: { temp_selections: { customer: 'user_id' } },
    expires: [{ table: 'temp_selections', column: 'expires_at' }],
    /** Selections expire within days, so they are not in 'my data'. */
    personalData: { area: 'print-orders' },
    openSelection: (customerId, selectionId) => openSelection(deps, customerId, selectionId),
  };
}
