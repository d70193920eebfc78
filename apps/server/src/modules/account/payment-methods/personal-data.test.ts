import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { areaOf, eraseArea, findTraces } from '../../../testing/erase-customer.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { paymentData, TABLES } from './personal-data.ts';

let world: Awaited<ReturnType<typeof startWorld>>;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.stop());

/** A provider that is unreachable while `isAway`, and records what it forgot. */
function startProvider() {
  const forgotten: string[] = [];
  const provider = {
    isAway: false,
    forgotten,
    async detach(_customerId: CustomerId, token: string) {
      if (provider.isAway) throw new Error('the provider is away');
      forgotten.push(token);
    },
    async finish(_customerId: CustomerId, reference: string) {
      const card = { kind: 'card', brand: 'Visa', lastFour: '4242', expiresOn: null } as const;
      return { outcome: 'added', method: { token: `token of ${reference}`, ...card } } as const;
    },
  };
  return provider;
}

async function addCards(customerId: CustomerId, tokens: readonly string[]): Promise<void> {
  const card = { kind: 'card' as const, brand: 'Visa', last_four: '4242', added_at: new Date(0) };
  for (const token of tokens)
    await world.db
      .insertInto('payment_methods')
      .values({ user_id: customerId, id: randomUUID(), token, ...card })
      .execute();
}

test('the provider deletes each token before its row is deleted, and later if it was unreachable [IDN-09]', async () => {
  const [anna, ben] = [await addCustomer(world.db), await addCustomer(world.db)];
  await addCards(anna, ['one', 'two']);
  await addCards(ben, ['three']);
  const setup = { user_id: anna, id: randomUUID(), reference: 'begun', outcome: null };
  await world.db.insertInto('payment_setups').values(setup).execute();
  const provider = startProvider();
  const data = areaOf(world.db, { tables: TABLES, personalData: paymentData({ db: world.db, provider }) });
  expect(await data.countLosses?.(anna)).toEqual([{ kind: 'paymentMethods', count: 2 }]);

  provider.isAway = true;
  await expect(data.erase(anna, { closedAt: new Date(), emails: [] })).rejects.toThrow('away');
  expect(await data.countLosses?.(anna)).toEqual([{ kind: 'paymentMethods', count: 2 }]);
  provider.isAway = false;
  await eraseArea(data, anna, world);

  expect(provider.forgotten.toSorted()).toEqual(['one', 'token of begun', 'two']);
  expect(await data.countLosses?.(anna)).toEqual([]);
  expect((await findTraces(world, [anna])).map((trace) => trace.split(' ')[0])).toEqual(['public.customers']);
  expect(await data.countLosses?.(ben)).toHaveLength(1);
});
