import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PhotoPage } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type App, createApp } from '../app.ts';
import { readConfig } from '../config/config.ts';
import { auditStorage } from '../modules/library/storage-audit/index.ts';
import { DAY_MS } from '../platform/clock.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { jpegOf } from '../testing/photos.ts';
import { startRestorableDatabase } from '../testing/restorable-database.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';

const fixture = path.join(import.meta.dirname, '../platform/images/fixtures/exif-original.jpg');
const [anna, ben, clara, dora] = [newCustomerId(), newCustomerId(), newCustomerId(), newCustomerId()];
vi.setConfig({ testTimeout: 180_000 });

let folder: string;
let database: Awaited<ReturnType<typeof startRestorableDatabase>>;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let running: { app: App; address: string; log: string[] };
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-restore-'));
  database = await startRestorableDatabase(folder);
  issuer = await startTestIssuer();
  running = await startApp();
});
afterAll(async () => {
  await running.app.close();
  await issuer.stop();
  await database.stop();
  await rm(folder, { recursive: true, force: true });
});

const environment = () => ({
  DATA_DIR: path.join(folder, 'data'),
  DATABASE_URL: database.url(),
  OIDC_ISSUER: issuer.issuer,
  RATE_LIMIT_PER_MINUTE: '100000',
  ORPHANS: 'remove',
  // What is deleted for good is the subject; reconcile.test.ts restores what can come back.
  DELETED_DAYS: '0',
});

/** A node that sweeps, `days` ahead of the present. */
async function startApp(days = 0) {
  const log: string[] = [];
  const app = await createApp({
    config: readConfig(environment()),
    databaseUrl: database.url(),
    log: pino({ level: 'warn' }, { write: (line) => log.push(line) }),
    clock: () => new Date(Date.now() + days * DAY_MS),
    webFolder: null,
  });
  return { app, log, address: await app.http.listen({ host: '127.0.0.1', port: 0 }) };
}

async function call(customer: CustomerId, method: string, url: string, body?: object | Buffer, headers = {}) {
  const isFile = Buffer.isBuffer(body);
  const answer = await fetch(running.address + url, {
    method,
    headers: {
      authorization: `Bearer ${await issuer.tokenFor(customer)}`,
      ...(body && !isFile ? { 'content-type': 'application/json' } : {}),
      ...headers,
    },
    body: isFile ? Uint8Array.from(body) : body && JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${method} ${url}: ${answer.status} ${await answer.text()}`);
  return answer;
}

/** The web app's first call, with which a provider's customer becomes known. */
const open = (customer: CustomerId) => call(customer, 'GET', '/api/accounts/accounts/getaccountinformation');

/** Sends the first bytes of a file, or all of them. */
async function send(customer: CustomerId, content: Buffer, length = content.length): Promise<string> {
  const answer = await call(customer, 'POST', '/api/uploads/files', content.subarray(0, length), {
    'tus-resumable': '1.0.0',
    'upload-length': String(content.length),
    'upload-metadata': `filename ${Buffer.from('sea.jpg').toString('base64')}`,
    'content-type': 'application/offset+octet-stream',
  });
  return answer.headers.get('location')?.split('/').at(-1) ?? '';
}

async function commit(customer: CustomerId, uploadId: string): Promise<string> {
  const answer = await call(customer, 'POST', `/api/uploads/uploads/${uploadId}/commit`, {});
  return ((await answer.json()) as { photo: { imageId: string } }).photo.imageId;
}

let numbers = 0;
async function newPhoto(): Promise<Buffer> {
  return Buffer.concat([await readFile(fixture), Buffer.from(`photo ${++numbers}`)]);
}
/** A photo whose commit was acknowledged. */
async function save(customer: CustomerId, content?: Buffer) {
  const bytes = content ?? (await newPhoto());
  return { bytes, id: await commit(customer, await send(customer, bytes)) };
}

const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Names of a customer's photos by the SHA-256 of their originals, as the customer gets them. */
async function libraryOf(customer: CustomerId): Promise<Map<string, string>> {
  const answer = await call(customer, 'GET', '/api/photo-management/photos?limit=50');
  const { images } = (await answer.json()) as PhotoPage;
  const originals = images.map(async ({ untouchedUrl, localFileName }) => {
    const original = await call(customer, 'GET', untouchedUrl);
    return [hash(new Uint8Array(await original.arrayBuffer())), localFileName] as const;
  });
  return new Map(await Promise.all(originals));
}

const store = () => createObjectStore({ storageUrl: null, dataDir: path.join(folder, 'data') });
async function keys(): Promise<string[]> {
  const objects = await Array.fromAsync((await store()).list('photos/'));
  return objects.map(({ key }) => key).sort();
}
const keysOf = async (customer: CustomerId) => (await keys()).filter((key) => key.includes(customer));
const hasThumbnails = async (customer: CustomerId, photos: number) =>
  expect
    .poll(async () => (await keysOf(customer)).filter((key) => key.endsWith('.300.jpg')).length, SOON)
    .toBe(photos);
const SOON = { timeout: 60_000, interval: 100 };

async function runTask(name: string) {
  const task = running.app.tasks.find((one) => one.name === name);
  await task?.handle({}, { attempt: 1, maxAttempts: 1 });
}
/** Runs all housekeeping that removes objects, with the objects' files a week older. */
async function keepHouse() {
  const objects = path.join(folder, 'data/objects/photos');
  const weekAgo = new Date(Date.now() - 8 * DAY_MS);
  for (const file of await readdir(objects, { recursive: true }))
    await utimes(path.join(objects, file), weekAgo, weekAgo);
  for (const name of ['clean-up-uploads', 'sweep-orphans', 'check-deletions', 'sweep-storage', 'write-epoch'])
    await runTask(name);
}

function startReconcile(...options: string[]) {
  const command = path.join(import.meta.dirname, '../cli/main.ts');
  const env = { ...process.env, ...environment() };
  const running = promisify(execFile)(process.execPath, [command, 'reconcile', ...options], { env });
  const ended = running.then(
    ({ stdout }) => ({ code: 0, stdout }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout: stdout + stderr,
    }),
  );
  return { child: running.child, ended };
}
const reconcile = (...options: string[]) => startReconcile(...options).ended;

test('after point-in-time recovery nothing acknowledged is lost, eight days on, and erased customers stay erased', async () => {
  for (const customer of [anna, ben, clara]) await open(customer);
  const stored = await save(anna);
  const deletedLater = await save(anna);
  await save(ben);
  const claras = [await save(clara), await save(clara), await save(clara)];
  const openFile = await newPhoto();
  const openUpload = await send(anna, openFile);
  await hasThumbnails(anna, 2);
  await hasThumbnails(ben, 1);
  await runTask('write-epoch');
  await database.backUp();
  const replayed = await save(anna);
  await database.nameMoment('before-the-accident');

  const after = [await save(anna), await save(anna)];
  await commit(anna, openUpload);
  const broken = await save(anna, jpegOf(2_000));
  await open(dora);
  const doras = await save(dora);
  const half = await newPhoto();
  await send(anna, half, Math.floor(half.length / 2));
  await call(clara, 'DELETE', '/api/photo-management/photos', { photoIds: [claras[1]?.id, claras[2]?.id] });
  await call(ben, 'DELETE', '/api/photo-management/photos/all');
  await hasThumbnails(anna, 6);
  await hasThumbnails(clara, 1);
  await hasThumbnails(dora, 1);
  await expect.poll(() => keysOf(ben), SOON).toEqual([]);
  await runTask('write-epoch');
  await runTask('write-epoch');

  await running.app.close();
  await database.recover('before-the-accident');
  const before = await keys();
  running = await startApp(8);
  expect(running.app.epochs.status).toBe('database-older');
  expect(running.log.join()).toContain('the database is older than the store, so no object is removed');
  expect(await (await fetch(`${running.address}/health/ready`)).json()).toMatchObject({
    status: 'ready',
    removals: 'held',
  });

  const meanwhile = await save(anna);
  // Deleted since the backup, so its row is back without its object: adding it again repairs it.
  await save(clara, claras[1]?.bytes);
  await call(anna, 'DELETE', '/api/photo-management/photos', { photoIds: [deletedLater.id] });
  await keepHouse();
  expect(await keys()).toEqual(expect.arrayContaining(before));

  const dry = await reconcile();
  expect(dry.code).toBe(1);
  for (const line of [
    'the database is older than the store',
    '1  libraries are deleted again',
    '1  photos are dropped',
    '3  files become photos again',
    '2  objects stay in the store as they are: not a complete photo',
    'objects stay in the store as they are: of customers unknown to the database',
  ])
    expect(dry.stdout).toContain(line);
  expect(dry.stdout).not.toContain('thumbnails without');
  expect(await keys()).toEqual(expect.arrayContaining(before));
  const photosBefore = (await libraryOf(anna)).size;
  const killed = startReconcile('--apply');
  await expect.poll(async () => (await libraryOf(anna)).size, SOON).toBeGreaterThan(photosBefore);
  killed.child.kill('SIGKILL');
  await killed.ended;
  expect(await reconcile('--apply')).toMatchObject({ code: 0 });

  const saved = [stored, replayed, ...after, meanwhile].map(({ bytes }) => hash(bytes));
  const library = await libraryOf(anna);
  expect([...library.keys()].sort()).toEqual([...saved, hash(openFile)].sort());
  expect(library.get(hash(openFile))).toBe('sea.jpg');
  const ofClara = claras
    .slice(0, 2)
    .map(({ bytes }) => hash(bytes))
    .sort();
  expect([...(await libraryOf(clara)).keys()].sort()).toEqual(ofClara);
  expect((await libraryOf(ben)).size).toBe(0);
  await expect.poll(() => keysOf(ben), SOON).toEqual([]);
  await hasThumbnails(anna, 6);

  await open(dora);
  expect((await libraryOf(dora)).size).toBe(0);
  expect(await reconcile('--apply')).toMatchObject({ code: 0 });
  expect([...(await libraryOf(dora)).keys()]).toEqual([hash(doras.bytes)]);

  await running.app.close();
  running = await startApp(16);
  expect(running.app.epochs.status).toBe('together');
  await keepHouse();
  await hasThumbnails(anna, 6);
  expect([...(await libraryOf(anna)).keys()].sort()).toEqual([...saved, hash(openFile)].sort());
  expect([...(await libraryOf(clara)).keys()].sort()).toEqual(ofClara);
  const { findings } = await auditStorage({ databaseUrl: database.url(), objects: await store() });
  // The broken photo and the half file: only a person can tell what they are.
  expect(findings.map(({ what, count }) => [what, count])).toEqual([['objects that belong to nothing', 2]]);
  const left = await Promise.all(
    (findings[0]?.examples ?? []).map(async (key) => hash(await (await store()).read(key))),
  );
  expect(left).toContain(hash(broken.bytes));
  expect((await reconcile()).code).toBe(0);
});
