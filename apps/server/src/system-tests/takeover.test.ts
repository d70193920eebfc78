import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openDatabase } from '../platform/database/database.ts';
import { isConnectionFailure } from '../platform/database/errors.ts';
import { migrateDatabase } from '../platform/database/migrate.ts';
import { requireDatabase } from '../platform/database/require-database.ts';
import { StartupError } from '../platform/startup-error.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { newJpeg } from '../testing/photos.ts';
import { createRestartingNode } from '../testing/restarting-node.ts';
import { startStandbyPair } from '../testing/standby-pair.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });
const SOON = { timeout: 30_000, interval: 100 };

const started = new AsyncDisposableStack();
let pair: Awaited<ReturnType<typeof startStandbyPair>>;
let node: Awaited<ReturnType<typeof createRestartingNode>>;
beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-takeover-'));
  started.defer(() => rm(folder, { recursive: true, force: true }));
  pair = await startStandbyPair({ folder, onEnd: (end) => started.defer(async () => void (await end())) });
  await migrateDatabase(pair.url);
  node = await createRestartingNode({ folder, databaseUrl: () => pair.url });
  started.defer(node.end);
  await node.start();
});
afterAll(() => started.disposeAsync());

test('an address that leads to a standby for a moment counts as one that nobody answers at', async () => {
  const { standbyUrl: url } = pair;
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  const reading = db.selectFrom('customers').selectAll().execute();
  await expect(reading).rejects.toThrow('The address leads to a standby');
  await expect(reading).rejects.toSatisfy(isConnectionFailure);
  await close();
});

test.each([
  ['DATABASE_URL', () => ({ url: pair.standbyUrl, directUrl: null })],
  ['DATABASE_DIRECT_URL', () => ({ url: pair.url, directUrl: pair.standbyUrl })],
])('a start refuses a %s that leads to a standby, in one sentence', async (setting, addresses) => {
  const options = { maxConnections: 1, hasJobs: false, log: pino({ level: 'silent' }) };
  const starting = requireDatabase({ ...addresses(), ...options });
  await expect(starting).rejects.toThrow(`${setting} leads to a standby, which stores nothing`);
  await expect(starting).rejects.toBeInstanceOf(StartupError);
});

test('objects are removed again at once after a synchronous standby took over, and nothing is compared', async () => {
  const anna = newCustomerId();
  await node.open(anna);
  const stored = await node.save(anna);
  const { id } = await node.save(anna, await newJpeg(41, 30));
  const deletion = await node.call(anna, 'DELETE', '/photo-management/photos', { photoIds: [id] });
  expect(deletion.status).toBe(200);
  await node.call(anna, 'DELETE', '/photo-management/photos/deleted', { photoIds: [id] });
  await pair.switchOver();
  await expect.poll(() => node.log(), SOON).toContain('a standby took over and lacks nothing');
  await node.run('purge-photos', { customerId: anna });
  expect(await pair.query('select from deleted_photos')).toEqual([]);
  expect(await node.library(anna)).toEqual([stored.hash]);
  await node.run('write-epoch');
  expect(await node.status()).toBe('together');
  expect(
    await pair.query(`select from graphile_worker.jobs where task_identifier = 'check-recovery'`),
  ).toEqual([]);
});
