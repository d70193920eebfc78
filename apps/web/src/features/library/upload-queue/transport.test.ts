/// <reference types="node" />

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { connectApi } from '#/shared/api/call.ts';
import { sendFile } from './transport.ts';

type Request = { method: string; token: string; offset: string };

/** A server that implements as much of tus as an upload needs, and cuts the first PATCH after `cutAfter` bytes. */
function startServer({ cutAfter = Number.POSITIVE_INFINITY, refuse = 0 } = {}) {
  const stored = { bytes: Buffer.alloc(0), length: 0 };
  const requests: Request[] = [];
  const server = createServer(async (request, response) => {
    const { method = '', headers } = request;
    requests.push({
      method,
      token: headers.authorization ?? '',
      offset: String(headers['upload-offset'] ?? ''),
    });
    if (refuse) return response.writeHead(refuse).end(JSON.stringify({ code: 'storage-full' }));
    if (method === 'POST') stored.length = Number(headers['upload-length']);
    if (method !== 'HEAD') await take(request);
    response.writeHead(method === 'POST' ? 201 : 200, {
      location: '/files/one',
      'upload-offset': stored.bytes.length,
      'upload-length': stored.length,
      'tus-resumable': '1.0.0',
    });
    response.end();
  });

  async function take(request: IncomingMessage) {
    const isFirst = requests.filter(({ method }) => method === 'PATCH').length === 1;
    if (request.method !== 'PATCH' || !isFirst || cutAfter === Number.POSITIVE_INFINITY) {
      stored.bytes = Buffer.concat([stored.bytes, await buffer(request)]);
      return;
    }
    for await (const chunk of request) {
      stored.bytes = Buffer.concat([stored.bytes, chunk as Buffer]);
      if (stored.bytes.length >= cutAfter) return void request.destroy();
    }
  }
  return { server, stored, requests };
}

let running: Server | undefined;
let tokens = 0;
beforeEach(() => {
  tokens = 0;
  connectApi({
    services: {},
    accessToken: async () => `token-${++tokens}`,
    renewAccess: async () => false,
  });
});
afterEach(() => running?.close());

async function start(options?: Parameters<typeof startServer>[0]) {
  const { server, ...rest } = startServer(options);
  running = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let url: string | null = null;
  /** Outside a browser the library takes a Buffer instead of a File. */
  const send = (bytes: Buffer, signal = new AbortController().signal) =>
    sendFile({
      file: Object.assign(bytes, {
        name: 'a.jpg',
        size: bytes.length,
        type: 'image/jpeg',
      }) as unknown as File,
      endpoint: `http://127.0.0.1:${port}/files`,
      url,
      onUrl: (started) => {
        url = started;
      },
      onProgress: () => {},
      signal,
    });
  return { ...rest, send };
}

test('a small file is created and sent in one request', async () => {
  const { send, stored, requests } = await start();
  const url = await send(Buffer.from('a small photo'));
  expect(url).toMatch(/\/files\/one$/);
  expect(stored.bytes.toString()).toBe('a small photo');
  expect(requests.map(({ method }) => method)).toEqual(['POST']);
});

test('an interrupted upload continues from the bytes that arrived, with a fresh token for every request', async () => {
  const photo = Buffer.alloc(6 * 1024 ** 2, 'photo');
  const { send, stored, requests } = await start({ cutAfter: 1_000_000 });
  await expect(send(photo)).rejects.toMatchObject({ code: 'network', status: 0 });
  const arrived = stored.bytes.length;
  await send(photo);
  expect(stored.bytes.equals(photo)).toBe(true);
  expect(requests.map(({ method, offset }) => `${method} ${offset}`.trim())).toEqual([
    'POST',
    'PATCH 0',
    'HEAD',
    `PATCH ${arrived}`,
  ]);
  expect(new Set(requests.map(({ token }) => token)).size).toBe(4);
});

test('an error response is reported by its code', async () => {
  const { send } = await start({ refuse: 507 });
  await expect(send(Buffer.from('photo'))).rejects.toMatchObject({ code: 'storage-full', status: 507 });
});

test('an aborted upload ends with the abort reason', async () => {
  const { send } = await start();
  await expect(send(Buffer.from('photo'), AbortSignal.abort('enough'))).rejects.toBe('enough');
});
