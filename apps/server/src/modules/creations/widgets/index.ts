import type { Queryable } from '../../../platform/database/database.ts';
import { mountFor } from '../../../platform/http/route-access.ts';
import type { Module } from '../../../platform/module.ts';
import type { Deps, WidgetRef } from './deps.ts';
import { TABLES, widgetsData } from './personal-data.ts';
import { mountRefusals } from './refusals.ts';
import { widgetRoutes } from './routes.ts';
import { endWidget } from './save-widget.ts';
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
