import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { addOrderUses, removeOrderUses } from './photo-uses.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
  api.clock.now = new Date();
});
afterAll(() => api.stop());

const remove = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'DELETE', '/photos', { photoIds });
const restore = (customerId: CustomerId, photoIds: readonly string[]) =>
  api.call(customerId, 'POST', '/photos/deleted/restore', { photoIds });
const order = (customerId: CustomerId, orderCode: string, photoIds: readonly string[]) =>
  api.db
    .transaction()
    .execute((trx) =>
      addOrderUses(trx, { customerId, orderCode }, { photoIds, createdAt: new Date(), now: new Date() }),
    );
const endOrder = (customerId: CustomerId, orderCode: string, photoIds: readonly string[]) =>
  api.db
    .transaction()
    .execute((trx) => removeOrderUses(trx, { customerId, orderCode }, { photoIds, now: new Date() }));
const orderedOf = async (customerId: CustomerId) =>
  (await api.get(customerId, '/photos')).body.images
    .filter(({ isOrdered }) => isOrdered)
    .map(({ imageId }) => imageId)
    .sort();
const agree = async () =>
  expect((await auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects })).findings).toEqual([]);

describe('a photo that comes back', () => {
  test('is used in the orders that it was in, and in those that came while it was deleted', async () => {
    const customer = newCustomerId();
    const [before = '', meanwhile = '', never = ''] = await seedLibrary(api, {
      customerId: customer,
      photos: 3,
    });
    const foreign = await seedLibrary(api, { customerId: newCustomerId(), photos: 1 });
    await order(customer, 'ORDER-1', [before]);
    await remove(customer, [before, meanwhile, never]);
    await order(customer, 'ORDER-2', [meanwhile, randomUUID(), ...foreign]);
    await restore(customer, [before, meanwhile, never]);
    expect(await orderedOf(customer)).toEqual([before, meanwhile].sort());
    await agree();
  });

  test('is not used any more in an order that ended while it was deleted', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 2 });
    await order(customer, 'ORDER-1', ids);
    await order(customer, 'ORDER-2', ids.slice(1));
    await remove(customer, ids);
    await endOrder(customer, 'ORDER-1', ids);
    await restore(customer, ids);
    expect(await orderedOf(customer)).toEqual(ids.slice(1));
    await agree();
  });

  test('agrees with orders that arrive and end while it comes and goes', async () => {
    const customer = newCustomerId();
    const ids = await seedLibrary(api, { customerId: customer, photos: 30 });
    for (let round = 0; round < 4; round++) {
      await Promise.all([
        remove(customer, ids),
        order(customer, `ORDER-${round}`, ids.slice(0, 20)),
        restore(customer, ids.toReversed()),
        endOrder(customer, `ORDER-${round - 1}`, ids.slice(0, 20)),
      ]);
      await agree();
    }
    await restore(customer, ids);
    expect(await orderedOf(customer)).toEqual(ids.slice(0, 20).sort());
  });
});
