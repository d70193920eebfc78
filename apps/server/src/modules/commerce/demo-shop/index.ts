import {
  getDemoShop,
  IDEMPOTENCY_HEADER,
  type NewOrder,
  placeDemoOrder as placeDemoOrderEndpoint,
  placeOrder,
  SERVICE_PATHS,
} from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import {
  listFrames,
  listPrints,
  placeDemoOrder,
  requireCurrency,
  type ShopDeps,
} from './place-demo-order.ts';

/** The name of the demo shop at the order intake. */
export const DEMO_SHOP_SERVICE = 'demo-shop';

type Deps = Omit<ShopDeps, 'sendOrder'> & {
  /** Bearer token of the demo shop at the order intake. */
  credential: string;
};

/**
 * A demo of a retailer's print editor and shop, where none is configured: its orders are real, its prints are not. It is a
 * client of the server that it is mounted on.
 */
export function createDemoShop({ credential, ...shop }: Deps): Module {
  let http: FastifyInstance;
  const deps: ShopDeps = { ...shop, sendOrder: (...order) => sendOrder(http, credential, ...order) };
  return {
    mount(server) {
      http = server;
    },
    routes: [
      route(getDemoShop, async ({ query: { channel } }) => {
        const currency = requireCurrency(deps, channel);
        return { currency, products: listPrints(currency), frames: listFrames(currency) };
      }),
      route(placeDemoOrderEndpoint, ({ customer: { customerId }, body, attempt }) =>
        placeDemoOrder(deps, { ...body, customerId, key: attempt?.key ?? newId() }),
      ),
    ],
  };
}

/** Sends an order to the intake of this server like any other client, but without the network. */
async function sendOrder(
  http: FastifyInstance,
  credential: string,
  order: NewOrder,
  idempotencyKey: string,
): Promise<{ status: number }> {
  const { statusCode } = await http.inject({
    method: placeOrder.method,
    url: SERVICE_PATHS[placeOrder.service] + placeOrder.path,
    headers: { authorization: `Bearer ${credential}`, [IDEMPOTENCY_HEADER]: idempotencyKey },
    payload: order,
  });
  return { status: statusCode };
}
