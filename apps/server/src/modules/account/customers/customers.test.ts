import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { PushMessage } from '@keepsake/contracts/push';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import { readClaims, STANDARD_CLAIMS } from '../../../platform/tokens/claims.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import type { ReadClaims } from '../external-provider/index.ts';
import { createCustomers } from './index.ts';
import { type BeginStorage, saveCustomer } from './store.ts';

const NO_CALLBACKS = { callbackUrl: null, callbackFormat: 'json' as const };
const started: string[] = [];
const accounts: object[] = [];
const addresses: object[] = [];
type Notified = Awaited<ReturnType<ReadClaims>>;
/** The claims in ID tokens of calls, and in the provider's userinfo answers. */
let idClaims: Notified = null;
let userinfo: Notified = null;
let timesRequested = 0;
const readUserinfo: ReadClaims = async () => {
  timesRequested++;
  return userinfo;
};
const beginStorage: BeginStorage = async (_trx, { customerId }) => void started.push(customerId);
const start = (isProviderExternal: boolean) =>
  startWorld({
    modules: (parts) =>
      [
        createCustomers({
          ...parts,
          landingChannel: ({ claim, host }) => claim ?? host ?? 'pennyfern',
          provider: isProviderExternal ? { readIdClaims: async () => idClaims, readUserinfo } : null,
          onAddressChanged: async (_trx, change) => void addresses.push(change),
          beginStorage,
          isPhotoDeletionPermitted: async () => true,
          isErased: async () => false,
          accountStatusOf: async () => ({ status: 'New', missing: [] }),
          isChangePending: async () => false,
          findReturnedAt: async () => null,
          callbacks: () => ({ readChoice: async () => NO_CALLBACKS, changeChoice: async () => undefined }),
          changeAccount: async (_trx, customerId, change) => void accounts.push({ customerId, ...change }),
        }),
      ] as const,
  });
let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start(false);
});
afterAll(() => world.stop());

const ME = '/customers/customers/me';
type Body = Record<string, unknown> & { errors?: { path: string; message: string }[] };
const change = (customerId: CustomerId, body: object, method = 'PATCH') =>
  world.call<Body>(customerId, method, ME, body);
const read = async (customerId: CustomerId) => (await world.call<Body>(customerId, 'GET', ME)).body;

test('a customer follows the name and address of the account, and keeps everything else', async () => {
  const customerId = newCustomerId();
  const account = {
    customerId,
    email: 'anna@example.com',
    name: 'Anna',
    channel: 'kiekhof',
    locale: 'nl-NL' as const,
    identityType: 'consumer',
    b2bAuthenticationMethod: null,
    registeredAt: new Date('2026-01-05T08:00:00Z'),
  };
  await saveCustomer({ beginStorage }, world.db, account);
  expect(started).toEqual([customerId]);
  const changed = { email: 'anna.holm@example.com', name: 'Anna Holm' };
  const now = new Date('2026-06-01T08:00:00Z');
  await saveCustomer({ beginStorage }, world.db, {
    ...account,
    ...changed,
    channel: 'pennyfern',
    registeredAt: now,
  });
  const row = await world.db
    .selectFrom('customers')
    .select(['email', 'name', 'channel', 'registered_at', 'mail_locale'])
    .where('user_id', '=', customerId)
    .executeTakeFirst();
  expect(row).toEqual({
    ...changed,
    channel: 'kiekhof',
    registered_at: account.registeredAt,
    mail_locale: 'nl-NL',
  });
});

test('days are those of the brand, of the default one for customers whom nobody knows', async () => {
  const [customers] = world.modules;
  const anna = await addCustomer(world.db, { channel: 'bildersonn' });
  expect(await customers.timeZoneOf(anna)).toBe('Europe/Vienna');
  expect(await customers.timeZoneOf(newCustomerId())).toBe('Europe/London');
});

describe('personal details', () => {
  let anna: CustomerId;
  beforeEach(async () => {
    anna = await addCustomer(world.db, { channel: 'bildersonn' });
  });

  test('are read, changed one by one, and cleared; the account follows [SET-07, SET-08, SET-10]', async () => {
    expect(await read(anna)).toMatchObject({
      name: 'Anna',
      birthday: null,
      phoneNumber: null,
      mailLocale: 'de-AT',
      changed: false,
      accountDeleted: false,
    });
    const named = await change(anna, { name: '  Anna\u200b   Holm ', mailLocale: 'sv-SE' });
    expect(named.body).toMatchObject({ name: 'Anna Holm', mailLocale: 'sv-SE', birthday: null });
    expect(accounts.at(-1)).toEqual({ customerId: anna, name: 'Anna Holm', locale: 'sv-SE' });
    await change(anna, { birthday: '1988-02-29', phoneNumber: '0664 1234567' }, 'PUT');
    expect(await read(anna)).toMatchObject({
      name: 'Anna Holm',
      birthday: '1988-02-29',
      phoneNumber: '+43 664 1234567',
    });
    await change(anna, { birthday: null, phoneNumber: '' });
    expect(await read(anna)).toMatchObject({ name: 'Anna Holm', birthday: null, phoneNumber: null });
  });

  test('are told to the other windows of their customer [SET-10]', async () => {
    const pushed = await world.listen<PushMessage>(anna);
    await change(anna, { name: 'Anna Holm' });
    await vi.waitFor(() => expect(pushed).toMatchObject([{ type: 'account-changed' }]));
  });

  test('accept only what customers may change themselves', async () => {
    for (const body of [{ channel: 'pennyfern' }, { email: 'x@example.com' }, { isB2b: true, name: 'X' }])
      expect((await change(anna, body)).status).toBe(400);
    expect(await read(anna)).toMatchObject({ name: 'Anna', channel: 'bildersonn' });
  });

  test.each([
    '李小龙',
    "Siobhán O'Neill",
    'Анна Петрова',
    'X Æ A-12',
    'd’Arc',
    'مریم',
    'نیم\u200cفاصله',
    'O',
  ])('accept the name %s', async (name) =>
    expect((await change(anna, { name })).body).toMatchObject({ name }),
  );
  test.each([
    '',
    '   ',
    '\u200b',
    '123',
    '🙂',
    'a'.repeat(101),
    '<b>Anna</b>',
    'Win at https://x.example',
    'www.x.example',
  ])('refuse the name %s unchanged', async (name) => {
    const { status, body } = await change(anna, { name, phoneNumber: '0664 1234567' });
    expect([status, body.errors]).toEqual([400, [{ path: 'body.name', message: 'Enter your name' }]]);
    expect(await read(anna)).toMatchObject({ name: 'Anna', phoneNumber: null });
  });

  test.each(['1988-02-30', '1899-12-31', '2026-06-17', 'x'])('refuse the birthday %s', async (birthday) => {
    expect((await change(anna, { birthday })).status).toBe(400);
    expect(await read(anna)).toMatchObject({ birthday: null });
  });

  test.each(['12', 'abc', '+43', '06641234567 call me', '0'.repeat(40)])(
    'refuse the phone number %s',
    async (phoneNumber) => {
      const { status, body } = await change(anna, { phoneNumber, birthday: '2030-01-01' });
      const fields = ['birthday', 'phoneNumber'].map((field) =>
        expect.objectContaining({ path: `body.${field}` }),
      );
      expect([status, body.errors]).toEqual([400, fields]);
    },
  );

  test('of an unknown customer are unknown, and those of a closed account say so where no gate does', async () => {
    const gone = await addCustomer(world.db, { deletedAt: new Date() });
    const closed = { status: 404, body: { code: 'account-deleted' } };
    expect(await world.call(gone, 'GET', ME)).toMatchObject(closed);
    expect(await change(gone, { name: 'X' })).toMatchObject(closed);
    expect(await change(newCustomerId(), { name: 'X' })).toMatchObject({
      status: 404,
      body: { code: 'not-found' },
    });
  });
});

describe('with the retailer’s own provider', () => {
  let external: Awaited<ReturnType<typeof start>>;
  beforeAll(async () => {
    external = await start(true);
  });
  afterAll(() => external.stop());

  type Claims = Record<string, unknown> & { host?: string };
  const seconds = (at: number) => 1_700_000_000 + at;
  /** What the customer reads about themselves, with a token of that time. */
  async function ask(customerId: CustomerId, { host, ...claims }: Claims = {}) {
    const headers = {
      authorization: `Bearer ${await external.tokenFor(customerId, claims)}`,
      ...(host && { origin: `https://${host}` }),
    };
    const answer = await fetch(`${external.address}/api${ME}`, { headers });
    return (await answer.json()) as Body;
  }

  test('the name follows the provider until the customer chooses one here', async () => {
    const customerId = newCustomerId();
    const as = async (name: string) => (await ask(customerId, { name })).name;
    expect(await as('Mia')).toBe('Mia');
    expect(await as('Mia Berg')).toBe('Mia Berg');
    const row = () => external.db.selectFrom('customers').select('name').where('user_id', '=', customerId);
    expect(await row().executeTakeFirst()).toEqual({ name: 'Mia Berg' });
    await external.call(customerId, 'PATCH', ME, { name: 'Mia Holm' });
    expect(await as('Mia Berg')).toBe('Mia Holm');
  });

  test('a customer gets the channel of the claim, else of the host, else the default [CFG-03]', async () => {
    const channel = async (claims: Claims) => (await ask(newCustomerId(), claims)).channel;
    expect(await channel({ channel: 'kiekhof', host: 'bildersonn.example' })).toBe('kiekhof');
    expect(await channel({ host: 'bildersonn.example' })).toBe('bildersonn.example');
    const mia = newCustomerId();
    await ask(mia, { channel: 'kiekhof', locale: 'nl' });
    expect(await ask(mia, { channel: 'stundbo' })).toMatchObject({ channel: 'kiekhof', mailLocale: 'nl-NL' });
  });

  test('the address follows the provider, and an earlier token does not revert it', async () => {
    const mia = newCustomerId();
    const emailAt = async (at: number, email: string) => (await ask(mia, { iat: seconds(at), email })).email;
    const [first, second] = [`${newId()}@example.com`, `${newId()}@example.com`];
    expect(await emailAt(0, first)).toBe(first);
    expect(await emailAt(10, second)).toBe(second);
    expect(addresses.slice(-2)).toEqual([first, second].map((email) => ({ customerId: mia, email })));
    expect(await emailAt(0, first)).toBe(second);
  });

  test('only a verified address counts, and one that is no longer verified does not', async () => {
    const mia = newCustomerId();
    const email = `${newId()}@example.com`;
    const other = `${newId()}@example.com`;
    expect((await ask(mia, { email, email_verified: false })).email).toBe('');
    expect((await ask(mia, { email })).email).toBe(email);
    expect((await ask(mia, { email: other, email_verified: false })).email).toBe(email);
    expect((await ask(mia, { email, email_verified: false })).email).toBe('');
  });

  test('an address has one owner: the customer whose token named it last', async () => {
    const [mia, noah] = [newCustomerId(), newCustomerId()];
    const email = `${newId()}@example.com`;
    await ask(mia, { iat: seconds(0), email });
    expect((await ask(noah, { iat: seconds(10), email: email.toUpperCase() })).email).toBe(
      email.toUpperCase(),
    );
    expect((await ask(mia, { iat: seconds(0), email })).email).toBe('');
    expect(addresses.at(-1)).toEqual({ customerId: noah, email: email.toUpperCase() });
    expect(addresses).toContainEqual({ customerId: mia, email: '' });
    expect((await ask(mia, { iat: seconds(20), email })).email).toBe(email);
    expect((await ask(noah, { iat: seconds(10), email })).email).toBe('');
  });

  test('of customers who claim one address simultaneously, one gets it', async () => {
    const email = `${newId()}@example.com`;
    const notified = await Promise.all(
      Array.from({ length: 8 }, (_, at) => ask(newCustomerId(), { iat: seconds(at), email })),
    );
    expect(notified.every(({ customerId }) => customerId)).toBe(true);
    const owners = external.db.selectFrom('customers').select('user_id').where('email', '=', email);
    expect(await owners.execute()).toHaveLength(1);
  });

  test('claims missing in access tokens are taken from the ID token', async () => {
    const mia = newCustomerId();
    const email = `${newId()}@example.com`;
    const claims = { ...readClaims({ email, email_verified: true, name: 'Mia' }, STANDARD_CLAIMS) };
    idClaims = { claims, issuedAt: seconds(0) };
    const silent = { email: undefined, email_verified: undefined, name: undefined };
    expect(await ask(mia, silent)).toMatchObject({ email, name: 'Mia' });
    idClaims = null;
    expect(await ask(mia, silent)).toMatchObject({ email, name: 'Mia' });
  });

  test('claims missing in all tokens are asked of the provider, and nothing else is', async () => {
    const mia = newCustomerId();
    const silent = { email: undefined, email_verified: undefined, name: undefined };
    const notified = (claims: object) => ({
      claims: readClaims({ ...claims }, STANDARD_CLAIMS),
      issuedAt: null,
    });
    const email = `${newId()}@example.com`;
    idClaims = notified({ name: 'Mia' });
    userinfo = notified({ name: 'Another', email, email_verified: true, b2b_authentication_method: 'sso' });
    expect(await ask(mia, silent)).toMatchObject({ email, name: 'Mia', isB2b: false });
    timesRequested = 0;
    await ask(mia, { email, name: 'Mia' });
    expect(timesRequested).toBe(0);
    idClaims = notified({ name: 'Mia', email, email_verified: false });
    expect(await ask(mia, silent)).toMatchObject({ email: '' });
    expect(timesRequested).toBe(0);
    [idClaims, userinfo] = [null, null];
  });
});
