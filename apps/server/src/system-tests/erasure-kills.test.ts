import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { seedLibrary } from '../modules/library/photos/seed-library.fixture.ts';
import { addJob, keyedTask } from '../platform/jobs/jobs.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { addCustomer } from '../testing/customers.ts';
import { findUnpurged, makePurgesDue } from '../testing/deleted-photos.ts';
import { advanceErasures, findTraces, isPassing } from '../testing/erase-customer.ts';
import { createKillableNode, type KillableNode } from '../testing/killable-node.ts';
import { readRowsWithText } from '../testing/rows-with-text.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';
import { addAlbum, grantAlbum } from './two-customers.fixture.ts';

const PHOTOS = 400;
const SOON = { timeout: 180_000, interval: 20 };
/** Random kills, in addition to those at the named steps. */
const RANDOM_KILLS = process.env.TRIALS === 'on' ? 30 : 1;

let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let node: KillableNode;
const db = () => node.db;

async function killAndRestart(): Promise<void> {
  await node.kill();
  // Simulates the passing of a minute: frees what the killed purge had claimed, before the next purge postpones itself until
  // then.
  await makePurgesDue(db());
  await node.start();
}

beforeAll(async () => {
  issuer = await startTestIssuer();
  node = await createKillableNode({ OIDC_ISSUER: issuer.issuer });
  await node.start();
});
afterAll(async () => {
  await node.remove();
  await issuer.stop();
});

/** A customer whose grace period is over, with a library, two shared albums and an address, and a participant of an album. */
async function seed() {
  const [anna, ben] = [await addCustomer(db()), await addCustomer(db())];
  const ids = await seedLibrary(node, { customerId: anna, photos: PHOTOS });
  await seedLibrary(node, { customerId: ben, photos: 5 });
  const photos = ids.map((photoId) => ({ photoId, uploadId: photoId }));
  for (const shared of [photos.slice(0, 60), photos.slice(60, 120)]) {
    const albumId = await addAlbum(db(), anna, shared, { isShared: true });
    await grantAlbum(db(), { ownerId: anna, viewerId: ben, albumId });
  }
  const address = { id: randomUUID(), address: JSON.stringify({ name: 'Anna' }), changed_at: new Date() };
  await db()
    .insertInto('customer_addresses')
    .values({ user_id: anna, ...address })
    .execute();
  return { anna, ben };
}

async function close(customerId: CustomerId): Promise<void> {
  const past = new Date(Date.now() - 15 * 86_400_000);
  await db().updateTable('customers').set({ deleted_at: past }).where('user_id', '=', customerId).execute();
  const times = { requested_at: past, sent_at: past, expires_at: past, closed_at: past };
  await db()
    .insertInto('account_closings')
    .values({ user_id: customerId, id: customerId, ...times, erase_at: new Date() })
    .execute();
  await addJob(
    db(),
    keyedTask('erase-account', { foundBy: 'check-erasures' }),
    { customerId },
    { key: `erase-account:${customerId}`, maxAttempts: 25 },
  );
}

const count = async (table: 'customers' | 'erasure_areas' | 'photos', customerId: CustomerId) => {
  const rows = await db().selectFrom(table).select('user_id').where('user_id', '=', customerId).execute();
  return rows.length;
};

test('an erasure that is killed again and again completes, and nothing is left [IDN-09]', async () => {
  const { anna, ben } = await seed();
  const others = (await readRowsWithText(db(), ben)).filter((row) => !row.includes(anna));
  await close(anna);
  const steps = [
    async () => expect(await count('erasure_areas', anna)).toBeGreaterThan(0),
    async () => expect(await count('photos', anna)).toBeLessThan(PHOTOS),
    async () =>
      expect((await count('photos', anna)) + (await findUnpurged(db(), anna)).length).toBeLessThan(PHOTOS),
  ];
  for (const step of steps) {
    await vi.waitFor(step, SOON);
    await killAndRestart();
  }
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    await pause(Math.random() * 1_500);
    await killAndRestart();
  }
  await vi.waitFor(async () => {
    await advanceErasures(db());
    expect(await count('customers', anna)).toBe(0);
  }, SOON);
  const objects = await createObjectStore({ storageUrl: null, dataDir: node.dataDir });
  const found = await findTraces({ ...node, objects }, [anna]);
  const traces = found.filter((trace) => !isPassing(trace));
  // The traces that docs/privacy.md names.
  expect(traces.filter((trace) => !trace.includes('system/erased/'))).toEqual([]);
  expect(await readRowsWithText(db(), ben)).toEqual(others);
  expect((await Array.fromAsync(objects.list('photos/'))).length).toBe(5);
}, 900_000);
