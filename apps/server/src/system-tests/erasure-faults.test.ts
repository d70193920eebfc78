import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { addJob } from '../platform/jobs/jobs.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import { type FaultProxy, HTTP_FAULTS, startFaultProxy } from '../platform/testing/fault-proxy.ts';
import { addCustomer } from '../testing/customers.ts';
import { makePurgesDue } from '../testing/deleted-photos.ts';
import { advanceErasures, findTraces, isPassing } from '../testing/erase-customer.ts';
import { addStoredPhoto } from '../testing/photos.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

const PHOTOS = 40;

/** Two workers that share a database, and a bucket that may be unreachable. */
let bucket: Awaited<ReturnType<typeof startS3Server>>;
let proxy: FaultProxy;
let installation: Installation;
beforeAll(async () => {
  bucket = await startS3Server();
  proxy = await startFaultProxy({ to: { host: '127.0.0.1', port: bucket.port }, ...HTTP_FAULTS });
  installation = await startInstallation({
    roles: ['all', 'worker'],
    env: { STORAGE_URL: bucket.addressAt(proxy.port) },
  });
});
afterAll(async () => {
  await installation.stop();
  await proxy.stop();
  await bucket.stop();
});

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const SOON = { timeout: 120_000, interval: 50 };

const isThere = async (customerId: CustomerId) =>
  (await db().selectFrom('customers').select('user_id').where('user_id', '=', customerId).execute()).length >
  0;

test('two workers erase a customer while the store is unreachable for a while [IDN-09]', async () => {
  const anna = await addCustomer(db());
  const { dataDir } = node();
  const objects = await createObjectStore({ storageUrl: bucket.storageUrl, dataDir });
  const library = { db: db(), objects, clock: { now: new Date() } };
  for (let photo = 0; photo < PHOTOS; photo++) await addStoredPhoto(library, anna);
  const past = new Date(Date.now() - 15 * 86_400_000);
  await db().updateTable('customers').set({ deleted_at: past }).where('user_id', '=', anna).execute();
  const times = {
    requested_at: past,
    sent_at: past,
    expires_at: past,
    closed_at: past,
    erase_at: new Date(),
  };
  await db()
    .insertInto('account_closings')
    .values({ user_id: anna, id: anna, ...times })
    .execute();
  const back = proxy.fail({ fault: 'refuse', when: /^(DELETE|POST) / });
  await addJob(db(), 'erase-account', { customerId: anna }, { maxAttempts: 25 });

  const done = () =>
    db()
      .selectFrom('erasure_areas')
      .select('area')
      .where('user_id', '=', anna)
      .where('done_at', 'is not', null)
      .execute();
  // Areas without objects are done by now; the photos are not.
  await vi.waitFor(async () => {
    const areas = (await done()).map(({ area }) => area);
    expect(areas).toEqual(expect.arrayContaining(['addresses', 'identity', 'payment-methods']));
    expect(areas).not.toContain('photos');
  }, SOON);
  expect(await isThere(anna)).toBe(true);
  back.heal();
  await makePurgesDue(db());
  await vi.waitFor(async () => {
    await advanceErasures(db());
    expect(await isThere(anna)).toBe(false);
  }, SOON);
  const left = await findTraces({ db: db(), objects, dataDir }, [anna]);
  expect(left.filter((trace) => !trace.includes('system/erased/') && !isPassing(trace))).toEqual([]);
}, 300_000);
