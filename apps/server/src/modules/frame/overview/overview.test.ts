import type { getOverview } from '@keepsake/contracts/overview';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OverviewParts } from '../../../platform/module.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createOverview, joinOverviewParts } from './index.ts';

const LIMIT_MS = 200;
const mia = newCustomerId();
const photos = { images: [], photosCount: 3 };

type Read = { [Name in keyof OverviewParts]: OverviewParts[Name]['read'] };

/** What the parts answer; a test may replace one. */
const notified: Read = {
  orders: async () => null,
  storage: async () => null,
  photos: async (customerId) => (customerId === mia ? photos : null),
  projects: async () => ({ items: [], total: 7 }),
  onThisDay: async () => null,
  vouchers: async () => null,
};
const parts = { ...notified };

const start = (services: Record<string, string> = {}) =>
  startWorld({ modules: () => [createOverview({ parts: () => given, services, limitMs: LIMIT_MS })] });
const given: OverviewParts = {
  orders: { service: 'orders', read: (id) => parts.orders(id) },
  storage: { service: 'storage', read: (id) => parts.storage(id) },
  photos: { service: 'photoManagement', read: (id) => parts.photos(id) },
  onThisDay: { service: 'photoManagement', read: (id) => parts.onThisDay(id) },
  projects: { service: 'projects', read: (id) => parts.projects(id) },
  vouchers: { service: 'vouchers', read: (id) => parts.vouchers(id) },
};
let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());

const read = async (customerId = mia, query = '') =>
  (await world.call<ResponseOf<typeof getOverview>>(customerId, 'GET', `/overview/me${query}`)).body;

test('gathers the calling customer’s data from every part [RTE-17]', async () => {
  const nothing = { status: 'ok', value: null };
  const projects = { status: 'ok', value: { items: [], total: 7 } };
  const own = {
    orders: nothing,
    storage: nothing,
    photos: { status: 'ok', value: photos },
    projects,
    onThisDay: nothing,
    vouchers: nothing,
  };
  expect(await read()).toEqual(own);
  expect(await read(newCustomerId())).toEqual({ ...own, photos: nothing });
});

test('reads the requested parts, and no unknown part', async () => {
  expect(Object.keys(await read(mia, '?parts=photos'))).toEqual(['photos']);
  expect(Object.keys(await read(mia, '?parts=projects,horoscope,orders')).toSorted()).toEqual([
    'orders',
    'projects',
  ]);
  expect(await read(mia, '?parts=a;b')).toMatchObject({ code: 'invalid-request' });
});

test.each(['orders', 'storage', 'photos', 'onThisDay', 'projects', 'vouchers'] as const)(
  'a failure of %s does not affect the others and is found by its reference',
  async (name) => {
    const whole = await read();
    Object.assign(parts, { [name]: () => Promise.reject(new Error('The disk is on fire')) });
    const answer = await read();
    Object.assign(parts, notified);
    expect(answer).toEqual({ ...whole, [name]: { status: 'failed', correlationId: expect.any(String) } });
  },
);

test('a hanging part fails after its timeout; the others are answered', async () => {
  parts.orders = () => new Promise(() => {});
  const answer = await read();
  parts.orders = notified.orders;
  expect(answer).toMatchObject({ orders: { status: 'failed' }, photos: { status: 'ok', value: photos } });
});

test('queries all parts at once', async () => {
  const waiting = Promise.withResolvers<void>();
  let started = 0;
  const wait = async () => {
    started += 1;
    if (started === 6) waiting.resolve();
    await waiting.promise;
    return null;
  };
  Object.assign(parts, {
    orders: wait,
    storage: wait,
    photos: wait,
    onThisDay: wait,
    projects: wait,
    vouchers: wait,
  });
  const answer = await read();
  Object.assign(parts, notified);
  expect(Object.values(answer).map(({ status }) => status)).toEqual(Array(6).fill('ok'));
});

test('omits what the retailer’s own service knows better', async () => {
  const other = await start({ orders: 'https://orders.example' });
  const { body } = await other.call<object>(mia, 'GET', '/overview/me');
  await other.stop();
  expect(Object.keys(body).toSorted()).toEqual(['onThisDay', 'photos', 'projects', 'storage', 'vouchers']);
});

test('is joined from whatever modules give parts, and refuses one that nobody gives, or two do', () => {
  const { orders, ...others } = given;
  expect(joinOverviewParts([{ overview: { orders } }, {}, { overview: others }])).toEqual(given);
  expect(() => joinOverviewParts([{ overview: others }])).toThrow(
    'The orders of the overview are given by 0',
  );
  expect(() => joinOverviewParts([{ overview: given }, { overview: { orders } }])).toThrow('by 2 modules');
});
