import { randomInt } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { getUser } from '@keepsake/contracts/library/photos';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { expect, test } from '@playwright/test';
import { seedRunningLibrary } from '../apps/server/src/modules/library/photos/seed-library.fixture.ts';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { IS_TRIAL } from './trial.ts';

/** More than can be deleted in a moment; `npm run trials` deletes more, and kills at random moments. */
const PHOTOS = IS_TRIAL ? 100_000 : 15_000;
const KILLED_BEHIND = IS_TRIAL ? randomInt(PHOTOS / 2) : 0;

let server: Awaited<ReturnType<typeof createOwnServer>>;
let mia: Awaited<ReturnType<typeof createCustomerAt>>;
test.beforeAll(async () => {
  server = await createOwnServer({ DEMO: 'off' });
  await server.start();
  mia = await createCustomerAt(server.url);
});
test.afterAll(() => server.remove());

const files = async () =>
  (await readdir(path.join(server.dataDir, 'objects/photos', mia.customerId)).catch(() => [])).length;

test('deleting a library and emptying it for good survive kill -9 of server and database, and the audit is clean [DEL-16]', async () => {
  test.setTimeout(600_000);
  await seedRunningLibrary(server.dataDir, { customerId: mia.customerId, photos: PHOTOS });
  const send = async (method: string, address: string) => {
    const init = { method, headers: { authorization: mia.authorization } };
    const url = `${server.url}/api/photo-management${address}`;
    // The first use of a connection kept alive from before a kill fails.
    return await fetch(url, init).catch(() => fetch(url, init));
  };
  const call = async (method: string, address: string) => (await send(method, address)).json();
  const user = async () => (await call('GET', '/users')) as ResponseOf<typeof getUser>;
  const deleted = async () => (await user()).deletion?.deleted ?? -1;

  expect(await call('DELETE', '/photos/all')).toMatchObject({ total: PHOTOS, deleted: 0 });
  await expect.poll(deleted, { intervals: [20], timeout: 30_000 }).toBeGreaterThan(KILLED_BEHIND);
  await server.kill('SIGKILL');
  await server.killDatabase();
  await server.start();
  expect((await user()).photosCount, 'the kill came in the middle').toBeGreaterThan(0);
  // Deletion is already continuing, even between the two numbers of one answer: they agree between two batches.
  const difference = async () => {
    const { photosCount, deletion } = await user();
    return deletion ? PHOTOS - photosCount - deletion.deleted : photosCount;
  };
  await expect.poll(difference, { intervals: [50] }).toBe(0);
  await server.audit();

  await expect.poll(user, { timeout: 180_000 }).toEqual({ photosCount: 0 });
  expect(await call('GET', '/photos/deleted?limit=1')).toMatchObject({ photosCount: PHOTOS });
  expect(await files()).toBe(PHOTOS);
  expect((await send('DELETE', '/photos/deleted/all')).status).toBe(204);
  await server.kill('SIGKILL');
  await server.start();
  await expect.poll(files, { timeout: 300_000, intervals: [500] }).toBe(0);
  await server.kill('SIGTERM');
  expect(await server.audit()).toContain('No problems were found.');
});
