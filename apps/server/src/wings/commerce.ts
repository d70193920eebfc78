import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { Config } from '../config/config.ts';

import { isActiveBusinessSql, isVatIdProven } from '../modules/account/business/index.ts';

import { findCustomer } from '../modules/account/customers/index.ts';
import { createOrderLists } from '../modules/business/order-lists/index.ts';
import { createGallery, endEntries, readEntries, reviewEntries } from '../modules/creations/gallery/index.ts';
import { createNeededBy } from '../modules/creations/needed-by/index.ts';
import { createOnlineProducts } from '../modules/creations/online-products/index.ts';
import { createPrintOrders } from '../modules/creations/print-orders/index.ts';
import { createProjects } from '../modules/creations/projects/index.ts';
import { createWidgets } from '../modules/creations/widgets/index.ts';
import { createCallbacks, createKeyring, createReceivers } from '../modules/exchange/callbacks/index.ts';
import { createMerchandise } from '../modules/exchange/merchandise/index.ts';
import { createOutgoingEvents, type Receiver } from '../modules/exchange/outgoing-events/index.ts';
import { findChannel } from '../modules/frame/channels/index.ts';
import { borrowThumbnail, createPresentPhotos, findPhotoIds } from '../modules/library/photos/index.ts';
import { createInvoices } from '../modules/orders/invoices/index.ts';
import { createOrders, giveUpAddressChange } from '../modules/orders/orders/index.ts';
import { createReorders, giveUpReorder } from '../modules/orders/reorders/index.ts';
import { createVouchers } from '../modules/orders/vouchers/index.ts';
import { createWithdrawals } from '../modules/orders/withdrawals/index.ts';
import {
  createDemoShop,
  DEMO_SHOP_SERVICE,
  type DemoShop,
  demoShopData,
} from '../modules/shop/demo-shop/index.ts';
import {
  createTestReceiver,
  type TestReceiver,
  testReceiverData,
} from '../modules/shop/test-receiver/index.ts';
import { createServiceVerifier } from '../platform/auth.ts';
import type { Module } from '../platform/module.ts';
import type { Platform } from '../platform/platform.ts';
import type { LibraryWing } from './library.ts';

/**
 * From a selection to an order: what editors fetch and save, what shops report and receive, and the demo shop, which does all of
 * it.
 */
export async function createCommerceWing(
  config: Config,
  platform: Platform,
  { extendStorage, isLibraryHidden, noteEvent }: LibraryWing,
) {
  const { dataDir } = config;
  const isKnownChannel = (id: string) => findChannel(id)?.id === id;
  const printOrders = createPrintOrders(platform);
  const vouchers = createVouchers({ ...platform, isKnownChannel });
  const merchandise = await createMerchandise({ ...platform, file: config.merchandiseFile });
  const neededBy = createNeededBy({ ...platform, ...merchandise, publicUrl: config.publicUrl });
  const modules: Module[] = [printOrders, vouchers, merchandise, neededBy];
  const serviceTokens = { ...config.serviceTokens };
  const receivers: Record<string, Receiver> = Object.fromEntries(
    Object.entries(config.webhooks).map(([name, webhook]) => [
      name,
      { ...webhook, proxy: config.egressProxy },
    ]),
  );
  let demoShop: DemoShop | null = null;
  let testReceiver: TestReceiver | null = null;
  if (config.hasDemoShop) {
    const credential = await platform.secrets.read('demo-shop-credential');
    serviceTokens[DEMO_SHOP_SERVICE] = { tokens: [credential], scopes: [...SERVICE_SCOPES], channels: null };
    const { db } = platform;
    demoShop = createDemoShop({
      ...platform,
      seconds: config.demoShopSeconds,
      credential,
      // The intakes are modules that themselves send events to shops and editors.
      intakeRoutes: () =>
        [orders, projects, onlineProducts, vouchers, invoices].flatMap(({ routes }) => routes ?? []),
      verifyService: createServiceVerifier(serviceTokens),
      openSelection: printOrders.openSelection,
      articlesOf: merchandise.articlesOf,
      async nameOf(userId) {
        const customer = await findCustomer(db, userId);
        return customer ? customer.name || customer.email : null;
      },
      findVoucher: vouchers.find,
      dataDir,
      borrowThumbnail: (place) => borrowThumbnail(platform, place),
      presentPhotos: createPresentPhotos(platform),
      findPhotoIds: (userId, photoIds) => findPhotoIds(db, userId, photoIds),
    });
    testReceiver = await createTestReceiver({ ...platform, publicUrl: config.publicUrl });
    modules.push(demoShop, testReceiver);
    receivers[DEMO_SHOP_SERVICE] = demoShop.receiver;
  } else {
    // Their data about customers exists even after they were switched off.
    modules.push({ personalData: demoShopData(platform) }, { personalData: testReceiverData(platform) });
  }
  const callbackParts = {
    ...platform,
    prepared: platform.connection.prepared,
    keys: createKeyring(await platform.secrets.read('callback-keys')),
    publicUrl: config.publicUrl,
    noteEvent,
    proxy: config.egressProxy,
    isLoopbackAllowed: config.isLoopbackAllowed,
    mayReceiveSql: isActiveBusinessSql,
    testReceiverUrlOf: (userId: string) => testReceiver?.urlOf(userId) ?? null,
  };
  const outgoingEvents = createOutgoingEvents({
    ...platform,
    prepared: platform.connection.prepared,
    receivers,
    customers: createReceivers(callbackParts),
    onGivenUp: async (trx, event) =>
      (await giveUpReorder(platform, trx, event)) || giveUpAddressChange(platform, trx, event),
  });
  const invoices = createInvoices({
    ...platform,
    ...outgoingEvents,
    dataDir,
    isKnownChannel,
    isIssuing: (id) => findChannel(id)?.legal.invoices === 'issue',
    isVatIdProven: (userId, vatId) => isVatIdProven(platform.db, userId, vatId),
  });
  const orders = createOrders({
    ...platform,
    ...outgoingEvents,
    prepared: platform.connection.prepared,
    dataDir,
    extendStorage,
    isLibraryHidden,
    isKnownChannel,
    judgeNeededDates: neededBy.judgeOrders,
    onSent: invoices.followOrder,
    isUninvoiceable: invoices.isUninvoiceable,
  });
  const callbacks = createCallbacks({ ...callbackParts, ...outgoingEvents });
  const { notifyServices } = outgoingEvents;
  const projects = createProjects({
    ...platform,
    prepared: platform.connection.prepared,
    dataDir,
    isLibraryHidden,
    isKnownChannel,
    notifyServices,
    judgeNeededDate: neededBy.judgeProject,
    endNeededDate: neededBy.endProject,
  });
  const { db } = platform;
  const { publicUrl } = config;
  const widgets = await createWidgets({
    ...platform,
    prepared: platform.connection.prepared,
    publicUrl,
    readEntries: (userId, widgetIds) => readEntries({ db, publicUrl }, userId, widgetIds),
    endEntries,
    reviewEntries: (trx, ref) => reviewEntries(platform, trx, ref),
  });
  const gallery = await createGallery({ ...platform, publicUrl, file: config.galleryFile });
  const onlineProducts = createOnlineProducts({
    ...platform,
    dataDir,
    isKnownChannel,
    endWidget: widgets.end,
    onPagesChanged: widgets.onPagesChanged,
  });
  modules.push(
    outgoingEvents,
    callbacks,
    createOrderLists({ ...platform, articlesOf: merchandise.articlesOf, ftpHost: config.ftpHost }),
    orders,
    createReorders({ ...platform, ...outgoingEvents }),
    createWithdrawals({ ...platform, notifyServices, publicUrl: config.publicUrl }),
    projects,
    onlineProducts,
    invoices,
    widgets,
    gallery,
  );
  return {
    modules,
    overview: {
      orders: orders.readInProgress,
      projects: projects.readToFinish,
      vouchers: vouchers.readUsable,
    },
    demoShop,
    callbacks,
    setNeededDate: neededBy.setFirst,
    verifyService: createServiceVerifier(serviceTokens),
  };
}
