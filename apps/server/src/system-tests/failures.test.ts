import { fork } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startS3Server } from '../platform/objects/testing/s3-server.ts';
import {
  FAULTS,
  type FaultProxy,
  HTTP_FAULTS,
  startDatabaseProxy,
  startFaultProxy,
} from '../platform/testing/fault-proxy.ts';
import { createTestDatabase } from '../platform/testing/test-database.ts';
import { createCall } from '../testing/call-api.ts';
import { asCustomerId, newCustomerId } from '../testing/customer-ids.ts';
import { startSmtpServer } from '../testing/smtp-server.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';

type Boundary = 'storage' | 'database' | 'mail';

/** A node in its own process, with a proxy in front of everything it depends on. */
async function startKeepsake() {
  await using starting = new AsyncDisposableStack();
  const database = starting.adopt(await createTestDatabase(), ({ drop }) => drop());
  const issuer = await startTestIssuer();
  starting.defer(async () => void (await issuer.stop()));
  const bucket = starting.adopt(await startS3Server(), ({ stop }) => stop());
  const mail = starting.adopt(await startSmtpServer(), ({ stop }) => stop());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-failures-'));
  starting.defer(() => rm(dataDir, { recursive: true, force: true }));

  const proxies = {
    storage: await startFaultProxy({ to: { host: '127.0.0.1', port: bucket.port }, ...HTTP_FAULTS }),
    database: await startDatabaseProxy(database.url),
    mail: await startFaultProxy({
      to: { host: '127.0.0.1', port: mail.port },
      refusal: '554 No\r\n',
      nonsense: 'HTTP/1.1 400 Bad Request\r\n\r\n',
    }),
  } satisfies Record<Boundary, FaultProxy>;
  for (const proxy of Object.values(proxies)) starting.defer(async () => proxy.stop());
  const child = fork(path.join(import.meta.dirname, '../testing/node-process.fixture.ts'), {
    env: {
      PATH: process.env.PATH,
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
      DATA_DIR: dataDir,
      DATABASE_URL: proxies.database.url,
      STORAGE_URL: bucket.addressAt(proxies.storage.port),
      SMTP_URL: `smtp://127.0.0.1:${proxies.mail.port}`,
      OIDC_ISSUER: issuer.issuer,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_MINUTE: '100000',
    },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
  starting.defer(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  const [{ address }] = (await once(child, 'message')) as [{ address: string }];
  const started = starting.move();
  const { tokenFor } = issuer;
  return {
    address,
    proxies,
    recipients: mail.recipients,
    uploadsFolder: path.join(dataDir, 'uploads'),
    tokenFor,
    call: createCall({ address, tokenFor }),
    /** The node's output without the traces of graphile-worker's workers that lost their connection while ending. */
    complaints: () => output.split('\n').filter((line) => line !== '' && !/^(Trace: |\s|\})/.test(line)),
    isRunning: () => child.exitCode === null && child.signalCode === null,
    stop: () => started.disposeAsync(),
  };
}

let keepsake: Awaited<ReturnType<typeof startKeepsake>>;
beforeAll(async () => {
  keepsake = await startKeepsake();
});
afterAll(() => keepsake.stop());

const SOON = { timeout: 60_000, interval: 50 };

type Customer = { id: CustomerId; picture: Buffer };

async function newCustomer(): Promise<Customer> {
  const pixels = { raw: { width: 24, height: 16, channels: 3 } } as const;
  return {
    id: newCustomerId(),
    picture: await sharp(randomBytes(24 * 16 * 3), pixels)
      .jpeg()
      .toBuffer(),
  };
}

/** Adds a photo twice, waits until it is shown, fetches it, exports it and deletes it. */
async function useLibrary({ id, picture }: Customer): Promise<void> {
  const photo = await vi.waitFor(() => addPhoto({ id, picture }), SOON);
  const repeated = await vi.waitFor(() => addPhoto({ id, picture }), SOON);
  expect(repeated.imageId).toBe(photo.imageId);
  const shown = await vi.waitFor(async () => {
    const read = await readPhoto(id, photo.imageId);
    expect(read.thumbnailState).toBe('success');
    return read;
  }, SOON);
  for (const { url } of shown.thumbnails) expect((await fetch(keepsake.address + url)).status).toBe(200);
  const original = await fetch(keepsake.address + photo.untouchedUrl);
  expect(Buffer.from(await original.arrayBuffer())).toEqual(picture);
  await requestExport(id);
  const deleted = { photoIds: [photo.imageId] };
  expect((await keepsake.call(id, 'DELETE', '/photo-management/photos', deleted)).status).toBe(200);
}

async function requestExport(id: CustomerId): Promise<void> {
  const { status } = await keepsake.call(id, 'POST', '/photo-exports/backups', { channel: 'pennyfern' });
  expect(status).toBe(200);
}

async function addPhoto({ id, picture }: Customer): Promise<Photo> {
  const created = await sendFile({ id, picture }, new Uint8Array(picture));
  expect(created.status).toBe(201);
  const uploadId = created.headers.get('location')?.split('/').at(-1);
  const path = `/uploads/uploads/${uploadId}/commit`;
  const { status, body } = await keepsake.call<{ photo: Photo }>(id, 'POST', path);
  expect(status).toBe(200);
  return body.photo;
}

async function sendFile({ id, picture }: Customer, body: ReadableStream | Uint8Array): Promise<Response> {
  return fetch(`${keepsake.address}/api/uploads/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${await keepsake.tokenFor(id)}`,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(picture.length),
      'upload-metadata': `filename ${Buffer.from('a.jpg').toString('base64')}`,
    },
    body: body as BodyInit,
    duplex: 'half',
  } as RequestInit);
}

async function readPhoto(id: CustomerId, photoId: string): Promise<Photo> {
  return (await keepsake.call<Photo>(id, 'GET', `/photo-management/photos/${photoId}`)).body;
}

const isAlive = async () => (await fetch(`${keepsake.address}/health/live`)).status === 200;

describe.concurrent('the server keeps running, and everything continues afterwards, when the storage fails', () => {
  const requests: { request: string; when: string; andRefuse?: string }[] = [
    { request: 'storing an original', when: '^PUT \\S+ID/[0-9a-f-]+\\?' },
    {
      request: 'storing thumbnails',
      when: '^PUT \\S+ID\\S+\\.(800|1300)\\.jpg',
      andRefuse: '^PUT \\S+ID\\S+\\.300\\.jpg',
    },
    { request: 'checking a size', when: '^HEAD \\S+ID' },
    { request: 'reading', when: '^GET \\S+ID' },
  ];
  const cases = requests.flatMap((row) => FAULTS.map((fault) => ({ ...row, fault })));
  test.each(cases)(
    '$request: $fault',
    async ({ when, fault, andRefuse }) => {
      const customer = await newCustomer();
      const of = (pattern: string) => new RegExp(pattern.replace('ID', customer.id));
      const { storage } = keepsake.proxies;
      const failure = storage.fail({ fault, when: of(when) });
      const refusal = andRefuse ? storage.fail({ fault: 'refuse', when: of(andRefuse) }) : null;
      const attempt = useLibrary(customer).catch((error) => error);
      await vi.waitFor(() => expect(failure.failed()).toBeGreaterThan(0), SOON);
      expect(await isAlive()).toBe(true);
      failure.heal();
      refusal?.heal();
      await attempt;
      await useLibrary(customer);
      expect(keepsake.complaints()).toEqual([]);
      expect(keepsake.isRunning()).toBe(true);
    },
    120_000,
  );
});

test('the server keeps running, and every mail arrives, whatever the mail server does at every step', async () => {
  const steps = [/^$/, /^EHLO/, /^MAIL/m, /^RCPT/m, /^DATA/m, /\r\n\.\r\n$/];
  const faults = steps.flatMap((when) => FAULTS.map((fault) => ({ when, fault, times: 1 })));
  const customers = await Promise.all(faults.map(newCustomer));
  for (const customer of customers) {
    await keepsake.call(customer.id, 'GET', '/customers/customers/me');
    await addPhoto(customer);
  }
  for (const [index, fault] of faults.entries()) {
    const failure = keepsake.proxies.mail.fail(fault);
    await requestExport(asCustomerId(customers[index]?.id ?? ''));
    await vi.waitFor(() => expect(failure.failed(), `${fault.when}, ${fault.fault}`).toBe(1), SOON);
    failure.heal();
  }
  expect(await isAlive()).toBe(true);
  const addresses = customers.map(({ id }) => `${id}@example.com`);
  await vi.waitFor(() => expect(keepsake.recipients).toEqual(expect.arrayContaining(addresses)), SOON);
  expect(keepsake.complaints()).toEqual([]);
}, 120_000);

describe('the server keeps running, and everything continues afterwards, when the database fails', () => {
  const cases = [
    ...FAULTS.map((fault) => ({ what: 'statements', when: /^/, fault })),
    ...(['refuse', 'hang'] as const).map((fault) => ({ what: 'new connections', when: /^$/, fault })),
  ];
  test.each(cases)(
    '$what: $fault',
    async ({ what, when, fault }) => {
      const { database } = keepsake.proxies;
      const failure = database.fail({ fault, when });
      if (what === 'new connections') database.cut();
      const customer = await newCustomer();
      const before = performance.now();
      const answer = await keepsake.call(customer.id, 'GET', '/photo-management/users');
      expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
      expect(performance.now() - before).toBeLessThan(10_000);
      expect(await isAlive()).toBe(true);
      failure.heal();
      await vi.waitFor(() => useLibrary(customer), SOON);
      expect(keepsake.complaints()).toEqual([]);
      expect(keepsake.isRunning()).toBe(true);
    },
    120_000,
  );
});

test('slowly arriving bytes of a customer are accepted while the database is unreachable', async () => {
  const { id, picture } = await newCustomer();
  const { database } = keepsake.proxies;
  const body = new PassThrough();
  const received = () => readdir(keepsake.uploadsFolder);
  const before = (await received()).length;
  const sending = sendFile({ id, picture }, Readable.toWeb(body) as ReadableStream);
  body.write(picture.subarray(0, 100));
  await vi.waitFor(async () => expect(await received()).toHaveLength(before + 1), SOON);
  const silence = database.fail({ fault: 'hang' });
  expect((await keepsake.call(id, 'GET', '/photo-management/users')).status).toBe(503);
  silence.heal();
  await vi.waitFor(async () => {
    expect((await keepsake.call(id, 'GET', '/photo-management/users')).status).toBe(200);
  }, SOON);
  body.end(picture.subarray(100));
  const created = await sending;
  expect(created.status).toBe(201);
  expect(created.headers.get('upload-offset')).toBe(String(picture.length));
});
