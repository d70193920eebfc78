import { randomUUID } from 'node:crypto';
import { IDEMPOTENCY_HEADER, type NewOrder, type ProblemBody } from '@keepsake/contracts';
import pino from 'pino';
import { createServiceVerifier } from '../../../platform/auth.ts';
import { openDatabase, type Queryable } from '../../../platform/database/database.ts';
import { createServer } from '../../../platform/http/create-server.ts';
import { mountRoutes } from '../../../platform/http/mount-routes.ts';
import { createPushHub } from '../../../platform/push.ts';
import { createTestDatabase } from '../../../platform/testing/test-database.ts';
import { createTestTokens } from '../../../platform/testing/test-tokens.ts';
import { addPhoto } from '../../library/photos/index.ts';
import { createOrders } from './index.ts';

type AnyBody = Required<ProblemBody> & {
  orderCode: string;
  createdAt: string;
  photoIds: string[];
  photosCount: number;
};
type Sending = { key?: string | null; token?: string | null };

export const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
export const OTHER_TOKEN = 'the-token-of-another-shop-0123456789';

/** The orders module on its own database and port; records the storage that orders earn. */
export async function startOrders() {
  const database = await createTestDatabase();
  const log = pino({ level: 'silent' });
  const { db, close } = openDatabase({ url: database.url, maxConnections: 12, log });
  const tokens = await createTestTokens();
  const clock = { now: new Date('2026-06-15T10:00:00Z') };
  const extended: { userId: string; orderedAt: Date }[] = [];
  const storage = {
    extend: async (_trx: Queryable, userId: string, orderedAt: Date) => {
      extended.push({ userId, orderedAt });
    },
  };
  const orders = createOrders({
    db,
    clock: () => clock.now,
    isKnownChannel: (channel) => channel === 'pennyfern',
    extendStorage: (...asked) => storage.extend(...asked),
  });
  const http = await createServer({
    log,
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 100_000,
  });
  const verifyService = createServiceVerifier({ shop: SHOP_TOKEN, 'other-shop': OTHER_TOKEN });
  mountRoutes(http, orders.routes, tokens.verifyToken, verifyService);
  const address = await http.listen({ host: '127.0.0.1', port: 0 });

  async function request(path: string, init: RequestInit) {
    const answer = await fetch(`${address}/api/${path}`, init);
    return { status: answer.status, body: (await answer.json()) as AnyBody };
  }
  return {
    db,
    clock,
    extended,
    storage,
    /** Sends an order as a shop does; null leaves a header out. */
    send(body: object | string, { key = randomUUID(), token = SHOP_TOKEN }: Sending = {}) {
      const headers = {
        'content-type': 'application/json',
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...(key === null ? {} : { [IDEMPOTENCY_HEADER]: key }),
      };
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      return request('orders/orders', { method: 'POST', headers, body: text });
    },
    /** Calls as a customer. */
    async call(customerId: string, method: string, path: string, body?: object) {
      const authorization = `Bearer ${await tokens.tokenFor(customerId)}`;
      const headers = { authorization, 'content-type': 'application/json' };
      return request(path, { method, headers, body: body && JSON.stringify(body) });
    },
    /** Collects what is pushed to a customer's screens from now on. */
    async listenTo(customerId: string) {
      const hub = await createPushHub({ url: database.url, log });
      const received: { type: string; data: { change?: string; photoIds?: string[] } }[] = [];
      hub.subscribe(customerId, (text) => received.push(JSON.parse(text)));
      return { received, stop: hub.close };
    },
    tokenFor: tokens.tokenFor,
    async addCustomer(deletedAt: Date | null = null) {
      const userId = randomUUID();
      const email = `${userId}@example.com`;
      const facts = { name: 'Mia', channel: 'pennyfern', identity_type: 'consumer' };
      const dates = { registered_at: clock.now, deleted_at: deletedAt };
      await db
        .insertInto('customers')
        .values({ user_id: userId, email, ...facts, ...dates })
        .execute();
      return userId;
    },
    async addPhoto(userId: string) {
      const content = { bytes: 9, crc32: 1, sha256: Buffer.from(randomUUID().replaceAll('-', ''), 'ascii') };
      const dates = { takenAt: null, takenOffsetMinutes: null, createdAt: clock.now, timeZone: 'UTC' };
      const names = { uploadId: randomUUID(), fileName: 'a.jpg', objectKey: randomUUID() };
      const photo = { userId, format: 'jpeg' as const, ...content, ...dates, ...names };
      return (await db.transaction().execute((trx) => addPhoto(trx, photo))).photoId;
    },
    /** A unique order of a customer. */
    orderOf(customerId: string, changes: Partial<NewOrder> = {}): NewOrder {
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
    async stop() {
      await http.close();
      await close();
      await database.drop();
    },
  };
}
