import {
  deleteWidget,
  getBlockedOrder,
  getWidget,
  getWidgets,
  saveWidget as saveWidgetEndpoint,
  shareWidget as shareWidgetEndpoint,
} from '@keepsake/contracts/creations/widgets';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { mountFor } from '../../../platform/http/route-access.ts';
import type { Module } from '../../../platform/module.ts';
import { requireNotBlocked } from '../../account/business/index.ts';
import { presentBlock } from '../../orders/orders/index.ts';
import type { Deps, WidgetRef } from './deps.ts';
import { TABLES, widgetsData } from './personal-data.ts';
import { listWidgets, type PresentDeps, presentWidget } from './present-widgets.ts';
import { mountRefusals } from './refusals.ts';
import { endWidget, saveWidget } from './save-widget.ts';
import { shareWidget } from './share-widget.ts';
import { createTokens, SECRET } from './tokens.ts';
import { mountAssets } from './viewer/assets.ts';
import { createPageCache } from './viewer/page-cache.ts';
import { mountViewer } from './viewer/serve-viewer.ts';
import { createVisits } from './visits.ts';

export { findWidgetById, type WidgetRow } from './store.ts';
export { sendPage } from './viewer/assets.ts';
export { drawViewer } from './viewer/draw-viewer.ts';
export { findView, isVisible, readShownPages, type ShownPage } from './viewer/find-view.ts';
export { layout, previewImageOf } from './viewer/layout.ts';
export { layoutOfNothing, sendPagePicture } from './viewer/serve-viewer.ts';

type Widgets = Module & {
  /** Ends the widget of a product, in the transaction that ends the product. */
  end(trx: Queryable, ref: WidgetRef): Promise<void>;
  /** Has what shows the widget of a product reviewed again, in the transaction that changed the product's pages. */
  onPagesChanged(trx: Queryable, ref: WidgetRef): Promise<void>;
};

/** Views of online products that open without a sign-in for anybody who knows the address, and the mails that share it. */
export async function createWidgets(given: Deps): Promise<Widgets> {
  const tokens = createTokens(await given.secrets.read(SECRET));
  const deps = { ...given, tokens };
  const visits = createVisits(deps);
  return {
    routes: widgetRoutes(deps),
    async mount(app) {
      await mountFor(app, 'public', mountAssets);
      mountViewer(app, { ...deps, db: deps.prepared, visits, pages: createPageCache(deps) });
      mountRefusals(app, deps);
    },
    tables: TABLES,
    personalData: widgetsData(deps),
    close: () => visits.close(),
    end: (trx, ref) => endWidget(deps, trx, ref),
    onPagesChanged: (trx, ref) => deps.reviewEntries(trx, ref),
  };
}

/** Customers share their online products with others, and end that. */
function widgetRoutes(deps: Deps & PresentDeps): Route[] {
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
