import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { findUnpurged, makePurgesDue } from '../../../testing/deleted-photos.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

let api: TestPhotos;
afterEach(() => api.stop());
const start = async (deletedDays: number) => {
  api = await startPhotos({ deletedDays });
  api.clock.now = new Date();
};

/** Runs a job in a process that kills itself at that step. */
async function dieIn(
  task: string,
  customerId: CustomerId,
  killAt: string,
  more: Record<string, string> = {},
) {
  const env = {
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: api.dataDir,
    TASK: task,
    USER_ID: customerId,
    KILL_AT: killAt,
    DELETED_DAYS: '0',
    ...more,
  };
  const script = path.join(import.meta.dirname, 'deletion-worker.fixture.ts');
  const child = fork(script, { env: { ...process.env, ...env }, execArgv: [], stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

const audit = () => auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects });
const countUnpurged = async (customerId: CustomerId) => (await findUnpurged(api.db, customerId)).length;

describe('after kill -9', () => {
  beforeEach(() => start(0));

  test('in the deletion of a library, its next run continues and nothing is left [DEL-16]', async () => {
    const customer = newCustomerId();
    await seedLibrary(api, { customerId: customer, photos: 3_200 });
    await api.call(customer, 'DELETE', '/photos/all');
    await dieIn('delete-library', customer, 'before-commit');
    const { photosCount, deletion } = (await api.get(customer, '/users')).body;
    expect({ photosCount, deleted: deletion?.deleted }).toEqual({ photosCount: 2_200, deleted: 1_000 });
    expect((await audit()).findings).toEqual([]);
    await api.run('delete-library', { customerId: customer });
    expect((await api.get(customer, '/users')).body).toEqual({ photosCount: 0 });
    // A run ends after some seconds, however much it has done.
    while ((await countUnpurged(customer)) > 0) await api.run('purge-photos', { customerId: customer });
    expect(await api.stored()).toEqual([]);
    expect(await audit()).toEqual({ photos: 0, deletedPhotos: 0, objects: 0, findings: [] });
  });

  test.each(['before-removal', 'after-removal'])('%s of objects, the purge is only late', async (step) => {
    const customer = newCustomerId();
    const photoIds = await seedLibrary(api, { customerId: customer, photos: 1_300 });
    await api.call(customer, 'DELETE', '/photos', { photoIds });
    await dieIn('purge-photos', customer, step);
    expect(await countUnpurged(customer)).toBeGreaterThan(0);
    expect((await audit()).findings).toEqual([]);
    // What the killed run had claimed is locked for a minute.
    await api.run('purge-photos', { customerId: customer });
    expect(await countUnpurged(customer)).toBeGreaterThan(0);
    await makePurgesDue(api.db);
    await api.run('purge-photos', { customerId: customer });
    expect(await countUnpurged(customer)).toBe(0);
    expect(await api.stored()).toEqual([]);
  });
});

describe('after kill -9 while deleted photos can come back', () => {
  beforeEach(() => start(30));

  const library = async (customer: CustomerId) => (await api.get(customer, '/users')).body.photosCount;
  const deleted = async (customer: CustomerId) =>
    (await api.get(customer, '/photos/deleted?limit=1')).body.photosCount;
  const restoreAll = (customer: CustomerId) => api.call(customer, 'POST', '/photos/deleted/restore-all', {});
  const agree = async () => expect((await audit()).findings).toEqual([]);

  test('in the deletion of a library, every photo is in one place, and all come back', async () => {
    const customer = newCustomerId();
    await seedLibrary(api, { customerId: customer, photos: 3_200 });
    const before = (await api.get(customer, '/users/timeline')).body;
    await api.call(customer, 'DELETE', '/photos/all');
    await dieIn('delete-library', customer, 'before-commit', { DELETED_DAYS: '30' });
    expect([await library(customer), await deleted(customer)]).toEqual([2_200, 1_000]);
    await agree();
    await restoreAll(customer);
    await api.run('delete-library', { customerId: customer });
    await api.run('restore-removals', { customerId: customer });
    expect((await api.get(customer, '/users/timeline')).body).toEqual(before);
    await agree();
  });

  test('in a deletion of some photos, nothing is deleted, and it can be requested again', async () => {
    const customer = newCustomerId();
    const photoIds = await seedLibrary(api, { customerId: customer, photos: 300 });
    const before = (await api.get(customer, '/users/timeline')).body;
    const more = { DELETED_DAYS: '30', PHOTO_IDS: photoIds.slice(100).join() };
    await dieIn('delete-photos', customer, 'before-commit', more);
    expect([await library(customer), await deleted(customer)]).toEqual([300, 0]);
    expect((await api.get(customer, '/users/timeline')).body).toEqual(before);
    await agree();
    await api.call(customer, 'DELETE', '/photos', { photoIds: photoIds.slice(100) });
    expect([await library(customer), await deleted(customer)]).toEqual([100, 200]);
    await agree();
  });

  test('in bringing a library back, the next run brings the rest', async () => {
    const customer = newCustomerId();
    await seedLibrary(api, { customerId: customer, photos: 3_200 });
    const before = (await api.get(customer, '/users/timeline')).body;
    await api.call(customer, 'DELETE', '/photos/all');
    await api.run('delete-library', { customerId: customer });
    await restoreAll(customer);
    await dieIn('restore-removals', customer, 'before-commit');
    expect(await library(customer)).toBe(1_000);
    await agree();
    await api.run('restore-removals', { customerId: customer });
    expect((await api.get(customer, '/users/timeline')).body).toEqual(before);
    expect(await deleted(customer)).toBe(0);
    await agree();
  });

  test('in ending an emptied list, nothing of it is left after the next run, and nothing else is lost', async () => {
    const customer = newCustomerId();
    const photoIds = await seedLibrary(api, { customerId: customer, photos: 2_500 });
    await api.call(customer, 'DELETE', '/photos', { photoIds: photoIds.slice(500) });
    await api.call(customer, 'DELETE', '/photos/deleted/all');
    await dieIn('purge-photos', customer, 'before-commit');
    await agree();
    await api.call(customer, 'DELETE', '/photos', { photoIds: photoIds.slice(0, 200) });
    await Promise.all([1, 2].map(() => api.run('purge-photos', { customerId: customer })));
    await makePurgesDue(api.db);
    while ((await countUnpurged(customer)) > 0) await api.run('purge-photos', { customerId: customer });
    expect([await library(customer), await deleted(customer)]).toEqual([300, 200]);
    expect(await api.stored()).toHaveLength(500);
    await agree();
  });
});
