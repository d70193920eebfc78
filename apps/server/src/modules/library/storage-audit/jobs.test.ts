import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { startUploads, type TestUploads } from '../uploads/uploads.fixture.ts';
import { sweepOrphansTask } from './jobs.ts';

const DAY = 24 * 3_600_000;
let world: TestUploads;
beforeEach(async () => {
  world = await startUploads();
});
afterEach(() => world.stop());

/** Objects without a row, this many days old. */
async function leaveOrphans(count: number, days = 8): Promise<string[]> {
  const changedAt = new Date(Date.now() - days * DAY);
  const folder = `photos/${randomUUID()}`;
  const keys = Array.from({ length: count }, () => `${folder}/${randomUUID()}-0a`);
  await mkdir(path.join(world.dataDir, 'objects', folder), { recursive: true });
  for (const key of keys) {
    const file = path.join(world.dataDir, 'objects', key);
    await writeFile(file, 'left behind');
    await utimes(file, changedAt, changedAt);
  }
  return keys;
}

async function runJob({ clock = () => new Date(), isRemovingOrphans = true } = {}) {
  const logged: { msg: string; removed: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line)) });
  const { db, databaseUrl, objects } = world;
  const clocks = { clock, machineClock: systemClock };
  await sweepOrphansTask({ db, databaseUrl, objects, ...clocks, log, isRemovingOrphans }).handle(
    {},
    { attempt: 1, maxAttempts: 8 },
  );
  return logged.map(({ msg, removed }) => ({ msg, removed }));
}

it('the daily job only reports what a power cut left behind', async () => {
  await leaveOrphans(12);
  const report = { msg: 'objects belong to nothing', removed: 0 };
  expect(await runJob({ isRemovingOrphans: false })).toEqual([report]);
  expect(await world.stored()).toHaveLength(12);
});

it('the daily job removes it if the operator has switched that on, and says so', async () => {
  await leaveOrphans(12);
  const [young] = await leaveOrphans(1, 6);
  expect(await runJob()).toEqual([{ msg: 'objects that belonged to nothing were removed', removed: 12 }]);
  expect((await world.stored()).map(({ key }) => key)).toEqual([young]);
  expect(await runJob()).toEqual([]);
});

it('a clock that is ahead does not make anything old', async () => {
  await leaveOrphans(1, 0);
  expect(await runJob({ clock: () => new Date(Date.now() + 400 * DAY) })).toEqual([]);
  expect(await world.stored()).toHaveLength(1);
});

it('the daily job removes nothing if the database does not belong to the store', async () => {
  await leaveOrphans(21);
  const refusal = { msg: 'too many objects belong to nothing: none was removed', removed: 0 };
  expect(await runJob()).toEqual([refusal]);
  expect(await world.stored()).toHaveLength(21);
});

it('an operator may remove them all the same', async () => {
  await leaveOrphans(21);
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
  const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [command, 'audit-storage', '--remove-orphans'],
    { env },
  );
  expect(stdout).toContain('21 orphaned objects removed.');
  expect(stdout).toContain('No problems were found.');
  expect(await world.stored()).toHaveLength(0);
});

it('after kill -9 in the middle the next sweep removes the rest and nothing else', async () => {
  const ORPHANS = 6_000;
  const client = clientOf(world.address);
  await client.commit(await client.send(jpegOf(1_000)));
  const [first = ''] = await leaveOrphans(ORPHANS);
  const folder = path.join(world.dataDir, 'objects', path.dirname(first));
  const left = async () => (await readdir(folder)).length;
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
  const worker = path.join(import.meta.dirname, 'sweep-in-process.fixture.ts');
  const child = fork(worker, { env, execArgv: [], stdio: 'inherit' });
  const ended = once(child, 'exit');
  await expect.poll(left, { timeout: 60_000, interval: 5 }).toBeLessThan(ORPHANS);
  child.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGKILL']);
  expect(await left()).toBeGreaterThan(0);
  const again = fork(worker, { env, execArgv: [], stdio: 'inherit' });
  expect(await once(again, 'exit')).toEqual([0, null]);
  const photos = await world.photosOf(client.customerId);
  expect((await world.stored()).map(({ key }) => key)).toEqual(photos.map(({ object_key }) => object_key));
}, 120_000);
