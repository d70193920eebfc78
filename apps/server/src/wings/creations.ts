import type { Config } from '../config/config.ts';
import { createGallery, endEntries, readEntries, reviewEntries } from '../modules/creations/gallery/index.ts';
import { createNeededBy } from '../modules/creations/needed-by/index.ts';
import { createOnlineProducts, isOnlineProductSql } from '../modules/creations/online-products/index.ts';
import { createPrintOrders } from '../modules/creations/print-orders/index.ts';
import { createProjects } from '../modules/creations/projects/index.ts';
import { createWidgets } from '../modules/creations/widgets/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { ExchangeWing } from './exchange.ts';
import type { LibraryWing } from './library.ts';
import type { OrdersWing } from './orders.ts';

/** What customers make: selections for the editor, saved projects, online products, and what of them is shown elsewhere. */
export async function createCreationsWing(
  config: Config,
  platform: Platform,
  { isLibraryHidden }: Pick<LibraryWing, 'isLibraryHidden'>,
  { merchandise, eventDelivery, isKnownChannel }: ExchangeWing,
  { slots }: Pick<OrdersWing, 'slots'>,
) {
  const { dataDir, publicUrl } = config;
  const { prepared } = platform.connection;
  const parts = { ...platform, prepared, dataDir, publicUrl, isLibraryHidden, isKnownChannel };
  const printOrders = createPrintOrders(platform);
  const neededBy = createNeededBy({ ...parts, ...merchandise });
  slots.judgeNeededDates.fill(neededBy.judgeOrders);
  slots.isOnlineProductSql.fill(isOnlineProductSql);
  const projects = createProjects({
    ...parts,
    notifyServices: eventDelivery.notifyServices,
    judgeNeededDate: neededBy.judgeProject,
    endNeededDate: neededBy.endProject,
  });
  const widgets = await createWidgets({
    ...parts,
    readEntries: (customerId, widgetIds) => readEntries(parts, customerId, widgetIds),
    endEntries,
    reviewEntries: (trx, ref) => reviewEntries(platform, trx, ref),
  });
  const { end: endWidget, onPagesChanged } = widgets;
  const onlineProducts = createOnlineProducts({ ...parts, endWidget, onPagesChanged });
  const gallery = await createGallery({ ...parts, file: config.galleryFile });
  return {
    modules: [printOrders, neededBy, projects, onlineProducts, widgets, gallery],
    overview: { projects: projects.readToFinish },
    printOrders,
    projects,
    onlineProducts,
    setNeededDate: neededBy.setFirst,
  };
}

export type CreationsWing = Awaited<ReturnType<typeof createCreationsWing>>;
