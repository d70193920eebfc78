import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { newJpeg } from '../testing/photos.ts';
import { createRestartingNode, hashOf } from '../testing/restarting-node.ts';
import { startRestorableDatabase } from '../testing/restorable-database.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const anna = newCustomerId();
let folder: string;
let database: Awaited<ReturnType<typeof startRestorableDatabase>>;
let node: Awaited<ReturnType<typeof createRestartingNode>>;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-recovery-'));
  database = await startRestorableDatabase(folder);
  node = await createRestartingNode({ folder, databaseUrl: database.url });
  await node.start();
});
afterAll(async () => {
  await node.end();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

test('a restore to seconds after the last epoch is noticed, and what was saved in those seconds comes back', async () => {
  await node.open(anna);
  const stored = await node.save(anna);
  const bytes = await newJpeg(41, 30);
  const open = await (await node.client(anna)).send(bytes);
  await node.run('write-epoch');
  await database.backUp();
  await database.nameMoment('seconds-later');
  const after = await node.save(anna);
  expect((await (await node.client(anna)).commit(open)).status).toBe(200);

  await node.stop();
  await database.recover('seconds-later');
  const app = await node.start(2);
  expect(app.epochs.status).toBe('recovered');
  expect(node.log()).toContain('the database was restored or a standby took over');
  await node.run('clean-up-uploads');
  await node.run('write-epoch');
  await node.run('check-recovery');
  expect(node.log()).toContain('differs from the store: run npm run keepsake -- reconcile');
  expect(await node.status()).toBe('recovered');

  await app.reconcile.apply(await app.reconcile.plan());
  expect(await node.status()).toBe('together');
  expect(await node.library(anna)).toEqual([stored.hash, after.hash, hashOf(bytes)].sort());
});

test('a recovered database that lacks nothing matches its store again automatically', async () => {
  await node.run('write-epoch');
  await node.save(anna);
  const photos = await node.library(anna);
  await database.nameMoment('nothing-lost');
  await node.stop();
  await database.recover('nothing-lost');
  const app = await node.start();
  expect(app.epochs.status).toBe('recovered');
  for (let minute = 0; minute < 2; minute++) await node.run('write-epoch');
  const jobs = `select from graphile_worker.jobs where task_identifier = 'check-recovery'`;
  expect((await app.connection.pool.query(jobs)).rowCount).toBe(1);
  await node.run('check-recovery');
  expect(await node.status()).toBe('together');
  expect(await node.library(anna)).toEqual(photos);
});
