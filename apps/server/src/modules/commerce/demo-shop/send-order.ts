import { IDEMPOTENCY_HEADER, type NewOrder, placeOrder, SERVICE_PATHS } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';

/** The name under which the stand-in shop is known to the intake. */
export const DEMO_SHOP_SERVICE = 'demo-shop';

/** Sends orders to the intake of this server like any other client, without a way through the network. */
export function createOrderSender(http: FastifyInstance, credential: string) {
  return async (order: NewOrder, idempotencyKey: string): Promise<{ status: number }> => {
    const { statusCode } = await http.inject({
      method: placeOrder.method,
      url: SERVICE_PATHS[placeOrder.service] + placeOrder.path,
      headers: { authorization: `Bearer ${credential}`, [IDEMPOTENCY_HEADER]: idempotencyKey },
      payload: order,
    });
    return { status: statusCode };
  };
}
