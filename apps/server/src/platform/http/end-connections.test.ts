import { once } from 'node:events';
import net from 'node:net';
import pino from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { createServer } from './create-server.ts';

/** Much longer than a test takes: connections that end earlier were not cut. */
const NEVER = 600_000;
/** More bytes than unread sockets buffer. */
const LARGE = 50_000_000;

/** A server whose answers wait until `answer` is called, with raw connections to it. */
async function startServer(drainMs: number) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const policySources = { connectOrigins: [], secureTransport: false };
  const http = await createServer({
    log,
    trustProxy: null,
    policySources,
    requestsPerMinute: 1_000,
    drainMs,
  });
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const seen = new Set<string>();
  http.addHook('onRequest', async ({ routeOptions }) => void seen.add(routeOptions.url ?? ''));
  http.get('/late/:token', { config: { access: 'public' } }, async () =>
    answered.then(() => 'late, but whole'),
  );
  http.get('/large', { config: { access: 'public' } }, async () => Buffer.alloc(LARGE));
  http.post('/body', { config: { access: 'public', budget: 'usual' } }, async () => 'thanks');
  http.get('/api/push/socket', { websocket: true, config: { access: 'public' } }, () => undefined);
  await http.listen({ host: '127.0.0.1', port: 0 });
  const { port } = http.server.address() as net.AddressInfo;
  /** Sends these lines and an empty one, or a raw `text`, and collects what comes back. */
  async function open(...head: string[]) {
    const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
    onTestFinished(() => void socket.destroy());
    await once(socket, 'connect');
    let received = '';
    if (head[0] !== 'GET /large HTTP/1.1') socket.on('data', (bytes) => (received += bytes));
    if (head.length > 0) socket.write(`${head.join('\r\n')}\r\n`);
    return { socket, received: () => received, ended: () => socket.destroyed || socket.readableEnded };
  }
  const saw = (route: string) => expect.poll(() => seen.has(route)).toBe(true);
  return { close: () => http.close(), open, saw, answer, lines };
}

const HOST = 'Host: test';

test('a stop does not wait for connections without a request: silent, kept alive, or in the middle of a head', async () => {
  const { close, open } = await startServer(NEVER);
  await open();
  const stored = await open('GET /nothing HTTP/1.1', HOST, '');
  await open('GET /body HTTP/1.1', 'Host: te');
  await expect.poll(stored.received).toContain('404');
  await close();
});

test('a stop waits for an answer in progress until it was read, and not for the connection afterwards', async () => {
  const { close, open, saw, answer, lines } = await startServer(NEVER);
  const late = await open('GET /late/a HTTP/1.1', HOST, 'Connection: keep-alive', '');
  const slow = await open('GET /large HTTP/1.1', HOST, '');
  await saw('/late/:token');
  await saw('/large');
  const closed = close();
  answer();
  await expect.poll(late.ended).toBe(true);
  expect(late.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n.*late, but whole$/s);
  let bytes = 0;
  slow.socket.on('data', (chunk) => (bytes += chunk.length));
  await closed;
  await expect.poll(() => bytes).toBeGreaterThan(LARGE);
  expect(lines).toEqual([]);
});

test('what does not end is cut in time, and logged by route: a trickling body, an unread answer', async () => {
  const { close, open, saw, lines } = await startServer(300);
  const body = ['POST /body HTTP/1.1', HOST, 'Content-Type: application/json', 'Content-Length: 999'];
  await open(...body, '', '{');
  await open('GET /large HTTP/1.1', HOST, '');
  await open('GET /late/a-secret HTTP/1.1', HOST, '');
  for (const route of ['/body', '/large', '/late/:token']) await saw(route);
  await close();
  const cut = JSON.parse(lines.find((line) => line.includes('the stop cut connections')) ?? '{}');
  const call = (method: string, route: string, waitsFor: string) =>
    expect.objectContaining({ method, route, waitsFor, ms: expect.any(Number) });
  expect(cut.calls).toEqual([
    call('POST', '/body', 'its body'),
    call('GET', '/large', 'its reader'),
    call('GET', '/late/:token', 'its answer'),
  ]);
  expect(cut.connections).toBe(3);
  expect(lines.join('')).not.toContain('a-secret');
});

test('a stop waits a moment for an unresponsive web socket, as of a sleeping computer', async () => {
  const { close, open, lines } = await startServer(NEVER);
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
  const upgrade = ['Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13', key];
  const sleeping = await open('GET /api/push/socket HTTP/1.1', HOST, ...upgrade, '');
  await expect.poll(sleeping.received).toContain('101 Switching Protocols');
  await close();
  expect(lines).toEqual([]);
});
