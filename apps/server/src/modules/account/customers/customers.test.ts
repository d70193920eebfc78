import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createCustomers } from './index.ts';

const begun: string[] = [];
const start = () =>
  startWorld({
    modules: (parts) =>
      [
        createCustomers({
          ...parts,
          defaultChannel: 'pennyfern',
          isProviderExternal: false,
          beginStorage: async (_trx, { userId }) => void begun.push(userId),
          isPhotoDeletionPermitted: async () => true,
        }),
      ] as const,
  });
let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());

test('a customer follows the name and address of the account, and keeps all else', async () => {
  const [customers] = world.modules;
  const userId = newId();
  const account = {
    userId,
    email: 'anna@example.com',
    name: 'Anna',
    channel: 'kiekhof',
    identityType: 'consumer',
    b2bAuthenticationMethod: null,
    registeredAt: new Date('2026-01-05T08:00:00Z'),
  };
  await customers.save(world.db, account);
  expect(begun).toEqual([userId]);
  const changed = { email: 'anna.holm@example.com', name: 'Anna Holm' };
  const now = new Date('2026-06-01T08:00:00Z');
  await customers.save(world.db, { ...account, ...changed, channel: 'pennyfern', registeredAt: now });
  const row = await world.db
    .selectFrom('customers')
    .select(['email', 'name', 'channel', 'registered_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  expect(row).toEqual({ ...changed, channel: 'kiekhof', registered_at: account.registeredAt });
});
