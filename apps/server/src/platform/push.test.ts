import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { PUSH_LIFETIME_MS } from '@keepsake/contracts/push';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { newCustomerId } from '../testing/customer-ids.ts';
import { systemClock } from './clock.ts';
import { openDatabase } from './database/database.ts';
import { notifyThrough } from './database/echo.ts';
import { openListener } from './database/listen.ts';
import { createServer } from './http/create-server.ts';
import { createPushHub, push } from './push.ts';
import { mountPushSocket } from './push-socket.ts';
import { createSecurityLog } from './security-log.ts';
import { createTestDatabase } from './testing/test-database.ts';
import { createTestTokens } from './testing/test-tokens.ts';

const lines: string[] = [];
const log = pino({ level: 'debug' }, { write: (line) => void lines.push(line) });

/** Two web nodes on one database. */
async function startNodes() {
  const database = await createTestDatabase();
  const { db, close } = openDatabase({ url: database.url, maxConnections: 4, log });
  const tokens = await createTestTokens();
  const nodes = await Promise.all([startNode(), startNode({ lifetimeMs: 700 })]);
  async function startNode({ lifetimeMs }: { lifetimeMs?: number } = {}) {
    const listener = await openListener({ url: database.url, notify: notifyThrough(db), log });
    const hub = await createPushHub(listener);
    const policySources = { connectOrigins: [], secureTransport: false };
    const http = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 10_000 });
    const isAllowedOrigin = (origin: string) => origin === 'http://shop.example';
    const { verifyToken } = tokens;
    const watchSessions = () => () => undefined;
    const security = createSecurityLog({ db, log, secret: 'of this test' });
    mountPushSocket(http, {
      hub,
      verifyToken,
      watchSessions,
      security,
      isAllowedOrigin,
      clock: systemClock,
      lifetimeMs,
    });
    const address = await http.listen({ host: '127.0.0.1', port: 0 });
    const stop = async () => Promise.all([http.close(), listener.close()]);
    return { url: `${address.replace('http', 'ws')}/api/push/socket`, stop };
  }
  return {
    db,
    tokens,
    urls: nodes.map(({ url }) => url) as [string, string],
    async stop() {
      await Promise.all(nodes.map((node) => node.stop()));
      await close();
      await database.drop();
    },
  };
}

let nodes: Awaited<ReturnType<typeof startNodes>>;
beforeAll(async () => {
  nodes = await startNodes();
});
afterAll(() => nodes.stop());

/** A socket with everything it received, in order. */
async function open(url: string, headers = {}) {
  const socket = new WebSocket(url, { headers });
  const received: string[] = [];
  socket.on('message', (data) => received.push(String(data)));
  const closed = once(socket, 'close').then(([code]) => code as number);
  await once(socket, 'open');
  return { socket, received, closed };
}

async function openAs(customerId: CustomerId, url: string) {
  const opened = await open(url);
  opened.socket.send(
    JSON.stringify({ action: 'authenticate', token: await nodes.tokens.tokenFor(customerId) }),
  );
  await expect.poll(() => opened.received).toEqual(['OK']);
  return opened;
}

const added = (photoId: string) => ({
  type: 'photos-changed' as const,
  data: { change: 'added' as const, photoIds: [photoId] },
});

describe('the push channel', () => {
  test('answers authenticate with OK and delivers pushes from another node, only to that customer [PSH-01]', async () => {
    const [anna, noah, photoId] = [newCustomerId(), newCustomerId(), newCustomerId()];
    const [first, second] = nodes.urls;
    const screens = await Promise.all([openAs(anna, first), openAs(anna, second), openAs(noah, first)]);
    await push(nodes.db, anna, added(photoId), new Date());
    for (const { received } of screens.slice(0, 2)) {
      await expect.poll(() => received.length).toBe(2);
      expect(JSON.parse(received[1] ?? '')).toMatchObject({
        ...added(photoId),
        id: expect.any(String),
        timestamp: expect.any(String),
      });
    }
    expect(screens[2]?.received).toEqual(['OK']);
    for (const { socket } of screens) socket.close();
  });

  test('omits what a transaction rolled back', async () => {
    const anna = newCustomerId();
    const { socket, received } = await openAs(anna, nodes.urls[0]);
    const failing = nodes.db.transaction().execute(async (trx) => {
      await push(trx, anna, added(randomUUID()), new Date());
      throw new Error('taken back');
    });
    await expect(failing).rejects.toThrow();
    const photoId = randomUUID();
    await push(nodes.db, anna, added(photoId), new Date());
    await expect.poll(() => received.length).toBe(2);
    expect(received[1]).toContain(photoId);
    socket.close();
  });

  test('ignores frames that are no message [PSH-05]', async () => {
    const { socket, received } = await open(nodes.urls[0]);
    for (const frame of ['', 'OK', '{', '{"action":"shout"}', '[]', 'null']) socket.send(frame);
    socket.send(Buffer.from([0, 1, 2]));
    socket.send(
      JSON.stringify({ action: 'authenticate', token: await nodes.tokens.tokenFor(newCustomerId()) }),
    );
    await expect.poll(() => received).toEqual(['OK']);
    socket.close();
  });

  test('exists only at its address, and is logged by it: no token in an address is', async () => {
    const [url] = nodes.urls;
    for (const [path, status] of [
      ['/reset-password?token=secret-of-a-mail', 404],
      ['/api/push/other?token=secret-of-a-mail', 404],
      ['/metrics?token=secret-of-a-mail', 404],
    ] as const) {
      const socket = new WebSocket(url.replace('/api/push/socket', path));
      const [, answer] = await once(socket, 'unexpected-response');
      expect([path, answer.statusCode]).toEqual([path, status]);
      socket.on('error', () => undefined).terminate();
    }
    const { socket, closed } = await open(`${url}?token=secret-of-a-mail`);
    socket.close();
    await closed;
    const logged = lines.join('');
    expect(logged).toContain('"route":"/api/push/socket"');
    expect(logged).not.toContain('secret-of-a-mail');
  });

  test('closes at the end of its life, 30 minutes by default [PSH-06]', async () => {
    expect(PUSH_LIFETIME_MS).toBe(1_800_000);
    const { closed } = await openAs(newCustomerId(), nodes.urls[1]);
    expect(await closed).toBe(1000);
  });

  test.each([
    ['a token that is none', async () => 'x.y.z'],
    [
      'another audience',
      async () => nodes.tokens.tokenFor(newCustomerId(), { aud: 'elsewhere' }).then((token) => `${token}x`),
    ],
  ])('closes on %s', async (_what, makeToken) => {
    const { socket, closed } = await open(nodes.urls[0]);
    socket.send(JSON.stringify({ action: 'authenticate', token: await makeToken() }));
    expect(await closed).toBe(4401);
  });

  test('closes if a socket changes its customer', async () => {
    const { socket, closed } = await openAs(newCustomerId(), nodes.urls[0]);
    socket.send(
      JSON.stringify({ action: 'authenticate', token: await nodes.tokens.tokenFor(newCustomerId()) }),
    );
    expect(await closed).toBe(1008);
  });

  test('closes for pages of foreign origins, a flood and an oversized frame, and stays open for others', async () => {
    expect(await (await open(nodes.urls[0], { origin: 'http://evil.example' })).closed).toBe(1008);
    const flood = await open(nodes.urls[0]);
    for (let frame = 0; frame < 200; frame++) flood.socket.send('{}');
    expect(await flood.closed).toBe(1008);
    const pings = await open(nodes.urls[0]);
    for (let ping = 0; ping < 200; ping++) pings.socket.ping();
    expect(await pings.closed).toBe(1008);
    const large = await open(nodes.urls[0]);
    large.socket.send('x'.repeat(20_000));
    expect(await large.closed).toBe(1009);
    const loud = lines.map((line) => JSON.parse(line)).filter(({ level }) => level > 30);
    expect(loud.filter(({ part }) => part !== 'security')).toEqual([]);
    const good = await openAs(newCustomerId(), nodes.urls[0]);
    good.socket.close();
  });
});
