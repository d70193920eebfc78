import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { findUnpurged, makePurgesDue } from '../../../testing/deleted-photos.ts';
import { auditStorage } from '../storage-audit/audit-storage.ts';
import { startPhotos, type TestPhotos } from './photos.fixture.ts';
import { seedLibrary } from './seed-library.fixture.ts';

let api: TestPhotos;
beforeAll(async () => {
  api = await startPhotos();
  api.clock.now = new Date();
});
afterAll(() => api.stop());

/** Runs a job in a process that kills itself at that step. */
async function dieIn(task: string, customerId: CustomerId, killAt: string) {
  const env = {
    DATABASE_URL: api.databaseUrl,
    DATA_DIR: api.dataDir,
    TASK: task,
    USER_ID: customerId,
    KILL_AT: killAt,
  };
  const script = path.join(import.meta.dirname, 'deletion-worker.fixture.ts');
  const child = fork(script, { env: { ...process.env, ...env }, execArgv: [], stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
}

const audit = () => auditStorage({ databaseUrl: api.databaseUrl, objects: api.objects });
const countUnpurged = async (customerId: CustomerId) => (await findUnpurged(api.db, customerId)).length;

describe('after kill -9', () => {
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
