import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { createDemoShop, createOrderSender, DEMO_SHOP_SERVICE } from '../modules/commerce/demo-shop/index.ts';
import { createOrders } from '../modules/commerce/orders/index.ts';
import { createTempSelections } from '../modules/commerce/temp-selections/index.ts';
import { findChannel } from '../modules/frame/channels/index.ts';
import { createServiceVerifier } from '../platform/auth/service-credentials.ts';
import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import { readSecret } from '../platform/secrets.ts';

type Deps = {
  config: Pick<Config, 'hasDemoShop' | 'serviceTokens'>;
  db: Database;
  clock: Clock;
  extendStorage: Parameters<typeof createOrders>[0]['extendStorage'];
  /** The server, once there is one: the stand-in shop is a client of it. */
  http(): FastifyInstance;
};

/** From a selection to an order: what an editor fetches, what shops report, and the stand-in for both. */
export async function createPrintOrders({ config, db, clock, extendStorage, http }: Deps) {
  const { openSelection, ...tempSelections } = createTempSelections({ db, clock });
  const orders = createOrders({
    db,
    clock,
    extendStorage,
    isKnownChannel: (id) => findChannel(id)?.id === id,
  });
  const routes = [...tempSelections.routes, ...orders.routes];
  const { tasks } = tempSelections;
  if (!config.hasDemoShop) {
    return { routes, tasks, verifyService: createServiceVerifier(config.serviceTokens) };
  }
  const credential = await readSecret(db, 'demo-shop-credential');
  const demoShop = createDemoShop({
    currencyOf: (channel) => findChannel(channel)?.currency ?? null,
    openSelection,
    sendOrder: createOrderSender(http, credential),
  });
  const tokens = { ...config.serviceTokens, [DEMO_SHOP_SERVICE]: credential };
  return { routes: [...routes, ...demoShop.routes], tasks, verifyService: createServiceVerifier(tokens) };
}
