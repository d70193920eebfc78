import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import {
  ORDER_LIST_DATA,
  TABLES as ORDER_LIST_TABLES,
} from '../modules/business/order-lists/personal-data.ts';
import { createNeededBy } from '../modules/creations/needed-by/index.ts';
import { createOnlineProducts } from '../modules/creations/online-products/index.ts';
import { createPrintOrders } from '../modules/creations/print-orders/index.ts';
import { createProjects } from '../modules/creations/projects/index.ts';
import { createTestDelivery } from '../modules/exchange/event-delivery/event-delivery.fixture.ts';
import { createSentFiles } from '../modules/exchange/sent-files/index.ts';
import { createOrders } from '../modules/orders/orders/index.ts';
import { createReorders } from '../modules/orders/reorders/index.ts';
import { createVouchers } from '../modules/orders/vouchers/index.ts';
import { createWithdrawals } from '../modules/orders/withdrawals/index.ts';
import { createDemoShopData } from '../modules/shop/demo-shop/index.ts';
import { TEST_RECEIVER_DATA, TEST_RECEIVER_TABLES } from '../modules/shop/test-receiver/index.ts';
import { areasOf } from '../platform/erase-declared.ts';
import { NOBODY } from '../platform/ids.ts';
import { createObjectPurge } from '../platform/objects/purge-objects.ts';
import type { PersonalData } from '../platform/personal-data.ts';
import { addCustomer } from '../testing/customers.ts';
import { addPhotoRow } from '../testing/photos.ts';
import { readRowsWithText } from '../testing/rows-with-text.ts';
import { startWorld } from '../testing/start-world.ts';
import { addCommerce } from './two-customers.commerce.fixture.ts';

/** Everything that commerce stores about a customer, erased area by area. */
const notified: { type: string; data: object }[] = [];
let world: Awaited<ReturnType<typeof startCommerce>>;
let areas: PersonalData[];
beforeAll(async () => {
  world = await startCommerce();
  areas = areasOf(world.db, world.modules);
});
afterAll(() => world.stop());

function startCommerce() {
  return startWorld({
    now: null,
    modules(parts) {
      const isLibraryHidden = async () => false;
      const isAnybodyListening = () => true;
      const notifyServices = async (_: unknown, __: unknown, event: (typeof notified)[number]) => {
        notified.push(event);
        return [];
      };
      const deps = {
        ...parts,
        isLibraryHidden,
        isAnybodyListening,
        notifyServices,
        notifyCustomer: async () => null,
        isCustomerListeningSql: () => sql`false`,
      };
      const { prepared } = parts.connection;
      const publicUrl = 'https://photos.example';
      const neededBy = createNeededBy({ ...parts, publicUrl, articlesOf: () => [], timingOf: () => null });
      const { judgeOrders, judgeProject } = neededBy;
      return [
        createPrintOrders(parts),
        createVouchers(deps),
        createOrders({
          ...deps,
          sentFiles: createSentFiles(deps),
          prepared,
          extendStorage: async () => undefined,
          articlesOf: () => [],
          judgeNeededDates: judgeOrders,
          isOnlineProductSql: () => sql`false`,
        }),
        createReorders(deps),
        createWithdrawals({ ...deps, publicUrl }),
        createProjects({
          ...deps,
          sentFiles: createSentFiles(deps),
          prepared,
          judgeNeededDate: judgeProject,
          endNeededDate: neededBy.endProject,
        }),
        neededBy,
        createOnlineProducts({
          ...deps,
          sentFiles: createSentFiles(deps),
          endWidget: async () => undefined,
          onPagesChanged: async () => undefined,
        }),
        createDemoShopData(parts),
        createObjectPurge(parts),
        createTestDelivery(parts),
        { tables: ORDER_LIST_TABLES, personalData: ORDER_LIST_DATA },
        { tables: TEST_RECEIVER_TABLES, personalData: TEST_RECEIVER_DATA },
      ];
    },
  });
}

async function seed() {
  const customerId = await addCustomer(world.db);
  const { photoId } = await addPhotoRow(world, customerId);
  const ids = await addCommerce(world, customerId, photoId);
  const declared = { channel: 'pennyfern', declared_order: ids.orderCode, products: [], product_codes: [] };
  const who = { name: 'Anna', email: 'anna@example.com', declared_at: new Date(), passed_on_at: new Date() };
  const id = crypto.randomUUID();
  await world.db
    .insertInto('withdrawals')
    .values({ user_id: customerId, id, order_code: ids.orderCode, ...declared, ...who })
    .execute();
  return { ...ids, customerId, withdrawalId: id };
}
type Seeded = Awaited<ReturnType<typeof seed>>;

const commerce =
  /^public\.(deleted_order|demo_|online_|order|outgoing|photo_uses|project|reorders|test_receiver|temp_|voucher|wallet|withdraw)/;
const rowsOf = async (text: string) =>
  (await readRowsWithText(world.db, text)).filter((row) => commerce.test(row));
/** Erases all areas, moving the clock to the time at which each wants to run again. */
async function eraseAll({ customerId }: Seeded): Promise<void> {
  const closedAt = world.clock.now;
  for (let rounds = 0; rounds < 300; rounds++) {
    const dates: (Date | null)[] = [];
    for (const { erase } of areas) dates.push(await erase(customerId, { closedAt, emails: [] }));
    const next = dates.filter((date) => date !== null).sort((a, b) => a.getTime() - b.getTime())[0];
    if (!next) return;
    world.clock.now = new Date(Math.max(next.getTime(), closedAt.getTime()) + 1);
  }
  throw new Error('It never ended');
}

describe('what commerce keeps about an erased customer', () => {
  test('does not identify them; others’ data stays as it is, and erasing again changes nothing', async () => {
    const [anna, mia] = [await seed(), await seed()];
    const before = (await rowsOf(mia.customerId)).toSorted();
    expect((await rowsOf(anna.customerId)).length).toBeGreaterThan(10);
    await eraseAll(anna);
    expect(await rowsOf(anna.customerId)).toEqual([]);
    expect((await rowsOf(mia.customerId)).toSorted()).toEqual(before);
    expect(await Array.fromAsync(world.objects.list(`online-products/${anna.customerId}/`))).toEqual([]);
    expect((await Array.fromAsync(world.objects.list(`online-products/${mia.customerId}/`))).length).toBe(2);
    const rows = await readRowsWithText(world.db, anna.orderCode);
    await eraseAll(anna);
    expect(await readRowsWithText(world.db, anna.orderCode)).toEqual(rows);
  });

  test('is a declaration of withdrawal, under the nil id', async () => {
    const anna = await seed();
    await eraseAll(anna);
    const [row] = await readRowsWithText(world.db, anna.withdrawalId);
    expect(row).toContain('anna@example.com');
    expect(row).toContain(NOBODY);
  });

  test('lets editors end their projects', async () => {
    const anna = await seed();
    notified.length = 0;
    await eraseAll(anna);
    expect(notified.map(({ type }) => type)).toEqual(['project.deleted', 'project.deleted']);
    expect(notified[0]?.data).toMatchObject({ customerId: anna.customerId, service: 'editor' });
  });

  test('is announced before, with numbers', async () => {
    const anna = await seed();
    const losses = await Promise.all(areas.map(({ countLosses }) => countLosses?.(anna.customerId) ?? []));
    expect(losses.flat()).toEqual([
      { kind: 'vouchers', count: 1 },
      { kind: 'openOrders', count: 1 },
      { kind: 'projects', count: 2 },
      { kind: 'onlineProducts', count: 1 },
    ]);
    await eraseAll(anna);
    const after = await Promise.all(areas.map(({ countLosses }) => countLosses?.(anna.customerId) ?? []));
    expect(after.flat()).toEqual([]);
  });
});

test('"my data" has a file for each area, whose rows match its schema', async () => {
  const [anna, mia] = [await seed(), await seed()];
  const names: string[] = [];
  for (const { name, row, read } of areas.flatMap(({ files = [] }) => files)) {
    const rows = await Array.fromAsync(read(anna.customerId));
    expect(rows.length, name).toBeGreaterThan(0);
    for (const each of rows) expect(z.safeParse(row, each).error, name).toBeUndefined();
    expect(JSON.stringify(rows)).not.toContain(mia.customerId);
    expect(z.toJSONSchema(row, { io: 'output', unrepresentable: 'any' })).toHaveProperty('type', 'object');
    names.push(name);
  }
  expect(names.toSorted()).toEqual([
    'editor-projects',
    'needed-dates',
    'online-products',
    'order-lists',
    'orders',
    'projects',
    'reorders',
    'vouchers',
    'withdrawals',
  ]);
});
