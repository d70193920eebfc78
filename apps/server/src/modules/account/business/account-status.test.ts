import { endpoint } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { addBusinessCustomer, addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { isBlocked } from './account-status.ts';
import { requireNotBlocked } from './index.ts';

const service = 'customers' as const;
const list = endpoint({ name: 'listIt', service, method: 'GET', path: '/it', isForBusiness: true });
const share = endpoint({ name: 'shareIt', service, method: 'POST', path: '/it' });

const start = () =>
  startWorld({
    modules: ({ db }): [Module] => [
      {
        routes: [
          route(list, async () => undefined),
          route(share, ({ customer }) => requireNotBlocked(db, customer)),
        ],
      },
    ],
  });
let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());

const ask = (customerId: CustomerId, method: string) =>
  world.call<{ code: string }>(customerId, method, '/customers/it');

test('a call for business customers is decided by the claim of its token', async () => {
  const mia = await addCustomer(world.db);
  const refused = await ask(mia, 'GET');
  expect([refused.status, refused.body.code]).toEqual([403, 'business-only']);
  expect((await ask(await addBusinessCustomer(world.db), 'GET')).status).toBe(204);

  const as = async (claims: object) => {
    const token = await world.tokenFor(mia, { ...claims });
    const headers = { authorization: `Bearer ${token}` };
    return (await fetch(`${world.address}/api/customers/it`, { headers })).status;
  };
  expect(await as({ b2b_authentication_method: 'sso' })).toBe(204);
  expect(await as({ b2b_authentication_method: '' })).toBe(403);
  expect(await as({ b2b_authentication_method: true })).toBe(204);
  expect(await as({ b2b_authentication_method: false })).toBe(403);
});

test('a blocked business customer can only read', async () => {
  const studio = await addBusinessCustomer(world.db);
  const blocked = { status: 'blocked' as const, blocked_at: new Date(), block_reason: 'unpaid' };
  expect((await ask(studio, 'POST')).status).toBe(204);
  await world.db
    .insertInto('business_accounts')
    .values({ user_id: studio, changed_at: new Date(), ...blocked })
    .execute();
  expect(await isBlocked(world.db, studio)).toBe(true);
  const refused = await ask(studio, 'POST');
  expect([refused.status, refused.body.code]).toEqual([403, 'account-blocked']);
  expect((await ask(studio, 'GET')).status).toBe(204);
});
