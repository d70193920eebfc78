import { execFile, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { systemClock } from '../../../platform/clock.ts';
import { CUSTOMER_FOLDERS } from '../../../platform/objects/folders.ts';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf } from '../../../testing/upload-client.ts';
import { startUploads, type TestUploads } from '../uploads/uploads.fixture.ts';
import { sweepOrphansTask } from './jobs.ts';

const DAY = 24 * 3_600_000;
const REMEDY = 'run npm run keepsake -- audit-storage --remove-orphans';
let world: TestUploads;
beforeEach(async () => {
  world = await startUploads();
});
afterEach(() => world.stop());

/** Photos without a row, this many days old. */
function leaveOrphans(count: number, days = 8): Promise<string[]> {
  const folder = `photos/${randomUUID()}`;
  return leave(
    Array.from({ length: count }, () => `${folder}/${randomUUID()}-0a`),
    days,
  );
}

async function leave(keys: string[], days = 8): Promise<string[]> {
  const changedAt = new Date(Date.now() - days * DAY);
  for (const key of keys) {
    const file = path.join(world.dataDir, 'objects', key);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, 'left behind');
    await utimes(file, changedAt, changedAt);
  }
  return keys;
}

async function runJob({ clock = () => new Date(), isRemovingOrphans = true } = {}) {
  const logged: { msg: string; removed: number }[] = [];
  const log = pino({ level: 'info' }, { write: (line) => logged.push(JSON.parse(line)) });
  const { db, directUrl, objects } = world;
  const clocks = { clock, machineClock: systemClock };
  await sweepOrphansTask({ db, directUrl, objects, ...clocks, log, isRemovingOrphans }).handle(
    {},
    { attempt: 1, maxAttempts: 8 },
  );
  return logged.map(({ msg, removed }) => ({ msg, removed }));
}

test('the daily job only reports what a power cut left behind', async () => {
  await leaveOrphans(12);
  const report = { msg: `objects belong to nothing: ${REMEDY}`, removed: 0 };
  expect(await runJob({ isRemovingOrphans: false })).toEqual([report]);
  expect(await world.stored()).toHaveLength(12);
});

test('the daily job removes it if the operator has switched that on, and says so', async () => {
  await leaveOrphans(12);
  const [young] = await leaveOrphans(1, 6);
  expect(await runJob()).toEqual([{ msg: 'objects that belonged to nothing were removed', removed: 12 }]);
  expect((await world.stored()).map(({ key }) => key)).toEqual([young]);
  expect(await runJob()).toEqual([]);
});

test('a clock that is ahead does not make anything old', async () => {
  await leaveOrphans(1, 0);
  expect(await runJob({ clock: () => new Date(Date.now() + 400 * DAY) })).toEqual([]);
  expect(await world.stored()).toHaveLength(1);
});

test('the daily job removes nothing if the database does not belong to the store', async () => {
  await leaveOrphans(21);
  const refusal = {
    msg: `too many objects belong to nothing, so none was removed: ${REMEDY}`,
    removed: 0,
  };
  expect(await runJob()).toEqual([refusal]);
  expect(await world.stored()).toHaveLength(21);
});

async function runCommand(...options: string[]): Promise<string> {
  const env = { ...process.env, DATABASE_URL: world.databaseUrl, DATA_DIR: world.dataDir };
  const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');
  const running = promisify(execFile)(process.execPath, [command, 'audit-storage', ...options], { env });
  // It exits with 1 as long as something is wrong.
  return running.then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test('the command removes no more than usual until the operator says how many', async () => {
  await leaveOrphans(21);
  const refusal = await runCommand('--remove-orphans');
  expect(refusal).toContain('Nothing removed: 21 orphaned objects are more than 20:');
  expect(refusal).toContain('repeat it with --up-to 21.');
  expect(await world.stored()).toHaveLength(21);
  const done = await runCommand('--remove-orphans', '--up-to', '21');
  expect(done).toContain('21 orphaned objects removed.');
  expect(done).toContain('No problems were found.');
  expect(await world.stored()).toHaveLength(0);
});

test('the command that the daily job names removes what earlier releases left of every kind of file', async () => {
  const [customer, id] = [randomUUID(), randomUUID()];
  const left = await leave([
    `photos/${customer}/${id}-0a`,
    `photos/${customer}/${id}-0a.300.jpg`,
    `turned-photos/${customer}/${id}.300.jpg`,
    `my-data/${customer}/${id}/profile.json`,
    `order-files/${customer}/${id}`,
    `order-files/${customer}/${id}.300.jpg`,
    `online-products/${customer}/${id}`,
    `online-products/${customer}/${id}.300.jpg`,
    `project-pictures/${customer}/${id}`,
    `project-pictures/${customer}/${id}.300.jpg`,
    `invoices/${customer}/${id}`,
    `issued-invoices/kiekhof/${id}`,
    `legacy-uploads/${id}`,
  ]);
  expect(new Set(left.map((key) => key.split('/', 1)[0]))).toEqual(
    new Set([...CUSTOMER_FOLDERS, 'issued-invoices', 'legacy-uploads']),
  );
  await leave(['somebody/elses', 'system/epoch-of-old.json']);
  expect(await runJob({ isRemovingOrphans: false })).toEqual([
    { msg: `objects belong to nothing: ${REMEDY}`, removed: 0 },
  ]);
  expect(await runCommand('--remove-orphans')).toContain(`${left.length} orphaned objects removed.`);
  expect((await world.stored()).map(({ key }) => key).sort()).toEqual([
    'somebody/elses',
    'system/epoch-of-old.json',
  ]);
});

test('the command leaves what reconcile left, which customers unknown until they sign in have saved', async () => {
  const acknowledged = await leaveOrphans(2, 9);
  await world.db
    .updateTable('store_epoch')
    .set({ reconciled_at: new Date(Date.now() - 8.5 * DAY) })
    .execute();
  await leaveOrphans(1, 8);
  const stated = await runCommand('--remove-orphans', '--up-to', '100');
  expect(stated).toContain('1 orphaned objects removed.');
  expect(stated).toContain('2 stay, because reconcile left them in the store.');
  expect((await world.stored()).map(({ key }) => key).sort()).toEqual(acknowledged.sort());
});

test('after kill -9 in the middle the next sweep removes the rest and nothing else', async () => {
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
  const repeated = fork(worker, { env, execArgv: [], stdio: 'inherit' });
  expect(await once(repeated, 'exit')).toEqual([0, null]);
  const photos = await world.photosOf(client.customerId);
  expect((await world.stored()).map(({ key }) => key)).toEqual(photos.map(({ object_key }) => object_key));
}, 120_000);
