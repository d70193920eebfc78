import type { Config } from '../config/config.ts';
import {
  createGallery,
  createGalleryConsole,
  endEntries,
  readEntries,
  reviewEntries,
} from '../modules/creations/gallery/index.ts';
import { createNeededBy, type NeededDates } from '../modules/creations/needed-by/index.ts';
import { createOnlineProducts, isOnlineProductSql } from '../modules/creations/online-products/index.ts';
import { createPrintOrders } from '../modules/creations/print-orders/index.ts';
import {
  countProjects,
  createProjects,
  removeFromProjects,
  restoreInProjects,
} from '../modules/creations/projects/index.ts';
import { createWidgets } from '../modules/creations/widgets/index.ts';
import type { Platform } from '../platform/platform.ts';
import type { AccountWing } from './account.ts';
import type { ExchangeWing } from './exchange.ts';
import type { LibraryWing } from './library.ts';
import type { OrdersWing } from './orders.ts';

type EarlierWings = {
  account: AccountWing;
  library: LibraryWing;
  exchange: ExchangeWing;
  orders: OrdersWing;
};

/** What customers make: selections for the editor, saved projects, online products, and what of them is shown elsewhere. */
export async function createCreationsWing(config: Config, platform: Platform, wings: EarlierWings) {
  const { publicUrl } = config;
  const { merchandise, sentFiles, eventDelivery } = wings.exchange;
  const { isLibraryHidden } = wings.library;
  const { prepared } = platform.connection;
  const parts = { ...platform, prepared, sentFiles, publicUrl, isLibraryHidden };
  const printOrders = createPrintOrders(platform);
  const neededBy = createNeededBy({ ...parts, ...merchandise });
  fillEarlier(wings, { ...platform, publicUrl }, neededBy);
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
    printOrders,
    projects,
    onlineProducts,
    setNeededDate: neededBy.setFirst,
  };
}

function fillEarlier(
  { account, library, orders }: EarlierWings,
  base: Platform & Pick<Config, 'publicUrl'>,
  { judgeOrders }: NeededDates,
) {
  const { db, clock } = base;
  account.slots.gallery.fill(createGalleryConsole(base));
  library.slots.countProjects.fill((customerId) => countProjects(db, customerId));
  library.slots.removeFromProjects.fill((trx, customerId, photoIds) =>
    removeFromProjects(trx, { customerId, photoIds, now: clock() }),
  );
  library.slots.restoreInProjects.fill((trx, customerId, photos) =>
    restoreInProjects(trx, { customerId, photoIds: photos.map(({ photoId }) => photoId), now: clock() }),
  );
  orders.slots.judgeNeededDates.fill(judgeOrders);
  orders.slots.isOnlineProductSql.fill(isOnlineProductSql);
}

export type CreationsWing = Awaited<ReturnType<typeof createCreationsWing>>;
