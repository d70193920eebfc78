import {
  getDemoShop,
  IDEMPOTENCY_HEADER,
  type NewOrder,
  outgoingEvent,
  placeDemoOrder as placeDemoOrderEndpoint,
  placeOrder,
  SERVICE_PATHS,
} from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import { route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { type Receiver, signatureHeaders } from '../outgoing-events/index.ts';
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

type DemoShop = Module & {
  /** How it listens to outgoing events: within the process, by the same signatures as any other receiver. */
  receiver: Receiver;
};

/**
 * A demo of a retailer's print editor and shop, where none is configured: its orders are real, its prints are not. It is a
 * client of the server that it is mounted on.
 */
export function createDemoShop({ credential, ...shop }: Deps): DemoShop {
  let http: FastifyInstance;
  const deps: ShopDeps = { ...shop, sendOrder: (...order) => sendOrder(http, credential, ...order) };
  const secret = `whsec_${Buffer.from(credential).toString('base64')}`;
  return {
    receiver: {
      secrets: [secret],
      types: null,
      channels: null,
      take: async (request) => judgeEvent(secret, request),
    },
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

type EventRequest = { headers: Record<string, string>; body: string };

/** Takes what is signed and says something that is known: 204, else 400 or 401. */
function judgeEvent(secret: string, { headers, body }: EventRequest): number {
  const {
    'webhook-id': id = '',
    'webhook-timestamp': timestamp = '',
    'webhook-signature': signature,
  } = headers;
  const expected = signatureHeaders([secret], { id, at: new Date(1_000 * Number(timestamp)), body });
  if (signature !== expected['webhook-signature']) return 401;
  return outgoingEvent.safeParse(JSON.parse(body)).success ? 204 : 400;
}
