import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { push } from '../../../platform/push.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { listenToPushes } from '../phone-transfers/pushes.fixture.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { type ActivationWorld, startActivationWorld } from './activation.fixture.ts';

let world: ActivationWorld;
beforeAll(async () => {
  world = await startActivationWorld();
});
afterAll(() => world.stop());

const PHOTOS = 4;

async function begin() {
  const customer = newCustomerId();
  await world.addPhotos(customer, PHOTOS);
  await world.activate(customer);
  return customer;
}

async function expectWhole(customer: CustomerId) {
  expect(await world.photos(customer)).toHaveLength(PHOTOS);
  expect(await world.status(customer)).toMatchObject({ status: 'ACTIVE' });
  const row = await world.db
    .selectFrom('library_imports')
    .selectAll()
    .where('user_id', '=', customer)
    .executeTakeFirst();
  expect(row).toMatchObject({ total: PHOTOS, imported: PHOTOS, failed: 0 });
}

test.each(['read', 'adding', 'noted', 'committed', 'removed'])(
  'an import killed with -9 at the step "%s" continues where it was and duplicates nothing',
  { timeout: 60_000 },
  async (step) => {
    const customer = await begin();
    expect(await world.dieAt(customer, step)).toBe(false);
    const reached = (await world.photos(customer)).length;
    expect(reached).toBe(['read', 'adding', 'noted'].includes(step) ? 1 : 2);
    await world.run(customer);
    await expectWhole(customer);
    const { findings } = await auditStorage({
      databaseUrl: world.installation.databaseUrl,
      objects: world.objects,
    });
    expect(findings).toEqual([]);
  },
);

test('a photo that the customer deleted after the kill does not come back', { timeout: 60_000 }, async () => {
  const customer = await begin();
  await world.dieAt(customer, 'committed');
  const photoIds = (await world.photos(customer)).map(({ imageId }) => imageId);
  await world.call(customer, 'DELETE', '/photo-management/photos', { photoIds });
  await world.run(customer);
  expect(await world.photos(customer)).toHaveLength(PHOTOS - photoIds.length);
});

test('two simultaneous workers import every photo once, and report the end once', {
  timeout: 60_000,
}, async () => {
  const customer = await begin();
  const finished = await listenToPushes(world.installation, customer, 'import-finished');
  await Promise.all([world.run(customer), world.run(customer)]);
  await expectWhole(customer);
  expect(await countUntilNow(finished, customer, 'import-finished')).toBe(1);
  await finished.close();
});

test('two simultaneous requests start it once', async () => {
  const customer = newCustomerId();
  await world.addPhotos(customer, 1);
  const started = await listenToPushes(world.installation, customer, 'import-started');
  await Promise.all([world.activate(customer), world.activate(customer), world.activate(customer)]);
  await world.run(customer);
  expect(await countUntilNow(started, customer, 'import-started')).toBe(1);
  await started.close();
});

/** How many messages were pushed so far, found by pushing one of our own behind them. */
async function countUntilNow(
  received: { next(count: number): Promise<{ data: { payload: unknown } }[]> },
  customer: CustomerId,
  type: 'import-started' | 'import-finished',
): Promise<number> {
  const now = new Date();
  const data = { payload: 'the last', timestamp: now.toISOString() };
  await push(world.db, customer, { type, data }, now);
  for (let count = 1; ; count++) {
    const messages = await received.next(count);
    const at = messages.findIndex(({ data: { payload } }) => payload === 'the last');
    if (at >= 0) return at;
  }
}
