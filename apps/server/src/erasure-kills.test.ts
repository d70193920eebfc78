import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pino from 'pino';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { seedLibrary } from './modules/library/photos/seed-library.fixture.ts';
import { type DatabaseConnection, openDatabase } from './platform/database/database.ts';
import { findRunningPostgres } from './platform/database/embedded-postgres.ts';
import { addJob } from './platform/jobs/jobs.ts';
import { createObjectStore } from './platform/objects/storage.ts';
import { addCustomer } from './testing/customers.ts';
import { findTraces, isPassing } from './testing/erase-customer.ts';
import { readRowsAbout } from './testing/rows-about.ts';
import { startTestIssuer } from './testing/test-issuer.ts';
import { addAlbum, grantAlbum } from './two-customers.fixture.ts';

const PHOTOS = 400;
const SOON = { timeout: 180_000, interval: 20 };
/** Kills at random moments, beside those at the steps that are named. */
const RANDOM_KILLS = process.env.TRIALS === 'on' ? 30 : 1;

let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let dataDir: string;
let child: ChildProcess | undefined;
let connection: DatabaseConnection;
const db = () => connection.db;

/** A node with its database, as `npm start` runs it, and a connection to that. */
async function start(): Promise<void> {
  child = fork(path.join(import.meta.dirname, 'testing/node-process.fixture.ts'), {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, OIDC_ISSUER: issuer.issuer, LOG_LEVEL: 'fatal' },
    execArgv: [],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await once(child, 'message');
  const url = (await findRunningPostgres(dataDir)) ?? '';
  connection = openDatabase({ url, maxConnections: 2, log: pino({ level: 'silent' }) });
}

async function end(signal: NodeJS.Signals): Promise<void> {
  await connection.close();
  const ended = child && once(child, 'exit');
  child?.kill(signal);
  await ended;
}

async function killAndRestart(): Promise<void> {
  await end('SIGKILL');
  await start();
  // As a minute later: what the killed purge had taken up is free again.
  await db()
    .updateTable('deleted_photos')
    .set({ purge_after: new Date(0) })
    .execute();
}

beforeAll(async () => {
  issuer = await startTestIssuer();
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-kills-'));
  await start();
});
afterAll(async () => {
  await end('SIGTERM');
  await issuer.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** A customer whose days of grace are over, with a library, two shared albums and an address, and one who sees an album. */
async function seed() {
  const [anna, ben] = [await addCustomer(db()), await addCustomer(db())];
  const ids = await seedLibrary({ db: db(), dataDir }, { userId: anna, photos: PHOTOS });
  await seedLibrary({ db: db(), dataDir }, { userId: ben, photos: 5 });
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

async function close(userId: string): Promise<void> {
  const past = new Date(Date.now() - 15 * 86_400_000);
  await db().updateTable('customers').set({ deleted_at: past }).where('user_id', '=', userId).execute();
  const times = { requested_at: past, sent_at: past, expires_at: past, closed_at: past };
  await db()
    .insertInto('account_closings')
    .values({ user_id: userId, id: userId, ...times, erase_at: new Date() })
    .execute();
  await addJob(db(), 'erase-account', { userId }, { key: `erase-account:${userId}`, maxAttempts: 25 });
}

const count = async (table: 'customers' | 'deleted_photos' | 'erasure_areas' | 'photos', userId: string) => {
  const rows = await db().selectFrom(table).select('user_id').where('user_id', '=', userId).execute();
  return rows.length;
};

it('an erasure that is killed again and again ends, and nothing is left [IDN-09]', async () => {
  const { anna, ben } = await seed();
  const others = (await readRowsAbout(db(), ben)).filter((row) => !row.includes(anna));
  await close(anna);
  const steps = [
    async () => expect(await count('erasure_areas', anna)).toBeGreaterThan(0),
    async () => expect(await count('photos', anna)).toBeLessThan(PHOTOS),
    async () =>
      expect((await count('photos', anna)) + (await count('deleted_photos', anna))).toBeLessThan(PHOTOS),
  ];
  for (const step of steps) {
    await vi.waitFor(step, SOON);
    await killAndRestart();
  }
  for (let kill = 0; kill < RANDOM_KILLS; kill++) {
    await pause(Math.random() * 1_500);
    await killAndRestart();
  }
  await vi.waitFor(async () => expect(await count('customers', anna)).toBe(0), SOON);
  const objects = await createObjectStore({ storageUrl: null, dataDir });
  const found = await findTraces({ db: db(), objects, dataDir }, [anna]);
  const traces = found.filter((trace) => !isPassing(trace));
  // What docs/privacy.md names: PostgreSQL's own files among it, from which rows go in their time.
  expect(traces.filter((trace) => !/system\/erased\/|^file postgres\/data\//.test(trace))).toEqual([]);
  expect(await readRowsAbout(db(), ben)).toEqual(others);
  expect((await Array.fromAsync(objects.list('photos/'))).length).toBe(5);
}, 900_000);
