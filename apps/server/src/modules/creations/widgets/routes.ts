import {
  deleteWidget,
  getBlockedOrder,
  getWidget,
  getWidgets,
  saveWidget as saveWidgetEndpoint,
  shareWidget as shareWidgetEndpoint,
} from '@keepsake/contracts/creations/widgets';
import { type Route, route } from '../../../platform/http/route.ts';
import { requireNotBlocked } from '../../account/business/index.ts';
import { presentBlock } from '../../orders/orders/index.ts';
import type { Deps } from './deps.ts';
import { listWidgets, type PresentDeps, presentWidget } from './present-widgets.ts';
import { endWidget, saveWidget } from './save-widget.ts';
import { shareWidget } from './share-widget.ts';

/** Customers share their online products with others, and end that. */
export function widgetRoutes(deps: Deps & PresentDeps): Route[] {
  return [
    route(getWidgets, ({ customer: { customerId }, query }) => listWidgets(deps, { customerId, ...query })),
    route(getWidget, ({ customer: { customerId }, params: { productCode: code } }) =>
      presentWidget(deps, { customerId, code }),
    ),
    route(saveWidgetEndpoint, ({ customer: { customerId }, params: { productCode: code }, body }) =>
      saveWidget(deps, { customerId, code }, body),
    ),
    route(deleteWidget, ({ customer: { customerId }, params: { productCode: code } }) =>
      deps.db.transaction().execute((trx) => endWidget(deps, trx, { customerId, code })),
    ),
    route(
      shareWidgetEndpoint,
      async ({ customer, params: { productCode: code }, query: shared, attempt }) => {
        await requireNotBlocked(deps.db, customer);
        return shareWidget(deps, { customerId: customer.customerId, code }, { shared, attempt });
      },
    ),
    route(getBlockedOrder, ({ customer: { customerId }, params: { orderCode } }) =>
      presentBlock(deps.db, { customerId, orderCode }),
    ),
  ];
}
