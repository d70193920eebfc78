import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { receiveMail } from '../modules/account/mailed-links/receive-mail.fixture.ts';
import { seedLibrary } from '../modules/library/photos/seed-library.fixture.ts';
import { DAY_MS } from '../platform/clock.ts';
import { queueMail } from '../platform/mail.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { type Call, createCall } from '../testing/call-api.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { addCustomer } from '../testing/customers.ts';
import { advanceErasures, findTraces, isPassing } from '../testing/erase-customer.ts';
import { addStoredPhoto } from '../testing/photos.ts';
import { readRowsWithText } from '../testing/rows-with-text.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';
import { addAlbum, grantAlbum, type OwnIds, seedAnna } from './two-customers.fixture.ts';
import { OWN_NAME } from './two-customers.own.fixture.ts';

const EMAIL = 'anna.quill@example.com';
const PHONE = '+447700900123';

let daysAhead = 0;
const clock = () => new Date(Date.now() + daysAhead * DAY_MS);

let installation: Installation;
let anna: OwnIds;
let ben: CustomerId;
let call: Call;

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const stores = async () => ({
  db: db(),
  objects: await createObjectStore({ storageUrl: null, dataDir: node().dataDir }),
});

beforeAll(async () => {
  installation = await startInstallation({ identity: 'embedded', clock });
  call = createCall({ address: node().address, tokenFor: installation.tokenFor });
  anna = await seedAnna(await stores(), call);
  await db()
    .updateTable('customers')
    .set({ phone_number: PHONE, email: EMAIL })
    .where('user_id', '=', anna.customerId)
    .execute();
  await db().updateTable('accounts').set({ email: EMAIL }).where('id', '=', anna.customerId).execute();
  for (const to of [EMAIL, `new.${anna.customerId}@example.com`])
    await queueMail(db(), { to, subject: 'Hello', text: 'Hello', html: '' });
  await seedBen();
  // The fixture gives all albums the same name, including those of others.
  await db().updateTable('albums').set({ name: 'Theirs' }).where('user_id', '<>', anna.customerId).execute();
  await vi.waitFor(async () => expect(await readLoading()).toEqual([]), { timeout: 30_000 });
});
afterAll(() => installation.stop());

const readLoading = () =>
  db().selectFrom('photos').select('id').where('thumbnail_state', '=', 'loading').execute();

/** A participant of an album of Anna's who shares one with her and has the same kinds of data. */
async function seedBen(): Promise<void> {
  ben = await addCustomer(db(), { email: `ben.${anna.customerId.slice(0, 8)}@example.com` });
  const world = { ...(await stores()), clock: { now: new Date('2024-05-02T10:00:00Z') } };
  const photo = await addStoredPhoto(world, ben, { uploadId: crypto.randomUUID() });
  await addAlbum(db(), ben, [{ photoId: photo.photoId, uploadId: photo.photoId }], { isShared: true });
  const [album] = await db().selectFrom('albums').select('id').where('user_id', '=', ben).execute();
  for (const viewerId of [anna.customerId, newCustomerId()])
    await grantAlbum(db(), { ownerId: ben, viewerId, albumId: album?.id ?? '' });
  await grantAlbum(db(), { ownerId: anna.customerId, viewerId: ben, albumId: anna.sharedAlbumId });
  const place = { streetName: 'Quay Street', postalCode: 'M3 3HN', city: 'Manchester', country: 'GB' };
  await call(ben, 'POST', '/customers/customers/me/addresses', { name: 'Ben', ...place });
}

/** Closes the account as a confirmed deletion does. */
async function close(customerId: CustomerId): Promise<void> {
  const now = clock();
  const { db } = node().connection;
  await db.updateTable('customers').set({ deleted_at: now }).where('user_id', '=', customerId).execute();
  await db.updateTable('accounts').set({ closed_at: now }).where('id', '=', customerId).execute();
  const times = { requested_at: now, sent_at: now, expires_at: now, closed_at: now };
  const erase_at = new Date(+now + 14 * DAY_MS);
  const closing = { ...times, erase_at };
  await db
    .insertInto('account_closings')
    .values({ user_id: customerId, id: customerId, ...closing })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(closing))
    .execute();
}

const run = async (name: string, { tasks } = node()) =>
  tasks.find((task) => task.name === name)?.handle({}, { attempt: 1, maxAttempts: 1 });

const mailsTo = async (recipient: string) => {
  const mails = await db()
    .selectFrom('outbox_mails')
    .select('subject')
    .where('recipient', '=', recipient)
    .execute();
  return mails.map(({ subject }) => subject);
};

/** Areas that still have something to do. */
const waitingAreas = async () =>
  (
    await db()
      .selectFrom('erasure_areas')
      .select('area')
      .where('done_at', 'is', null)
      .orderBy('area')
      .execute()
  ).map(({ area }) => area);

/** Erases until only these areas are left, waiting for a later day. */
async function eraseUntil(areas: readonly string[]): Promise<void> {
  await vi.waitFor(
    async () => {
      await run('check-erasures');
      await advanceErasures(db());
      const isStarted = await db().selectFrom('account_closings').select('erasing_at').executeTakeFirst();
      if (areas.length > 0) expect(isStarted?.erasing_at).toBeTruthy();
      expect(await waitingAreas()).toEqual(areas);
    },
    { timeout: 60_000, interval: 200 },
  );
}

const isThere = async (customerId: CustomerId) =>
  (await db().selectFrom('customers').select('user_id').where('user_id', '=', customerId).execute()).length >
  0;

/** Names of tables, and for objects and files their folders. */
const tablesOf = (traces: readonly string[]) => [...new Set(traces.map(placeOf))].toSorted();

const placeOf = (trace: string) =>
  /^(object|file) /.test(trace)
    ? trace
        .replace(' ', ':')
        .split('/')
        .slice(0, trace.startsWith('file') ? 3 : 2)
        .join('/')
    : trace.split(' ')[0];

const TEXTS = () => [anna.customerId, OWN_NAME, EMAIL, PHONE, 'Mill Lane', 'Fernlea Road'];
const findLeft = async () =>
  (await findTraces({ ...(await stores()), dataDir: node().dataDir }, TEXTS())).filter(
    (trace) => !isPassing(trace),
  );

describe('a customer who deleted the account [IDN-09]', () => {
  let others: string[];
  let newcomer: string;

  test('is erased after the grace period, except for what an open order needs', async () => {
    expect((await findLeft()).length).toBeGreaterThan(50);
    others = await readRowsWithText(db(), ben);
    await close(anna.customerId);
    daysAhead = 13;
    await run('check-erasures');
    expect(await waitingAreas()).toEqual([]);
    daysAhead = 15;
    await eraseUntil(['demo-shop', 'orders']);
    // Events sent to editors about deleted projects disappear with the last round, and objects with a job.
    const findTables = async () =>
      tablesOf((await findLeft()).filter((trace) => !trace.startsWith('public.outgoing_events')));
    await expect
      .poll(findTables, { timeout: 20_000 })
      .toEqual([
        'file:objects/system/erased',
        'graphile_worker._private_jobs',
        'object:system/erased',
        'public.account_closings',
        'public.customers',
        'public.demo_shop_orders',
        'public.erasure_areas',
        'public.order_products',
        'public.orders',
      ]);
  }, 90_000);

  test('may register with the same address from then on, as somebody else', async () => {
    const requested = { name: 'Anna', password: 'a long way to the sea', identityType: 'consumer' } as const;
    const visit = { channel: 'pennyfern', locale: 'en-GB' } as const;
    const account = await node().identity?.createAccount({ email: EMAIL, ...requested, ...visit });
    expect(account?.id).not.toBe(anna.customerId);
    newcomer = account?.id ?? '';
    await queueMail(db(), { to: EMAIL, subject: 'Welcome', text: 'Welcome', html: '' });
    await vi.waitFor(async () => expect(await mailsTo(EMAIL)).toEqual(['Welcome']), { timeout: 10_000 });
  });

  test('leaves only what docs/privacy.md names once the order is over', async () => {
    daysAhead = 200;
    await eraseUntil([]);
    await vi.waitFor(async () => expect(await isThere(anna.customerId)).toBe(false), { timeout: 30_000 });
    const left = (await findLeft()).filter((trace) => !trace.includes(newcomer));
    expect(tablesOf(left)).toEqual([
      'file:objects/system/erased',
      'object:system/erased',
      // Belongs to the newcomer.
      'public.outbox_mails',
    ]);
    expect(await mailsTo(EMAIL)).toEqual(['Welcome']);
    const order = await db()
      .selectFrom('orders')
      .select(['user_id', 'delivery_address', 'total'])
      .where('code', '=', anna.orderCode)
      .executeTakeFirst();
    const nobody = '00000000-0000-0000-0000-000000000000';
    expect(order).toMatchObject({ user_id: nobody, total: 19 });
    expect(Object.keys(order?.delivery_address as object).toSorted()).toEqual(['country', 'postalCode']);
    expect(await db().selectFrom('erased_accounts').selectAll().execute()).toHaveLength(1);
  }, 90_000);

  test('loses nothing of others, and leaves them nothing of hers', async () => {
    const withoutHers = others.filter((row) => !row.includes(anna.customerId));
    expect(withoutHers.length).toBeGreaterThan(5);
    expect(await readRowsWithText(db(), ben)).toEqual(withoutHers);
    const albums = await call<{ albums: unknown[] }>(ben, 'GET', '/shared-albums/shared-albums');
    expect(albums.body.albums).toEqual([]);
  });
});

describe('a customer of the retailer’s own provider [IDN-09]', () => {
  test('with 400 photos, two shared albums and an open order comes back on day 13 with everything, leaves again, and leaves what docs/privacy.md names', async () => {
    daysAhead = 0;
    const shop = 'the-token-of-the-shop-0123456789abcdef';
    const external = await startInstallation({ clock, env: { SERVICE_TOKENS: JSON.stringify({ shop }) } });
    try {
      const [here] = external.nodes as [Installation['nodes'][number]];
      const { db: there } = here.connection;
      const mia = newCustomerId();
      const ask = createCall({ address: here.address, tokenFor: external.tokenFor });
      const me = async () => {
        const { status, body } = await ask<{ code?: string }>(mia, 'GET', '/customers/customers/me');
        return body.code ?? status;
      };
      const path = `/identity/v2/identities/external/${mia}/deleteaccount`;
      const leave = async () => {
        await there.deleteFrom('outbox_mails').execute();
        expect((await ask(mia, 'POST', path, { channel: 'pennyfern' })).status).toBe(200);
        const { link } = await receiveMail(there, `${mia}@example.com`, /Confirm that you want to delete/);
        const token = new URL(link).searchParams.get('confirmation-token');
        expect((await ask(mia, 'POST', `${path}/${token}/actions/confirm`)).status).toBe(204);
        expect(await me()).toBe('account-deleted');
      };
      const rows = () => there.selectFrom('customers').select('user_id').where('user_id', '=', mia).execute();

      expect(await me()).toBe(200);
      const stored = { db: there, dataDir: here.dataDir };
      const photoIds = await seedLibrary(stored, { customerId: mia, photos: 400 });
      const photos = photoIds.map((photoId) => ({ photoId, uploadId: photoId }));
      const noah = newCustomerId();
      await ask(noah, 'GET', '/customers/customers/me');
      for (const shared of [photos.slice(0, 50), photos.slice(30, 90)]) {
        const albumId = await addAlbum(there, mia, shared, { isShared: true });
        await grantAlbum(there, { ownerId: mia, viewerId: noah, albumId });
      }
      const place = { streetName: 'Wobbleton Way', postalCode: 'M3 3HN', city: 'Manchester', country: 'GB' };
      const deliveryAddress = { name: OWN_NAME, streetNumber: '7', ...place };
      const line = { code: 'PAP_910', quantity: 1, price: 475, status: 'paymentSuccess' };
      const placed = await fetch(`${here.address}/api/orders/orders`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${shop}`,
          'idempotency-key': 'K-1-of-the-shop',
          'content-type': 'application/json',
        },
        body: JSON.stringify({
          orderCode: 'K-1',
          customerId: mia,
          channel: 'pennyfern',
          currency: 'GBP',
          total: 475,
          status: 'paymentSuccess',
          deliveryAddress,
          products: [{ ...line, photoIds: photoIds.slice(0, 1) }],
        }),
      });
      expect(placed.status).toBe(200);
      await leave();
      daysAhead = 13;
      await run('check-erasures', here);
      expect((await ask(mia, 'POST', `${path}/actions/keep`)).status).toBe(204);
      expect(await me()).toBe(200);
      daysAhead = 15;
      await run('check-erasures', here);
      const albums = await ask<{ albums: unknown[] }>(noah, 'GET', '/shared-albums/shared-albums');
      expect(albums.body.albums).toHaveLength(2);
      const found = await there.selectFrom('photos').select('id').where('user_id', '=', mia).execute();
      expect(found).toHaveLength(400);

      await leave();
      // By then the open order is over, too.
      daysAhead = 230;
      await vi.waitFor(
        async () => {
          await run('check-erasures', here);
          await advanceErasures(there);
          expect(await rows()).toEqual([]);
        },
        { timeout: 60_000, interval: 200 },
      );
      expect((await ask(mia, 'POST', `${path}/actions/keep`)).status).toBe(404);
      expect(await me()).toBe('account-deleted');
      expect(await rows()).toEqual([]);
      expect((await ask(newCustomerId(), 'GET', '/customers/customers/me')).status).toBe(200);
      const objects = await createObjectStore({ storageUrl: null, dataDir: here.dataDir });
      const texts = [mia, OWN_NAME, 'Wobbleton Way', `${mia}@example.com`];
      const left = (await findTraces({ ...stored, objects }, texts)).filter((trace) => !isPassing(trace));
      expect(tablesOf(left)).toEqual(['file:objects/system/erased', 'object:system/erased']);
    } finally {
      await external.stop();
    }
  }, 120_000);
});
