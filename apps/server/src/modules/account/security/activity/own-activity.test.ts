import { randomUUID } from 'node:crypto';
import type { AccountEvent } from '@keepsake/contracts/account/account-events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '../../../../platform/clock.ts';
import type { Account } from '../../accounts/store.ts';
import { startIdentity, type TestIdentity } from '../../sign-in/identity.fixture.ts';
import { insertEvent } from './event-store.ts';

let identity: TestIdentity;
beforeAll(async () => {
  identity = await startIdentity();
});
afterAll(() => identity.stop());

const device = { browser: 'Firefox', system: 'Windows', device: 'computer' as const };
const newAccount = () => identity.addAccount(`mia.${randomUUID().slice(0, 8)}@example.com`);
const pathOf = ({ id, identityType }: Account) => `/identity/v2/identities/${identityType}/${id}`;
type Page = { events: AccountEvent[]; cursor: string | null };

async function list(account: Account, query = '') {
  const { status, body } = await identity.call<Page>(
    account.id,
    'GET',
    `${pathOf(account)}/activity${query}`,
  );
  return { status, ...body };
}
/** Signs in once on each of this many days, up to today. */
async function signInOnDays(account: Account, days: number) {
  for (let ago = 0; ago < days; ago++)
    await insertEvent(identity.db, {
      accountId: account.id,
      kind: 'signed-in',
      device,
      now: new Date(Date.now() - ago * DAY_MS),
    });
}

test('events are listed page by page, the last first, and only to their owner', async () => {
  const [mia, noah] = [await newAccount(), await newAccount()];
  await signInOnDays(mia, 23);
  const first = await list(mia);
  expect(first.events).toHaveLength(10);
  expect(first.events[0]).toMatchObject({ kind: 'signed-in', times: 1, ...device });
  const second = await list(mia, `?cursor=${first.cursor}`);
  const third = await list(mia, `?cursor=${second.cursor}`);
  expect(third.cursor).toBeNull();
  const times = [first, second, third].flatMap(({ events }) => events.map(({ happenedAt }) => happenedAt));
  expect(times).toHaveLength(23);
  expect(times).toEqual(times.toSorted().reverse());
  expect((await identity.call(noah.id, 'GET', `${pathOf(mia)}/activity`)).status).toBe(404);
  expect((await list(noah, `?cursor=${first.cursor}`)).status).toBe(400);
});

test('events older than twelve months are not shown, and deleted together with unused devices', async () => {
  const mia = await newAccount();
  await signInOnDays(mia, 1);
  for (const ago of [364, 370])
    await insertEvent(identity.db, {
      accountId: mia.id,
      kind: 'session-ended',
      device,
      now: new Date(Date.now() - ago * DAY_MS),
    });
  const deviceUsed = (ago: number) => ({
    account_id: mia.id,
    hash: Buffer.from(String(ago)),
    last_used_at: new Date(Date.now() - ago * DAY_MS),
  });
  await identity.db
    .insertInto('known_devices')
    .values([deviceUsed(399), deviceUsed(401)])
    .execute();
  const stored = () => identity.db.selectFrom('account_events').select('id').where('account_id', '=', mia.id);
  expect((await list(mia)).events).toHaveLength(2);
  expect(await stored().execute()).toHaveLength(3);
  await identity.run('forget-expired');
  expect(await stored().execute()).toHaveLength(2);
  const devices = identity.db.selectFrom('known_devices').select('hash').where('account_id', '=', mia.id);
  expect(await devices.execute()).toEqual([{ hash: Buffer.from('399') }]);
});

test('requests in the app are recorded once, with their device', async () => {
  const mia = await newAccount();
  const call = (method: string, rest: string, body?: object) =>
    identity.call(mia.id, method, `${pathOf(mia)}${rest}`, body);
  const change = { email: `new.${randomUUID().slice(0, 8)}@example.com`, channel: 'pennyfern' };
  for (let press = 0; press < 2; press++) await call('POST', '/emailchanges', change);
  for (let press = 0; press < 2; press++) await call('DELETE', '/emailchanges');
  await call('POST', '/passwordresets', { channel: 'pennyfern' });
  const { events } = await list(mia);
  expect(events.map(({ kind, times }) => [kind, times])).toEqual([
    ['password-reset-requested', 1],
    ['email-change-cancelled', 1],
    ['email-change-requested', 1],
  ]);
});
