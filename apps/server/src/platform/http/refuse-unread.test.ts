import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { PassThrough, type Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { PROBLEMS, type ProblemBody } from '@keepsake/contracts/platform/problem';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { PUSH_SOCKET_PATH } from '@keepsake/contracts/push';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createServer } from './create-server.ts';

let address: string;
let stop: () => Promise<void>;
const lines: string[] = [];

beforeAll(async () => {
  const stream = new PassThrough();
  stream.on('data', (line) => lines.push(String(line)));
  const app = await createServer({
    log: pino({ level: 'debug' }, stream),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000,
  });
  app.get('/slow', { config: { access: 'public' } }, () => delay(200, 'whole'));
  app.post('/slow', { config: { access: 'public', budget: 'usual' } }, () => 'read');
  app.register(async (scope) => {
    scope.addContentTypeParser('image/jpeg', (_request, payload, done) => done(null, payload));
    scope.post(
      '/file',
      { config: { access: 'public', budget: 'usual', isBodyStreamed: true } },
      async ({ body }) => {
        await pipeline(body as Readable, new Writable({ write: (_chunk, _encoding, done) => done() }));
        return 'read';
      },
    );
  });
  app.get(
    SERVICE_PATHS.push + PUSH_SOCKET_PATH,
    { websocket: true, config: { access: 'public' } },
    () => undefined,
  );
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  stop = () => app.close();
});
afterAll(() => stop());

/** Sends these bytes and collects what comes back until the connection ends. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  let received = '';
  socket.on('data', (bytes) => (received += bytes));
  socket.write(text);
  await once(socket, 'close');
  return received;
}

const CUT = 50;

/** Sends a request over several connections and cuts them all, in a thread of its own, while this one does nothing. */
function cutWhileBusy(text: string): void {
  const cut = new Int32Array(new SharedArrayBuffer(4));
  const client = `const { connect } = require('node:net');
    const { workerData: { port, text, cut, count } } = require('node:worker_threads');
    for (let nth = 0; nth < count; nth++) {
      const socket = connect(port, '127.0.0.1', () => socket.write(text, () => socket.resetAndDestroy()));
      socket.on('close', () => { Atomics.add(cut, 0, 1); Atomics.notify(cut, 0); });
    }`;
  const workerData = { port: Number(new URL(address).port), text, cut, count: CUT };
  const worker = new Worker(client, { eval: true, workerData });
  onTestFinished(() => void worker.terminate());
  for (let done = 0; done < CUT; done = Atomics.load(cut, 0)) Atomics.wait(cut, 0, done, 10_000);
}

const HEAD = 'Host: localhost\r\nConnection: close\r\n';
const UNREAD = {
  'that is no HTTP': 'GARBAGE\r\n\r\n',
  'with a length that is no number': `POST / HTTP/1.1\r\n${HEAD}Content-Length: abc\r\n\r\n`,
  'with too many headers': `GET / HTTP/1.1\r\n${HEAD}${'X-One: 1\r\n'.repeat(3_000)}\r\n`,
  'with an address that is too long': `GET /${'a'.repeat(26_000)} HTTP/1.1\r\n${HEAD}\r\n`,
  'for a web socket without a key': `GET ${SERVICE_PATHS.push}${PUSH_SOCKET_PATH} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n`,
  'that expects what nobody knows': `POST / HTTP/1.1\r\n${HEAD}Expect: the-unexpected\r\nContent-Length: 0\r\n\r\n`,
  'without a host': 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n',
  'with two hosts': `GET / HTTP/1.1\r\n${HEAD}Host: example.com\r\n\r\n`,
  'with NUL in its query': `GET /a?x=%00 HTTP/1.1\r\n${HEAD}\r\n`,
};

describe('a request', () => {
  test.each(Object.entries(UNREAD))('%s is refused with the headers of every answer', async (what, text) => {
    const usual = await fetch(`${address}/api/nowhere`);
    const received = await sendRaw(text);
    const [head = '', body = ''] = received.split('\r\n\r\n');
    const [line = '', ...headers] = head.toLowerCase().split('\r\n');
    const named = new Map(headers.map((each) => each.split(/: (.*)/) as [string, string]));
    for (const name of ['content-security-policy', 'x-content-type-options', 'cache-control', 'content-type'])
      expect(named.get(name), `${name}\n${head}`).toBe(usual.headers.get(name));
    const { status, code, correlationId } = JSON.parse(body) as ProblemBody;
    expect(line).toContain(String(status));
    if (what.includes('expects')) expect(status).toBe(417);
    expect(named.get('x-correlationid')).toBe(correlationId);
    expect(Object.keys(PROBLEMS)).toContain(code);
  });

  test('that cannot be read does not write into the answer to the one before it', async () => {
    const received = await sendRaw(`GET /slow HTTP/1.1\r\nHost: localhost\r\n\r\nGARBAGE\r\n\r\n`);
    expect(received.match(/HTTP\/1\.1/g) ?? []).toHaveLength(1);
  });

  test.each([
    ['malformed', 'Transfer-Encoding: chunked\r\n', '5\r\n"aaaa\r\nGARBAGE\r\n'],
    ['ended early by the client', 'Content-Length: 100\r\n', '"aaaa'],
  ])('whose body is %s does not wait for the rest', async (_what, length, body) => {
    const head = `POST /slow HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n`;
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    const started = performance.now();
    socket.end(head + body);
    await once(socket, 'close');
    expect(performance.now() - started).toBeLessThan(5_000);
  });

  test.each([
    ['ended', (socket: Socket) => socket.end()],
    ['cut', (socket: Socket) => socket.resetAndDestroy()],
  ])('whose file is %s early by its sender is no failure', async (_how, leave) => {
    lines.length = 0;
    const head = `POST /file HTTP/1.1\r\n${HEAD}Content-Type: image/jpeg\r\nContent-Length: 100\r\n\r\n`;
    const socket = connect({ port: Number(new URL(address).port), host: '127.0.0.1', allowHalfOpen: true });
    socket.on('error', () => undefined).resume();
    await new Promise<void>((resolve) => socket.write(`${head}ffd8`, () => resolve()));
    leave(socket);
    await once(socket, 'close');
    await expect.poll(() => lines.filter((each) => each.includes('client-closed'))).toHaveLength(1);
    expect(lines.filter((each) => each.includes('"level":50'))).toEqual([]);
  });

  test('whose connection is cut before anybody looks at it is no failure', async () => {
    lines.length = 0;
    const request = `GET /slow HTTP/1.1\r\n${HEAD}\r\n`;
    cutWhileBusy(request);
    // Waits behind them in the same queue.
    expect(await sendRaw(request)).toContain('whole');
    expect(lines.filter((each) => each.includes('"level":50'))).toEqual([]);
  });
});
