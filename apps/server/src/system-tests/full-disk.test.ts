import { type ChildProcess, fork, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Album } from '@keepsake/contracts/library/albums';
import type { Photo, PhotoPage } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { auditStorage } from '../modules/library/storage-audit/index.ts';
import { findRunningPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { type Call, createCall } from '../testing/call-api.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { jpegOf, newJpeg } from '../testing/photos.ts';
import { canMount, mountSmallDisk, type SmallDisk } from '../testing/small-disk.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';
import { clientOf } from '../testing/upload-client.ts';

const MB = 1_000_000;
const RESERVE = 500 * MB;
const SHOP_TOKEN = 'the-token-of-a-shop-with-32-letters-or-more';
const SOON = { timeout: 60_000, interval: 50 };
const [anna, ben, cleo] = [newCustomerId(), newCustomerId(), newCustomerId()];

let disk: SmallDisk;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let keepsake: Awaited<ReturnType<typeof start>>;
let child: ChildProcess | undefined;

/** A node whose database and photos are on the small disk. */
async function start() {
  child = fork(path.join(import.meta.dirname, '../testing/node-process.fixture.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: disk.folder,
      OIDC_ISSUER: issuer.issuer,
      SERVICE_TOKENS: JSON.stringify({ shop: SHOP_TOKEN }),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  const failed = once(child, 'exit').then(() => Promise.reject(new Error(output)));
  const [{ address }] = (await Promise.race([once(child, 'message'), failed])) as [{ address: string }];
  failed.catch(() => undefined);
  return {
    address,
    logged: (text: string) => output.split('\n').filter((line) => line.includes(text)).length,
    call: createCall({ address, tokenFor: issuer.tokenFor }),
  };
}

/** Also ends a node that has not come up yet. */
async function end(signal: NodeJS.Signals): Promise<void> {
  const ended = child && once(child, 'exit');
  if (child?.kill(signal)) await ended;
}

const call: Call = (...request) => keepsake.call(...request);
const clientFor = async (customer: CustomerId) =>
  clientOf(keepsake.address, customer, await issuer.tokenFor(customer));
const read = async (route: string) => (await fetch(keepsake.address + route)).text();

async function save(customer: CustomerId, bytes: Buffer): Promise<Photo> {
  const client = await clientFor(customer);
  const { status, photo } = await client.commit(await client.send(bytes));
  expect(status).toBe(200);
  return photo;
}
const photosOf = async (customer: CustomerId) =>
  (await call<PhotoPage>(customer, 'GET', '/photo-management/photos?limit=50')).body.images;
const albumsOf = async (customer: CustomerId) =>
  (await call<{ albums: Album[] }>(customer, 'GET', '/photo-management/albums?limit=50')).body.albums;

const FILLER = 12 * MB;

/**
 * Announces a file without sending a byte of it; resolves with the answer's first line, or null if the server waits for the
 * bytes.
 */
async function announce(customer: CustomerId): Promise<string | null> {
  const socket = net.connect(Number(new URL(keepsake.address).port), '127.0.0.1');
  const lines = [
    'POST /api/uploads/files HTTP/1.1',
    'Host: 127.0.0.1',
    `Authorization: Bearer ${await issuer.tokenFor(customer)}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    `Upload-Length: ${FILLER}`,
    'Upload-Metadata: filename YS5qcGc=',
    `Content-Length: ${FILLER}`,
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  const answer = await once(socket, 'data', { signal: AbortSignal.timeout(5_000) }).catch(() => null);
  socket.destroy();
  return answer && (String(answer[0]).split('\r\n')[0] ?? '');
}

/** Has the database remove unneeded WAL now, so that it does not free space in the middle of the test. */
async function freeLog(): Promise<void> {
  const client = new pg.Client({ connectionString: (await findRunningPostgres(disk.folder)) ?? '' });
  await client.connect();
  await client.query('checkpoint');
  await client.end();
}

/** Saves files that are no pictures until one is refused; returns the refusal. */
async function fill(customer: CustomerId): Promise<unknown> {
  for (;;) {
    try {
      await save(customer, jpegOf(FILLER));
    } catch (refusal) {
      return refusal;
    }
  }
}

const problemOf = async (answer: Response) => [answer.status, (await answer.json()).code];

describe.skipIf(!canMount())('on a full disk (skipped where no small one can be mounted)', () => {
  const halfSent = jpegOf(2 * MB);
  let started: string;
  let shown: Photo;

  beforeAll(async () => {
    disk = mountSmallDisk(1_000 * MB) as SmallDisk;
    issuer = await startTestIssuer();
    keepsake = await start();
    for (const id of [anna, ben, cleo]) await call(id, 'GET', '/accounts/accounts/getaccountinformation');
    await save(cleo, jpegOf(MB));
  }, 120_000);
  afterAll(async () => {
    await end('SIGTERM');
    await issuer?.stop();
    disk?.unmount();
  }, 120_000);

  test('uploads are refused with one code before a byte is sent, and begun ones stay', async () => {
    const client = await clientFor(anna);
    started = await client.create(halfSent.length);
    expect((await client.patch(started, 0, halfSent.subarray(0, MB))).status).toBe(204);
    await freeLog();
    disk.leave(RESERVE + 20 * FILLER);
    await expect.poll(() => read('/metrics'), SOON).toMatch(/keepsake_disk_free_bytes 7\d{8}\n/);
    shown = await save(ben, await newJpeg(900, 600));
    expect(String(await fill(anna))).toMatch(/507 .*"code":"storage-full"/);
    // Space that decoders and the database free afterwards does not let the next file in.
    disk.leave(RESERVE);
    await expect.poll(() => announce(ben), SOON).toBe('HTTP/1.1 507 Insufficient Storage');
    expect((await photosOf(anna)).length).toBeGreaterThan(5);
    expect(await problemOf(await client.patch(started, MB, halfSent.subarray(MB)))).toEqual([
      507,
      'storage-full',
    ]);
    expect(await client.offsetOf(started)).toBe(MB);
  }, 120_000);

  test('everything else works: photos are shown, albums created, orders taken, and the node is ready', async () => {
    await expect.poll(async () => (await photosOf(ben))[0]?.thumbnailState, SOON).toBe('success');
    const made = await call<{ albumId: string }>(ben, 'POST', '/photo-management/albums', { name: 'Sea' });
    const album = `/photo-management/albums/${made.body.albumId}`;
    expect((await call(ben, 'PATCH', album, { name: 'Seaside' })).status).toBe(204);
    const added = await call(ben, 'POST', `${album}/photos`, { photoIds: [shown.imageId] });
    expect(added.status).toBeLessThan(300);
    expect((await placeOrder(ben)).status).toBe(200);
    expect(JSON.parse(await read('/health/ready'))).toMatchObject({ status: 'ready', uploads: 'refused' });
    expect(await read('/metrics')).toContain('keepsake_uploads_refused 1\n');
    await expect.poll(() => keepsake.logged('uploads are refused'), SOON).toBe(1);
    expect(keepsake.logged('"level":50')).toBe(1);
  }, 120_000);

  test('an operator’s import says in one sentence that there is no room', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-legacy-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await mkdir(path.join(folder, `${ben}@example.com`));
    await writeFile(path.join(folder, `${ben}@example.com`, 'a.jpg'), jpegOf(MB));
    disk.leave(RESERVE);
    const { code, stated } = await runCommand('import-legacy-uploads', folder);
    expect(stated).toMatch(/^The disk is full\. .*\.$/);
    expect(code).toBe(2);
  }, 120_000);

  test('a customer whose grace period is over is still erased', async () => {
    disk.leave(RESERVE - 10 * MB);
    const client = new pg.Client({ connectionString: (await findRunningPostgres(disk.folder)) ?? '' });
    await client.connect();
    await client.query('update customers set deleted_at = now() where user_id = $1', [cleo]);
    await client.query(
      `insert into account_closings (user_id, id, requested_at, sent_at, expires_at, closed_at, erase_at)
       values ($1, $1, now(), now(), now(), now(), now())`,
      [cleo],
    );
    await client.query(
      `select graphile_worker.add_job('erase-account', json_build_object('customerId', $1::text), max_attempts => 25)`,
      [cleo],
    );
    const left = async () =>
      (await client.query('select from customers where user_id = $1', [cleo])).rowCount;
    await expect.poll(left, SOON).toBe(0);
    const objects = await createObjectStore({ storageUrl: null, dataDir: disk.folder });
    expect(await Array.fromAsync(objects.list(`photos/${cleo}/`))).toEqual([]);
    await client.end();
  }, 120_000);

  test('a killed node restarts with less than 500 MB, says that uploads are refused, and still lets customers delete', async () => {
    await end('SIGKILL');
    disk.leave(RESERVE - 10 * MB);
    keepsake = await start();
    expect(keepsake.logged('uploads are refused')).toBe(1);
    expect(await announce(ben)).toBe('HTTP/1.1 507 Insufficient Storage');
    const photoIds = (await photosOf(anna)).map(({ imageId }) => imageId);
    expect((await call(anna, 'DELETE', '/photo-management/photos', { photoIds })).status).toBe(200);
    expect((await call(anna, 'DELETE', '/photo-management/photos/deleted/all')).status).toBe(204);
    expect(await photosOf(anna)).toEqual([]);
  }, 120_000);

  test('deletions free space: uploads continue where they were', async () => {
    await expect.poll(() => read('/health/ready'), SOON).toContain('"uploads":"on"');
    const client = await clientFor(anna);
    expect((await client.patch(started, MB, halfSent.subarray(MB))).status).toBe(204);
    expect((await client.commit(started)).status).toBe(200);
    await expect.poll(() => keepsake.logged('uploads go on'), SOON).toBe(1);
  }, 120_000);

  test('a database without a byte for its log loses nothing, and continues once there is room', async () => {
    const names = await albumsUntilFull();
    expect([child?.exitCode, child?.signalCode]).toEqual([null, null]);
    disk.leave(RESERVE + 100 * MB);
    // The same bytes again: a photo that was saved without an answer is not saved twice.
    const bytes = jpegOf(1_000);
    const saved = await vi.waitFor(() => save(ben, bytes), SOON);
    expect((await photosOf(ben)).map(({ imageId }) => imageId)).toEqual([saved.imageId, shown.imageId]);
    expect((await albumsOf(ben)).map(({ albumName }) => albumName)).toEqual(expect.arrayContaining(names));
  }, 120_000);

  test('rows, objects and counts agree in the end', async () => {
    const databaseUrl = (await findRunningPostgres(disk.folder)) ?? '';
    const objects = await createObjectStore({ storageUrl: null, dataDir: disk.folder });
    await expect.poll(async () => (await auditStorage({ databaseUrl, objects })).findings, SOON).toEqual([]);
  }, 120_000);
});

test.skipIf(!canMount())('a new data folder needs room for the database, and says how much', async () => {
  const small = mountSmallDisk(400 * MB) as SmallDisk;
  onTestFinished(small.unmount);
  const log = pino({ level: 'silent' });
  await expect(startEmbeddedPostgres({ dataDir: small.folder, log })).rejects.toThrow(
    'has 400 MB free and Keepsake needs at least 500 MB',
  );
});

/** Fills the disk until the database cannot write its log; returns the albums acknowledged until then. */
async function albumsUntilFull(): Promise<string[]> {
  const client = new pg.Client({ connectionString: (await findRunningPostgres(disk.folder)) ?? '' });
  client.on('error', () => undefined);
  await client.connect();
  disk.leave(0);
  const names: string[] = [];
  for (let isUp = true; isUp; ) {
    const name = `Album ${names.length}`;
    const { status } = await call(ben, 'POST', '/photo-management/albums', { name });
    if (status === 200) names.push(name);
    isUp = await client.query("select pg_logical_emit_message(true, 'x', repeat('x', 4000000))").then(
      () => true,
      () => false,
    );
  }
  const refusal = await call<{ code: string }>(ben, 'POST', '/photo-management/albums', { name: 'One more' });
  expect(['unavailable', 'storage-full']).toContain(refusal.body.code);
  await client.end().catch(() => undefined);
  return names;
}

async function runCommand(...words: string[]) {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, '../cli/main.ts'), ...words], {
    env: { PATH: process.env.PATH, DATA_DIR: disk.folder, OIDC_ISSUER: issuer.issuer },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stated = '';
  child.stderr.on('data', (text) => (stated += text));
  const [code] = await once(child, 'close');
  return { code, stated: stated.trim() };
}

function placeOrder(customerId: CustomerId): Promise<Response> {
  const product = { code: 'PAP_910', quantity: 1, price: 475, status: 'paymentSuccess', photoIds: [] };
  return fetch(`${keepsake.address}/api/orders/orders`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${SHOP_TOKEN}`,
      'idempotency-key': randomUUID(),
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      orderCode: 'K-1',
      customerId,
      channel: 'pennyfern',
      currency: 'GBP',
      total: 475,
      status: 'paymentSuccess',
      createdAt: new Date().toISOString(),
      products: [product],
    }),
  });
}
