import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { MyDataArchive } from '@keepsake/contracts/account/my-data';
import type { Project } from '@keepsake/contracts/creations/projects';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { StorageAccount } from '@keepsake/contracts/library/retention';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openChannelsFolder } from '../modules/frame/channels/channels-file.fixture.ts';
import { loadChannels } from '../modules/frame/channels/index.ts';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import { fromStoredNames } from '../platform/stored-names.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/** The end of storage as customers see it: two nodes on one database, the clock moved, the jobs run by their worker. */
let installation: Installation;
let bucket: Awaited<ReturnType<typeof startS3Server>>;
const clock = { now: new Date('2025-01-15T10:00:00Z') };
beforeAll(async () => {
  bucket = await startS3Server();
  const env = {
    STORAGE_URL: bucket.storageUrl,
    SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: ['orders', 'projects'] } }),
  };
  installation = await startInstallation({ roles: ['all', 'web'], clock: () => clock.now, env });
});
vi.setConfig({ testTimeout: 120_000 });
afterAll(async () => {
  await installation.stop();
  await bucket.stop();
});

const SHOP_TOKEN = 'a-shop-token-of-the-tests-with-32-characters';
const fixture = path.join(import.meta.dirname, '../platform/images/fixtures/exif-original.jpg');
const SOON = { timeout: 30_000 };
const db = () => (installation.nodes[0] as Installation['nodes'][number]).connection.db;

async function clientOf(customerId: CustomerId) {
  const at = (node: number) => installation.nodes[node]?.address ?? '';
  async function call(node: number, method: string, url: string, body?: object) {
    const authorization = `Bearer ${await installation.tokenFor(customerId)}`;
    const headers = { authorization, ...(body ? { 'content-type': 'application/json' } : {}) };
    const init = { method, headers, body: body && JSON.stringify(body) };
    const answer = await fetch(`${at(node)}/api/${url}`, init);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  }
  async function addPhoto(): Promise<Photo> {
    const content = await readFile(fixture);
    const answer = await fetch(`${at(0)}/api/uploads/files`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await installation.tokenFor(customerId)}`,
        'tus-resumable': '1.0.0',
        'upload-length': String(content.length),
        'upload-metadata': `filename ${Buffer.from('a.jpg').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: Uint8Array.from(content),
    });
    const uploadId = answer.headers.get('location')?.split('/').at(-1);
    return (await call(0, 'POST', `uploads/uploads/${uploadId}/commit`)).body.photo as Photo;
  }
  const media = async (node: number, url: string) => (await fetch(at(node) + url)).status;
  const storage = async (node = 0) =>
    (await call(node, 'GET', 'storage/status')).body as unknown as StorageAccount;
  return { call, addPhoto, media, storage };
}

async function order(customerId: CustomerId) {
  const answer = await fetch(`${installation.nodes[1]?.address}/api/orders/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${SHOP_TOKEN}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      customerId,
      orderCode: randomUUID(),
      channel: 'pennyfern',
      currency: 'GBP',
      total: 100,
      status: 'paymentSuccess',
      products: [{ code: 'PAP_910', quantity: 1, price: 100, status: 'paymentSuccess' }],
    }),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

/** Saves a project with a photo as an editor does. */
async function saveProject(customerId: CustomerId, photoId: string) {
  const project = { customerId, channel: 'pennyfern', version: 1, photoIds: [photoId], continueUrl: '/help' };
  const answer = await fetch(`${installation.nodes[1]?.address}/api/projects/projects/${randomUUID()}`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${SHOP_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(project),
  });
  expect(answer.status, await answer.text()).toBe(200);
}

async function run(task: string, payload: object = {}) {
  const found = installation.nodes[0]?.tasks.find(({ name }) => name === task);
  await found?.handle(fromStoredNames(payload), { attempt: 1, maxAttempts: 8 });
}

async function sweepOn(day: string) {
  clock.now = new Date(`${day}T05:10:00Z`);
  await run('sweep-storage');
}

/** A customer with a photo who was warned, on the last day on which the photos are kept. */
async function seedWarned() {
  clock.now = new Date('2025-01-15T10:00:00Z');
  const customerId = newCustomerId();
  const client = await clientOf(customerId);
  expect((await client.call(0, 'GET', 'customers/customers/me')).status).toBe(200);
  const { imageId } = await client.addPhoto();
  await sweepOn('2026-06-15');
  await expect.poll(async () => (await client.storage()).reminders[0]?.sent, SOON).toBeTruthy();
  await sweepOn('2026-07-15');
  return { customerId, client, imageId };
}

test('the storage account is visible to its customer only [RET-18, RET-20]', async () => {
  clock.now = new Date('2025-01-15T10:00:00Z');
  const client = await clientOf(newCustomerId());
  await client.call(0, 'GET', 'customers/customers/me');
  expect(await client.storage(1)).toEqual({
    delayedDeletionDate: null,
    lastOrderDate: null,
    projectCount: 0,
    projectedDeletionDate: '2026-07-15',
    registrationDate: '2025-01-15',
    today: '2025-01-15',
    photosCount: 0,
    keptUntilIfOrderedToday: '2026-07-15',
    hidden: null,
    reminders: [],
  });
  await db().updateTable('storage_accounts').set({ delayed_deletion_date: '2026-10-01' }).execute();
  expect(await client.storage()).toMatchObject({ keptUntilIfOrderedToday: '2026-10-01' });
  expect((await fetch(`${installation.nodes[0]?.address}/api/storage/status`)).status).toBe(401);
});

test('the made-up account has two months to go and registered sixteen months ago [RET-21, FLG-11]', async () => {
  clock.now = new Date('2026-08-31T10:00:00Z');
  const client = await clientOf(newCustomerId());
  expect((await client.call(0, 'GET', 'storage/status?mock=true')).body).toMatchObject({
    projectedDeletionDate: '2026-10-31',
    registrationDate: '2025-04-30',
    lastOrderDate: null,
  });
});

/** Customers' stored data is theirs, hidden or not (ADR 40). */
async function expectOwnPhotos({ call, media }: Awaited<ReturnType<typeof clientOf>>) {
  const myData = 'customers/customers/me/mydata';
  const read = async () => (await call(0, 'GET', myData)).body.archive as MyDataArchive | null;
  expect((await call(0, 'POST', myData, { channel: 'pennyfern' })).status).toBe(202);
  await expect.poll(async () => (await read())?.status, SOON).toBe('READY');
  const { body } = await call(1, 'GET', `${myData}/${(await read())?.archiveId}/photos/0/url`);
  expect(await media(1, new URL(String(body.url), 'http://here').pathname)).toBe(200);
}

test('after the date the photos are hidden on every node, and an order brings them back at once [RET-01, RET-03]', async () => {
  const { customerId, client, imageId } = await seedWarned();
  await expect
    .poll(
      () => db().selectFrom('photo_exports').select('reason').where('user_id', '=', customerId).execute(),
      SOON,
    )
    .toEqual([{ reason: 'retention' }]);
  const photo = async () =>
    (await client.call(0, 'GET', `photo-management/photos/${imageId}`)).body as unknown as Photo;
  const before = await photo();
  const opens = async (url: string) => [await client.media(0, url), await client.media(1, url)];
  expect(await opens(before.untouchedUrl)).toEqual([200, 200]);
  await sweepOn('2026-07-16');
  expect((await client.storage()).hidden).toEqual({ deletionDate: '2026-08-15', isBeingDeleted: false });
  for (const node of [0, 1]) {
    await expect.poll(() => client.media(node, before.untouchedUrl), SOON).toBe(404);
    for (const path of [
      'photo-management/users/timeline',
      'photo-management/photos/deleted',
      'photo-management/albums',
      'downloads/downloads',
    ]) {
      expect(await client.call(node, 'GET', path)).toMatchObject({
        status: 403,
        body: { code: 'library-hidden' },
      });
    }
  }
  await expectOwnPhotos(client);
  await order(customerId);
  expect(await client.storage(1)).toMatchObject({
    lastOrderDate: '2026-07-16',
    projectedDeletionDate: '2028-01-16',
    hidden: null,
  });
  for (const node of [0, 1]) {
    await expect.poll(() => client.media(node, before.untouchedUrl), SOON).toBe(200);
    const timeline = await client.call(node, 'GET', 'photo-management/users/timeline');
    expect(timeline.status).toBe(200);
  }
});

test('after the grace period the photos are deleted with their files, and the customer may start over [RET-02]', async () => {
  const { customerId, client, imageId } = await seedWarned();
  await saveProject(customerId, imageId);
  const missing = async () => {
    const { body } = await client.call(1, 'GET', `projects/api/v2/projects/${customerId}`);
    return (body.items as Project[])[0]?.missingPhotosCount;
  };
  await sweepOn('2026-07-16');
  await sweepOn('2026-08-15');
  expect(await missing()).toBe(0);
  expect((await client.storage()).hidden).toEqual({ deletionDate: '2026-08-15', isBeingDeleted: false });
  await sweepOn('2026-08-16');
  const rows = (table: 'photos' | 'deleted_batches' | 'deleted_photos' | 'photo_deletions') =>
    db().selectFrom(table).select('user_id').where('user_id', '=', customerId).execute();
  for (const table of ['photos', 'photo_deletions', 'deleted_batches', 'deleted_photos'] as const) {
    await expect.poll(() => rows(table), SOON).toEqual([]);
  }
  expect(await missing()).toBe(1);
  await run('follow-storage-deletion', { customerId });
  await expect.poll(async () => (await client.storage()).hidden, SOON).toBeNull();
  expect((await client.addPhoto()).imageId).not.toBe(imageId);
  expect(await client.storage()).toMatchObject({ photosCount: 1, delayedDeletionDate: '2026-11-16' });
});

test('a brand that keeps photos indefinitely shows hidden photos again, and neither warns nor deletes [CFG-07]', async () => {
  const { client, imageId } = await seedWarned();
  await sweepOn('2026-07-16');
  expect((await client.storage()).hidden).not.toBeNull();
  const brands = await openChannelsFolder();
  try {
    await loadChannels(await brands.change((channel) => Object.assign(channel, { retention: 'off' })));
    const channel = await fetch(`${installation.nodes[0]?.address}/channels/pennyfern.json`);
    expect(await channel.json()).toMatchObject({ storageMonths: null });
    for (const day of ['2026-07-17', '2026-08-16', '2046-08-16']) {
      await sweepOn(day);
      const shown = async () => (await client.call(1, 'GET', `photo-management/photos/${imageId}`)).status;
      await expect.poll(shown, SOON).toBe(200);
    }
    const { hidden, photosCount, reminders } = await client.storage();
    // Reminders from before.
    expect([hidden, photosCount, reminders.length]).toEqual([null, 1, 2]);
  } finally {
    await loadChannels(null);
    await brands.remove();
  }
});
