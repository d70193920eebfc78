import type { getSuperorders } from '@keepsake/contracts/orders/order-queries';
import { splitOrders } from '@keepsake/contracts/orders/order-status';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { beginStorage } from '../modules/library/retention/index.ts';
import { addPhotoRow } from '../testing/photos.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { ageStorage } from './age-storage.ts';
import { DEMO_CUSTOMERS } from './demo-customers.ts';
import { loadEarlierOrders, loadOtherOrders, loadRecentOrders } from './load-orders.ts';
import { listDemoPhotos } from './photos/plan.ts';

const now = new Date();
const [anna, , studio, mara, otto] = DEMO_CUSTOMERS;

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded', roles: ['web'] });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];

/** The first page of a customer's orders. */
async function readOrders(customerId: CustomerId): Promise<ResponseOf<typeof getSuperorders>> {
  const authorization = `Bearer ${await installation.tokenFor(customerId)}`;
  const answer = await fetch(`${node().address}/api/orders/v2/superorders/me`, {
    headers: { authorization },
  });
  return (await answer.json()) as ResponseOf<typeof getSuperorders>;
}

async function prepareCustomers(): Promise<void> {
  const { db } = node().connection;
  for (const { id, email, name, identityType } of DEMO_CUSTOMERS) {
    const details = { user_id: id, email, name, channel: 'pennyfern', registered_at: now };
    await db
      .insertInto('customers')
      .values({ ...details, identity_type: identityType })
      .execute();
    await beginStorage(db, { customerId: id, channel: 'pennyfern', registeredAt: now });
  }
  await ageStorage(db, now);
  const library = { db, clock: { now } };
  for (let days = 0; days < 60; days += 2) {
    const takenAt = new Date(now.getTime() - (days + 1) * 86_400_000).toISOString().slice(0, 19);
    await addPhotoRow(library, anna.id, { takenAt: takenAt.replace('T', ' ') });
  }
}

const readStorage = async () =>
  node()
    .connection.db.selectFrom('storage_accounts')
    .select(['user_id', 'projected_deletion_date'])
    .where('user_id', 'in', [mara.id, otto.id])
    .orderBy('user_id')
    .execute();

/** Two years of orders are loaded, twice; milliseconds. */
const LOADING = 90_000;

test(
  'demo customers have orders in every state and in every currency, once, and their photos are kept as long as before',
  async () => {
    await prepareCustomers();
    const before = await readStorage();
    const { demoShop } = node();
    if (!demoShop) throw new Error('There is no demo shop');
    const load = { app: node(), demoShop, now, signal: new AbortController().signal };
    for (let times = 2; times > 0; times--) {
      await loadOtherOrders(load);
      await loadRecentOrders(load, listDemoPhotos({ now }));
      await loadEarlierOrders(load);
    }
    const ordered = await node()
      .connection.db.selectFrom('photos')
      .select('is_ordered')
      .where('user_id', '=', anna.id)
      .execute();
    expect(new Set(ordered.map((photo) => photo.is_ordered))).toEqual(new Set([true, false]));
    const { orders, total } = await readOrders(anna.id);
    expect(total).toBe(130);
    const { inProgress, history } = splitOrders(orders, now);
    const statuses = inProgress.map(({ status }) => status);
    for (const status of ['paymentPending', 'Confirmed', 'ProductionStarted', 'Dispatched', 'Cancelled'])
      expect(statuses).toContain(status);
    const unpaid = inProgress.filter(({ unpaidUntil }) => unpaidUntil !== null);
    expect(
      unpaid.map(({ orderCode, paymentUrl }) => paymentUrl?.endsWith(`?orderCode=${orderCode}`)),
    ).toEqual([true]);
    expect(inProgress.filter(({ deliveredAt }) => deliveredAt).length).toBeGreaterThan(0);
    expect(inProgress.map(({ deliveryType }) => deliveryType)).toContain('PickupPoint');
    const isLate = ({ promisedDelivery, expectedDelivery }: (typeof orders)[number]) =>
      promisedDelivery?.to !== expectedDelivery?.to;
    expect(inProgress.filter(isLate)).toHaveLength(1);
    const parts = inProgress.map(
      ({ products }) => new Set(products.map((product) => product.productionOrder)),
    );
    expect(Math.max(...parts.map(({ size }) => size))).toBe(2);
    const partly = inProgress.find(
      ({ products }) =>
        new Set(products.map(({ status }) => status)).size > 1 &&
        products.some(({ status }) => status === 'Cancelled'),
    );
    expect(partly?.status).toBe('Dispatched');
    expect(inProgress.flatMap(({ products }) => products.map(({ voucher }) => voucher))).toContain(
      'AUTUMN10',
    );
    expect(history.length).toBeGreaterThan(80);

    const currencies = await Promise.all(
      DEMO_CUSTOMERS.map(async ({ id }) => (await readOrders(id)).orders[0]?.currency),
    );
    expect(new Set(currencies.filter(Boolean))).toEqual(new Set(['GBP', 'SEK', 'EUR']));
    expect((await readOrders(studio.id)).orders[0]?.products).toHaveLength(6);
    expect(await readStorage()).toEqual(before);
  },
  LOADING,
);

test('the business customer has invoices for what was sent, with their PDFs', async () => {
  const rows = await node()
    .connection.db.selectFrom('invoices')
    .select(['channel', 'state', 'bytes'])
    .where('user_id', '=', studio.id)
    .execute();
  expect(rows).toEqual([{ channel: 'pennyfern', state: 'paid', bytes: expect.any(Number) }]);
});
