import { randomUUID } from 'node:crypto';
import { symlink, unlink } from 'node:fs/promises';
import net from 'node:net';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { jpegOf } from '../../../testing/photos.ts';
import { clientOf, FILES } from '../../../testing/upload-client.ts';
import { sha256, startUploads, type TestUploads } from './uploads.fixture.ts';

const PART_TYPE = 'application/offset+octet-stream';
let world: TestUploads;
beforeAll(async () => {
  world = await startUploads();
});
afterAll(() => world.stop());

describe('announcing an upload', () => {
  test.each([
    ['-1', 400],
    ['1e3', 400],
    ['', 400],
    ['0x10', 400],
    ['1 ', 200],
    ['1e20', 400],
    ['100000000000000000000', 413],
    ['209715201', 413],
    ['209715200', 201],
  ])('with Upload-Length %j answers %i', async (length, status) => {
    const { call } = clientOf(world.address);
    const answer = await call('POST', FILES, { 'upload-length': length });
    // A trailing space is not part of a header's value.
    expect(answer.status).toBe(status === 200 ? 201 : status);
    if (answer.status >= 400)
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });

  test('without a length, or with a deferred length, is refused', async () => {
    const { call } = clientOf(world.address);
    expect((await call('POST', FILES)).status).toBe(400);
    expect((await call('POST', FILES, { 'upload-defer-length': '1' })).status).toBe(400);
  });

  test.each(['filename', 'filename ###', 'a b c', 'filename eA==,filename eA==', ' , '])(
    'with metadata %j either works or is refused as the caller’s fault',
    async (metadata) => {
      const { call } = clientOf(world.address);
      const answer = await call('POST', FILES, { 'upload-length': '1', 'upload-metadata': metadata });
      expect([201, 400]).toContain(answer.status);
      expect(answer.status).toBe(metadata === 'filename' ? 201 : 400);
    },
  );

  test('keeps a safe form of the file name', async () => {
    const client = clientOf(world.address);
    await client.create(1, '../../x\0\r\n\u202Egpj.jpg');
    expect(await world.uploadsOf(client.customerId)).toMatchObject([{ file_name: 'xgpj.jpg' }]);
  });

  test('may include all bytes', async () => {
    const client = clientOf(world.address);
    const bytes = jpegOf(100_000);
    const headers = { 'upload-length': '100000', 'content-type': PART_TYPE };
    const answer = await client.call('POST', FILES, headers, bytes);
    expect([answer.status, answer.headers.get('upload-offset')]).toEqual([201, '100000']);
    const { status } = await client.commit(answer.headers.get('location') ?? '');
    expect(status).toBe(200);
    const [photo] = await world.photosOf(client.customerId);
    expect(photo?.sha256.toString('hex')).toBe(sha256(bytes));
  });

  test('says what the server supports', async () => {
    const { call } = clientOf(world.address);
    const { headers } = await call('OPTIONS', FILES);
    expect(headers.get('tus-version')).toBe('1.0.0');
    expect(headers.get('tus-extension')).toBe('creation,creation-with-upload,termination,expiration');
    expect(headers.get('tus-max-size')).toBe('209715200');
  });
});

describe('every request', () => {
  test('needs a token', async () => {
    const client = clientOf(world.address);
    const url = await client.create(10);
    for (const method of ['POST', 'HEAD', 'PATCH', 'DELETE', 'OPTIONS']) {
      const at = method === 'POST' || method === 'OPTIONS' ? FILES : url;
      const answer = await client.call(method, at, { authorization: 'Bearer forged' });
      expect([method, answer.status]).toEqual([method, 401]);
    }
  });

  test('needs our version of the protocol', async () => {
    const { call } = clientOf(world.address);
    for (const version of ['', '0.2.2', '1.0.1']) {
      const answer = await call('POST', FILES, { 'upload-length': '1', 'tus-resumable': version });
      expect([answer.status, answer.headers.get('tus-version')]).toEqual([412, '1.0.0']);
    }
  });

  test.each(['x', '../x', '%2e%2e%2fx', '%00', `${randomUUID()}x`, 'a'.repeat(2_000)])(
    'for the id %s answers 404',
    async (id) => {
      const { call } = clientOf(world.address);
      expect((await call('HEAD', `${FILES}/${id}`)).status).toBe(404);
    },
  );

  test('to read the bytes finds nothing', async () => {
    const client = clientOf(world.address);
    expect((await client.call('GET', await client.send(jpegOf(10)))).status).toBe(404);
  });
});

describe('sending bytes', () => {
  test.each(['1000abc', '-1', '1e2', '', ' '])('at the offset %j is refused', async (offset) => {
    const client = clientOf(world.address);
    const url = await client.create(2_000);
    await client.patch(url, 0, jpegOf(1_000));
    const answer = await client.call(
      'PATCH',
      url,
      { 'content-type': PART_TYPE, 'upload-offset': offset },
      'x',
    );
    expect(answer.status).toBe(400);
    expect(await client.offsetOf(url)).toBe(1_000);
  });

  test('at another offset than the next byte’s changes nothing', async () => {
    const client = clientOf(world.address);
    const url = await client.create(100);
    await client.patch(url, 0, jpegOf(50));
    for (const offset of [0, 49, 51, 1_000]) {
      expect((await client.patch(url, offset, jpegOf(10))).status).toBe(409);
    }
    expect(await client.offsetOf(url)).toBe(50);
  });

  test('of another content type is refused', async () => {
    const client = clientOf(world.address);
    const url = await client.create(10);
    const answer = await client.call(
      'PATCH',
      url,
      { 'content-type': 'text/plain', 'upload-offset': '0' },
      'x',
    );
    expect(answer.status).toBe(415);
  });

  test('beyond the announced length is refused, announced or not', async () => {
    const client = clientOf(world.address);
    const url = await client.create(100);
    expect((await client.patch(url, 0, jpegOf(101))).status).toBe(413);
    const chunks = [`1000\r\n${'x'.repeat(4_096)}\r\n`, '0\r\n\r\n'];
    expect(await sendRaw(url, client.customerId, { 'transfer-encoding': 'chunked' }, chunks)).toMatch(
      /^HTTP\/1.1 413/,
    );
    expect(await client.offsetOf(url)).toBe(0);
    expect((await client.patch(url, 0, jpegOf(100))).status).toBe(204);
  });

  test('none at the end is harmless, also when the photo is saved', async () => {
    const client = clientOf(world.address);
    const url = await client.send(jpegOf(100));
    const nothing = new Uint8Array(0);
    const repeated = () =>
      client.call('PATCH', url, { 'content-type': PART_TYPE, 'upload-offset': '100' }, nothing);
    const first = await repeated();
    expect([first.status, first.headers.get('upload-offset')]).toEqual([204, '100']);
    expect((await client.commit(url)).status).toBe(200);
    expect((await repeated()).status).toBe(204);
    expect(await client.offsetOf(url)).toBe(100);
    expect(await world.photosOf(client.customerId)).toHaveLength(1);
  });

  test.runIf(process.platform === 'linux')(
    'to a full disk answers 507, loses nothing and can continue',
    async () => {
      const client = clientOf(world.address);
      const bytes = jpegOf(2_000_000);
      const url = await client.create(bytes.length);
      await client.patch(url, 0, bytes.subarray(0, 500_000));
      const spooled = path.join(world.dataDir, 'uploads', `${url.split('/').at(-1)}-500000`);
      await symlink('/dev/full', spooled);
      const answer = await client.patch(url, 500_000, bytes.subarray(500_000));
      expect(answer.status).toBe(507);
      expect(await client.offsetOf(url)).toBe(500_000);
      await unlink(spooled);
      expect((await client.patch(url, 500_000, bytes.subarray(500_000))).status).toBe(204);
      expect((await client.commit(url)).status).toBe(200);
      const [photo] = await world.photosOf(client.customerId);
      expect(await world.storedHash(photo?.object_key ?? '')).toBe(sha256(bytes));
    },
  );
});

/** Sends a PATCH as raw bytes; returns the answer until the connection closes or the status has arrived. */
function sendRaw(
  url: string,
  customerId: CustomerId,
  headers: Record<string, string>,
  chunks: string[],
): Promise<string> {
  const { port } = new URL(world.address);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = net.connect(Number(port), '127.0.0.1', () => {
    const lines = [
      `PATCH ${url} HTTP/1.1`,
      'Host: test',
      `Authorization: Bearer ${customerId}`,
      'Tus-Resumable: 1.0.0',
      `Content-Type: ${PART_TYPE}`,
      'Upload-Offset: 0',
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ];
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    for (const chunk of chunks) socket.write(chunk);
  });
  socket.on('error', () => resolve('cut'));
  socket.once('data', (bytes) => {
    resolve(String(bytes));
    socket.destroy();
  });
  return promise;
}
