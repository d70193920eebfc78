import { fork } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Photo } from '@keepsake/contracts';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startS3Server } from './platform/objects/testing/s3-server.ts';
import { FAULTS, type FaultProxy, HTTP_FAULTS, startFaultProxy } from './platform/testing/fault-proxy.ts';
import { createTestDatabase } from './platform/testing/test-database.ts';
import { createCall } from './testing/call-api.ts';
import { startSmtpServer } from './testing/smtp-server.ts';
import { startTestIssuer } from './testing/test-issuer.ts';

type Boundary = 'storage' | 'database' | 'mail';

/** A node in a process of its own, with a proxy in front of everything that it depends on. */
async function startKeepsake() {
  await using starting = new AsyncDisposableStack();
  const database = starting.adopt(await createTestDatabase(), ({ drop }) => drop());
  const issuer = await startTestIssuer();
  starting.defer(async () => void (await issuer.stop()));
  const bucket = starting.adopt(await startS3Server(), ({ stop }) => stop());
  const mail = starting.adopt(await startSmtpServer(), ({ stop }) => stop());
  const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-failures-'));
  starting.defer(() => rm(dataDir, { recursive: true, force: true }));

  const databaseUrl = new URL(database.url);
  const socketFolder = databaseUrl.searchParams.get('host');
  const proxies = {
    storage: await startFaultProxy({ to: { host: '127.0.0.1', port: bucket.port }, ...HTTP_FAULTS }),
    database: await startFaultProxy({
      to: socketFolder
        ? { path: `${socketFolder}/.s.PGSQL.${databaseUrl.port}` }
        : { host: databaseUrl.hostname, port: Number(databaseUrl.port) },
    }),
    mail: await startFaultProxy({
      to: { host: '127.0.0.1', port: mail.port },
      refusal: '554 No\r\n',
      nonsense: 'HTTP/1.1 400 Bad Request\r\n\r\n',
    }),
  } satisfies Record<Boundary, FaultProxy>;
  for (const proxy of Object.values(proxies)) starting.defer(async () => proxy.stop());
  databaseUrl.searchParams.delete('host');
  databaseUrl.hostname = '127.0.0.1';
  databaseUrl.port = String(proxies.database.port);

  const child = fork(path.join(import.meta.dirname, 'testing/node-process.fixture.ts'), {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl.href,
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
  const [address] = (await once(child, 'message')) as [string];
  const started = starting.move();
  const { tokenFor } = issuer;
  return {
    address,
    proxies,
    recipients: mail.recipients,
    tokenFor,
    call: createCall({ address, tokenFor }),
    output: () => output,
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

type Customer = { id: string; picture: Buffer };

async function newCustomer(): Promise<Customer> {
  const pixels = { raw: { width: 24, height: 16, channels: 3 } } as const;
  return {
    id: randomUUID(),
    picture: await sharp(randomBytes(24 * 16 * 3), pixels)
      .jpeg()
      .toBuffer(),
  };
}

/** Puts a photo into the library, waits until it is shown, fetches it, has it exported and deletes it. */
async function useLibrary({ id, picture }: Customer): Promise<void> {
  const photo = await vi.waitFor(() => addPhoto({ id, picture }), SOON);
  const shown = await vi.waitFor(async () => {
    const read = await readPhoto(id, photo.imageId);
    expect(read.thumbnailState).toBe('success');
    return read;
  }, SOON);
  for (const { url } of shown.thumbnails) expect((await fetch(keepsake.address + url)).status).toBe(200);
  const original = await fetch(keepsake.address + photo.untouchedUrl);
  expect(Buffer.from(await original.arrayBuffer())).toEqual(picture);
  const { status } = await keepsake.call(id, 'POST', '/photo-exports/backups', { channel: 'pennyfern' });
  expect(status).toBe(200);
  const deleted = { photoIds: [photo.imageId] };
  expect((await keepsake.call(id, 'DELETE', '/photo-management/photos', deleted)).status).toBe(200);
}

async function addPhoto({ id, picture }: Customer): Promise<Photo> {
  const headers = { authorization: `Bearer ${await keepsake.tokenFor(id)}`, 'tus-resumable': '1.0.0' };
  const name = Buffer.from('a.jpg').toString('base64');
  const created = await fetch(`${keepsake.address}/api/uploads/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(picture.length),
      'upload-metadata': `filename ${name}`,
    },
    body: new Uint8Array(picture),
  });
  expect(created.status).toBe(201);
  const uploadId = created.headers.get('location')?.split('/').at(-1);
  const { status, body } = await keepsake.call<{ photo: Photo }>(
    id,
    'POST',
    `/uploads/uploads/${uploadId}/commit`,
  );
  expect(status).toBe(200);
  return body.photo;
}

async function readPhoto(id: string, photoId: string): Promise<Photo> {
  return (await keepsake.call<Photo>(id, 'GET', `/photo-management/photos/${photoId}`)).body;
}

const isAlive = async () => (await fetch(`${keepsake.address}/health/live`)).status === 200;

describe.concurrent('the server lives on, and all goes on afterwards, when the storage fails', () => {
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
  it.each(cases)(
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
      expect(keepsake.output()).toBe('');
      expect(keepsake.isRunning()).toBe(true);
    },
    120_000,
  );
});
