import { randomUUID } from 'node:crypto';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import { type OutgoingEvent, outgoingEvent } from '@keepsake/contracts/outgoing-events';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { createTestDelivery } from '../modules/exchange/event-delivery/event-delivery.fixture.ts';
import type { EventQueue } from '../modules/exchange/event-delivery/index.ts';
import { createSentFiles } from '../modules/exchange/sent-files/index.ts';
import { createOrders } from '../modules/orders/orders/index.ts';
import { readWithdrawn } from '../modules/orders/withdrawals/index.ts';
import type { Queryable } from '../platform/database/database.ts';
import type { Module } from '../platform/module.ts';
import { startWorld, type WorldParts } from './start-world.ts';

const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';

type Options<M extends Module> = {
  /** The module under test, beside orders and event delivery. */
  create: (parts: WorldParts & Pick<EventQueue, 'notifyServices' | 'isAnybodyListening'>) => M;
  /** Channels whose events the shop receives; null for all. */
  channels?: string[] | null;
  onGivenUp?: (parts: WorldParts, trx: Queryable, event: OutgoingEvent) => Promise<boolean>;
};

/** Orders, event delivery, one module that works with both, and the shop itself. */
export async function startShopWorld<M extends Module>({ create, channels = null, onGivenUp }: Options<M>) {
  const received: OutgoingEvent[] = [];
  const shop = { isAway: false, isCut: false };
  const world = await startWorld({
    serviceTokens: { shop: SHOP_TOKEN },
    modules(parts) {
      async function take({ body }: { body: string }) {
        if (shop.isAway) return 503;
        received.push(outgoingEvent.parse(JSON.parse(body)));
        return 204;
      }
      const secrets = [`whsec_${Buffer.from('s'.repeat(32)).toString('base64')}`];
      const outgoing = createTestDelivery(parts, {
        receivers: () => ({ shop: { secrets, types: null, channels, take } }),
        ...(onGivenUp && { onGivenUp: (trx, event) => onGivenUp(parts, trx, event) }),
      });
      const orders = createOrders({
        ...parts,
        sentFiles: createSentFiles(parts),
        articlesOf: () => [],
        judgeNeededDates: async () => new Map(),
        isOnlineProductSql: () => sql`false`,
        ...outgoing,
        prepared: parts.connection.prepared,
        readWithdrawn: (customerId, rows) => readWithdrawn(parts.db, customerId, rows),
        isLibraryHidden: async () => false,
        extendStorage: async () => undefined,
      });
      const notifyServices: EventQueue['notifyServices'] = async (...event) => {
        if (shop.isCut) throw new Error('killed');
        return outgoing.notifyServices(...event);
      };
      const { isAnybodyListening } = outgoing;
      return [outgoing, orders, create({ ...parts, isAnybodyListening, notifyServices })];
    },
  });

  async function send(path: string, body: object): Promise<void> {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${SHOP_TOKEN}`,
      [IDEMPOTENCY_HEADER]: randomUUID(),
    };
    const init = { method: 'POST', headers, body: JSON.stringify(body) };
    const answer = await fetch(`${world.address}/api/orders/${path}`, init);
    if (answer.status !== 200) throw new Error(await answer.text());
  }
  return {
    ...world,
    /** Events that the shop accepted. */
    received,
    /** `isAway`: it answers 503. `isCut`: sending an event fails, as after a kill. */
    shop,
    /** An order of a customer, as the shop reports it; returns its code. */
    async addOrder(customerId: CustomerId, changes: Partial<NewOrder> = {}): Promise<string> {
      const [orderCode, status] = [`K-${randomUUID().slice(0, 8).toUpperCase()}`, 'paymentSuccess' as const];
      const products = [{ code: 'BOOK', quantity: 1, price: 1_998, status }];
      const details = { orderCode, customerId, channel: 'pennyfern', currency: 'GBP', total: 2_388, status };
      await send('orders', { ...details, deliveryCharge: 390, products, ...changes });
      return orderCode;
    },
    /** Reports an event of an order, now unless given. */
    report: (orderCode: string, type: string, data: object, more: object = {}) =>
      send('order-events', {
        events: [
          { id: randomUUID(), orderCode, type, happenedAt: world.clock.now.toISOString(), data, ...more },
        ],
      }),
    /** Runs the jobs of all pending events, as if they were due. */
    async deliver(): Promise<void> {
      const waiting = await world.db
        .selectFrom('outgoing_events')
        .select(['user_id', 'id'])
        .where('state', '=', 'waiting')
        .execute();
      for (const { user_id: customerId, id } of waiting)
        await world.run('send-outgoing-event', { customerId, id });
    },
  };
}
