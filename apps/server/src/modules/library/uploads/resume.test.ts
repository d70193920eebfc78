import { once } from 'node:events';
import net from 'node:net';
import * as tus from 'tus-js-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf, FILES } from '../../../testing/upload-client.ts';
import { serveUploads } from './serve-uploads.fixture.ts';
import { sha256, startUploads, type TestUploads } from './uploads.fixture.ts';

let world: TestUploads;
beforeAll(async () => {
  world = await startUploads({ nodes: 2 });
});
afterAll(() => world.stop());

type Client = ReturnType<typeof clientOf>;

/** Sends a part of a PATCH over its own socket and leaves it open. */
async function beginPatch(
  client: Client,
  url: string,
  bytes: Buffer,
  { offset = 0, total = bytes.length, address = world.address } = {},
) {
  const { port } = new URL(address);
  const socket = net.connect(Number(port), '127.0.0.1');
  const lines = [
    `PATCH ${url} HTTP/1.1`,
    'Host: test',
    `Authorization: Bearer ${client.customerId}`,
    'Tus-Resumable: 1.0.0',
    'Content-Type: application/offset+octet-stream',
    `Upload-Offset: ${offset}`,
    `Content-Length: ${total - offset}`,
  ];
  let answer = '';
  socket.on('error', () => undefined);
  socket.on('data', (data) => {
    answer += data;
  });
  socket.write(`${lines.join('\r\n')}\r\n\r\n`);
  await new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  return { socket, answer: () => answer };
}

async function expectWhole(client: Client, url: string, bytes: Buffer) {
  expect((await client.commit(url)).status).toBe(200);
  const [photo] = await world.photosOf(client.customerId);
  expect(photo?.sha256.toString('hex')).toBe(sha256(bytes));
  expect(await world.storedHash(photo?.object_key ?? '')).toBe(sha256(bytes));
}

/** An upload by the protocol's official client. */
function newUpload(client: Client, bytes: Buffer, options: Partial<tus.UploadOptions>): tus.Upload {
  return new tus.Upload(bytes, {
    endpoint: world.address + FILES,
    headers: { authorization: `Bearer ${client.customerId}` },
    metadata: { filename: 'tus.jpg', filetype: 'image/jpeg' },
    retryDelays: [20, 50, 100, 200, 500, 1_000, 1_000, 1_000],
    ...options,
  });
}

function uploadWithTus(
  client: Client,
  bytes: Buffer,
  options: Partial<tus.UploadOptions> = {},
): Promise<string> {
  return new Promise((resolve, reject) => {
    const onSuccess = () => resolve(new URL(upload.url ?? '').pathname);
    const upload = newUpload(client, bytes, { onError: reject, onSuccess, ...options });
    upload.start();
  });
}

/** Presses 'pause' once this many bytes are accepted. */
function pauseAfter(bytes: number, make: (options: Partial<tus.UploadOptions>) => tus.Upload) {
  const { promise: paused, resolve, reject } = Promise.withResolvers<void>();
  const upload = make({
    onError: reject,
    onChunkComplete(_size, taken) {
      if (taken >= bytes) upload.abort().then(resolve, reject);
    },
  });
  return { upload, paused };
}

describe('an upload by tus-js-client', () => {
  test.each([
    ['in one request', {}],
    ['with its creation', { uploadDataDuringCreation: true }],
    ['in chunks', { chunkSize: 300_000 }],
  ])('%s arrives whole', async (_way, options) => {
    const client = clientOf(world.address);
    const bytes = jpegOf(1_000_003);
    await expectWhole(client, await uploadWithTus(client, bytes, options), bytes);
  });

  test('resumes after the connection was cut at random bytes', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(5_000_000);
    const proxy = await startCuttingProxy(3);
    const url = await uploadWithTus(client, bytes, { endpoint: proxy.address + FILES });
    expect(proxy.cuts()).toBe(3);
    proxy.close();
    await expectWhole(client, url, bytes);
  });

  test('paused, and resumed by a new page at a killed and restarted server, sends only the rest', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(1_000_000);
    const chunkSize = 300_000;
    const killed = await world.startChild();
    const { upload, paused } = pauseAfter(2 * chunkSize, (options) =>
      newUpload(client, bytes, { ...options, endpoint: killed.address + FILES, chunkSize }),
    );
    upload.start();
    await paused;
    await killed.kill();
    const path = new URL(upload.url ?? '').pathname;
    const repeated = await world.startChild();
    let sent = 0;
    const onBeforeRequest = (request: tus.HttpRequest) => {
      if (request.getMethod() === 'PATCH') sent += bytes.length - Number(request.getHeader('Upload-Offset'));
    };
    await uploadWithTus(client, bytes, { uploadUrl: repeated.address + path, onBeforeRequest });
    expect(sent).toBe(bytes.length - 2 * chunkSize);
    await expectWhole(client, path, bytes);
    await repeated.kill();
  });

  test('resumed by two tabs simultaneously arrives once and complete', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(8_000_000);
    const path = await client.create(bytes.length);
    const [first, second] = world.nodes.map((node) => node.address + path);
    const tabs = [first, first, second].map((uploadUrl) =>
      uploadWithTus(client, bytes, { uploadUrl, chunkSize: 1_500_000 }),
    );
    await Promise.all(tabs);
    await expectWhole(client, path, bytes);
    expect(await world.photosOf(client.customerId)).toHaveLength(1);
  });
});

describe('a connection that ends', () => {
  test('because its node stops keeps what had arrived, and the rest goes to another', async () => {
    const { databaseUrl, storageUrl, dataDir } = world;
    const node = await serveUploads({ databaseUrl, storageUrl, dataDir, drainMs: 300 });
    const client = clientOf(world.address);
    const bytes = jpegOf(200_000);
    const url = await client.create(bytes.length);
    const started = { total: bytes.length, address: node.address };
    await beginPatch(client, url, bytes.subarray(0, 70_000), started);
    await expect.poll(() => world.spooled()).toContain(`${url.split('/').at(-1)}-0`);
    await node.stop();
    expect(await world.uploadsOf(client.customerId)).toMatchObject([{ received: 70_000, lock_token: null }]);
    expect((await client.patch(url, 70_000, bytes.subarray(70_000))).status).toBe(204);
    await expectWhole(client, url, bytes);
  });

  test('at any byte keeps what arrived, and nothing is requested again', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(1_000_000);
    const url = await client.create(bytes.length);
    // Fewer may still be in the request's buffer, which Node drops with its connection.
    const sent = 200_000 + Math.floor(Math.random() * 700_000);
    const { socket } = await beginPatch(client, url, bytes.subarray(0, sent), { total: bytes.length });
    // An earlier request for the offset would end the upload with what has arrived by then.
    const closed = once(socket, 'close');
    socket.end();
    await closed;
    expect(await client.offsetOf(url)).toBe(sent);
    expect((await client.patch(url, sent, bytes.subarray(sent))).status).toBe(204);
    await expectWhole(client, url, bytes);
  });

  test('before the last answer arrives has saved the bytes', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(400_000);
    const url = await client.create(bytes.length);
    const { socket } = await beginPatch(client, url, bytes);
    socket.destroy();
    const left = await client.offsetOf(url);
    if (left < bytes.length) await client.patch(url, left, bytes.subarray(left));
    await expectWhole(client, url, bytes);
  });
});

describe('a request that hangs', () => {
  test.each([0, 1])('yields to another request on node %i, and what it sent is kept', async (node) => {
    const client = clientOf(world.address);
    const other = clientOf(world.nodes[node]?.address ?? '', client.customerId);
    const bytes = jpegOf(200_000);
    const url = await client.create(bytes.length);
    const hanging = await beginPatch(client, url, bytes.subarray(0, 70_000), { total: bytes.length });
    await expect.poll(() => world.spooled()).toContain(`${url.split('/').at(-1)}-0`);
    expect(await other.offsetOf(url)).toBe(70_000);
    await expect.poll(hanging.answer).toMatch(/^HTTP\/1.1 423/);
    expect((await other.patch(url, 70_000, bytes.subarray(70_000))).status).toBe(204);
    await expectWhole(client, url, bytes);
  });
});

/** Forwards connections to the first node, and cuts some of them in the middle of their bytes. */
async function startCuttingProxy(times: number) {
  const target = Number(new URL(world.address).port);
  let cuts = 0;
  const server = net.createServer((socket) => {
    const upstream = net.connect(target, '127.0.0.1');
    const cutAfter = 200_000 + Math.floor(Math.random() * 800_000);
    let passed = 0;
    socket.on('data', (data) => {
      passed += data.length;
      upstream.write(data);
      if (cuts >= times || passed <= cutAfter) return;
      cuts++;
      socket.resetAndDestroy();
      upstream.destroy();
    });
    upstream.on('data', (data) => socket.write(data));
    for (const [one, other] of [[socket, upstream] as const, [upstream, socket] as const]) {
      one.on('error', () => undefined).on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  return { address: `http://127.0.0.1:${port}`, cuts: () => cuts, close: () => server.close() };
}
