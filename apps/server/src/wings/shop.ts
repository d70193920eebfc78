import { SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { Config } from '../config/config.ts';
import { findCustomer } from '../modules/account/customers/index.ts';
import { borrowThumbnail, createPresentPhotos, findPhotoIds } from '../modules/library/photos/index.ts';
import { createDemoShop, createDemoShopData, DEMO_SHOP_SERVICE } from '../modules/shop/demo-shop/index.ts';
import {
  createTestReceiver,
  TEST_RECEIVER_DATA,
  TEST_RECEIVER_TABLES,
} from '../modules/shop/test-receiver/index.ts';
import { createServiceVerifier } from '../platform/auth.ts';
import type { Platform } from '../platform/platform.ts';
import type { CreationsWing } from './creations.ts';
import type { ExchangeWing } from './exchange.ts';
import type { OrdersWing } from './orders.ts';

type EarlierWings = { exchange: ExchangeWing; orders: OrdersWing; creations: CreationsWing };

/** A retailer's systems for those who have none yet: an editor with its shop, and a receiver of callbacks. */
export async function createShopWing(config: Config, platform: Platform, wings: EarlierWings) {
  const { serviceTokens } = config;
  const { ownReceivers, testReceiverUrlOf } = wings.exchange.slots;
  if (!config.hasDemoShop) {
    ownReceivers.fill({});
    testReceiverUrlOf.fill(() => null);
    return {
      // Their data about customers exists even after they were switched off.
      modules: [
        createDemoShopData(platform),
        { tables: TEST_RECEIVER_TABLES, personalData: TEST_RECEIVER_DATA },
      ],
      demoShop: null,
      verifyService: createServiceVerifier(serviceTokens),
    };
  }
  const credential = await platform.secrets.read('demo-shop-credential');
  const verifyService = createServiceVerifier({
    ...serviceTokens,
    [DEMO_SHOP_SERVICE]: { tokens: [credential], scopes: [...SERVICE_SCOPES], channels: null },
  });
  const demoShop = openDemoShop(config, platform, wings, { credential, verifyService });
  const testReceiver = await createTestReceiver({ ...platform, publicUrl: config.publicUrl });
  ownReceivers.fill({ [DEMO_SHOP_SERVICE]: demoShop.receiver });
  testReceiverUrlOf.fill(testReceiver.urlOf);
  return { modules: [demoShop, testReceiver], demoShop, verifyService };
}

type Access = Pick<Parameters<typeof createDemoShop>[0], 'credential' | 'verifyService'>;

function openDemoShop(
  { demoShopSeconds, dataDir }: Config,
  platform: Platform,
  { exchange, orders, creations }: EarlierWings,
  access: Access,
) {
  const { db } = platform;
  const intakes = [
    orders.orders,
    creations.projects,
    creations.onlineProducts,
    orders.vouchers,
    orders.invoices,
  ];
  return createDemoShop({
    ...platform,
    ...access,
    seconds: demoShopSeconds,
    intakeRoutes: () => intakes.flatMap(({ routes }) => routes ?? []),
    openSelection: creations.printOrders.openSelection,
    articlesOf: exchange.merchandise.articlesOf,
    async nameOf(customerId) {
      const customer = await findCustomer(db, customerId);
      return customer ? customer.name || customer.email : null;
    },
    findVoucher: orders.vouchers.find,
    dataDir,
    borrowThumbnail: (place) => borrowThumbnail(platform, place),
    presentPhotos: createPresentPhotos(platform),
    findPhotoIds: (customerId, photoIds) => findPhotoIds(db, customerId, photoIds),
  });
}
