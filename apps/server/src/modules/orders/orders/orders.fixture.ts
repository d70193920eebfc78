import { createHash, randomUUID } from 'node:crypto';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import type { ServiceCredential } from '../../../platform/auth.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { createObjectPurge } from '../../../platform/objects/purge-objects.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createTestDelivery } from '../../exchange/event-delivery/event-delivery.fixture.ts';
import type { Receiver } from '../../exchange/event-delivery/index.ts';
import { createLoneOrders } from './lone-orders.fixture.ts';

type AnyBody = Required<ProblemBody> & {
  orderCode: string;
  createdAt: string;
  photoIds: string[];
  photosCount: number;
};
type SendingFile = { token?: string; sha256?: string; type?: string };
type Sending = { key?: string | null; token?: string | null };

export const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
export const OTHER_TOKEN = 'the-token-of-another-shop-0123456789';

/** The orders module; records the storage that orders earn. */
export async function startOrders({
  serviceTokens = {},
  onEvent = () => undefined,
}: {
  serviceTokens?: Record<string, ServiceCredential>;
  /** Called with each outgoing event: a plant receives those of one channel. */
  onEvent?: (body: string) => void;
} = {}) {
  const extended: { customerId: CustomerId; orderedAt: Date }[] = [];
  const storage = {
    extend: async (_trx: Queryable, customerId: CustomerId, orderedAt: Date) => {
      extended.push({ customerId, orderedAt });
    },
  };
  const world = await startWorld({
    serviceTokens: { shop: SHOP_TOKEN, 'other-shop': OTHER_TOKEN, ...serviceTokens },
    modules(parts) {
      const plant: Receiver = {
        secrets: [`whsec_${Buffer.from('a'.repeat(32)).toString('base64')}`],
        types: null,
        channels: ['pennyfern'],
        take: async ({ body }) => {
          onEvent(body);
          return 204;
        },
      };
      const eventDelivery = createTestDelivery(parts, { receivers: () => ({ plant }) });
      const orders = createLoneOrders(parts, {
        ...eventDelivery,
        extendStorage: (...requested) => storage.extend(...requested),
      });
      return [orders, eventDelivery, createObjectPurge(parts)];
    },
  });
  return {
    ...world,
    extended,
    storage,
    /** Sends an order as a shop does; null omits a header. */
    async send(body: object | string, { key = randomUUID(), token = SHOP_TOKEN }: Sending = {}) {
      const headers = {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { [IDEMPOTENCY_HEADER]: key }),
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const init = { method: 'POST', headers, body: text };
      const answer = await fetch(`${world.address}/api/orders/orders`, init);
      return { status: answer.status, body: (await answer.json()) as AnyBody };
    },
    addCustomer: (deletedAt: Date | null = null) =>
      addCustomer(world.db, { registeredAt: world.clock.now, deletedAt }),
    addPhoto: async (customerId: CustomerId) => (await addPhotoRow(world, customerId)).photoId,
    /** Reports events as a service does. */
    async report(events: object[], { token = SHOP_TOKEN }: { token?: string } = {}) {
      const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
      const init = { method: 'POST', headers, body: JSON.stringify({ events }) };
      const answer = await fetch(`${world.address}/api/orders/order-events`, init);
      const body = (await answer.json()) as AnyBody & { results: { id: string; outcome: string }[] };
      return { status: answer.status, body, outcomes: body.results?.map(({ outcome }) => outcome) };
    },
    /** Sends a file of an order as a service does. */
    async putFile(
      path: string,
      content: Uint8Array<ArrayBuffer>,
      { token = SHOP_TOKEN, sha256, type = 'application/octet-stream' }: SendingFile = {},
    ) {
      const hash = sha256 ?? createHash('sha256').update(content).digest('hex');
      const url = `${world.address}/api/orders/order-files/${path}${path.includes('?') ? '&' : '?'}sha256=${hash}`;
      const headers = { 'content-type': type, authorization: `Bearer ${token}` };
      const answer = await fetch(url, { method: 'PUT', headers, body: content });
      return {
        status: answer.status,
        body: (await answer.json()) as AnyBody & { fileId: string; bytes: number },
      };
    },
    /** A customer's call of the orders service. */
    ask: <Body>(customerId: CustomerId, path: string) =>
      world.call<Body>(customerId, 'GET', `/orders${path}`),
    /** A unique order of a customer. */
    orderOf(customerId: CustomerId, changes: Partial<NewOrder> = {}): NewOrder {
      const status = 'paymentSuccess';
      return {
        orderCode: `K-${randomUUID().slice(0, 8)}`,
        customerId,
        channel: 'pennyfern',
        currency: 'GBP',
        total: 475,
        status,
        createdAt: '2026-06-15T09:59:00Z',
        products: [{ code: 'PAP_910', quantity: 25, price: 475, status, photoIds: [] }],
        ...changes,
      };
    },
  };
}
