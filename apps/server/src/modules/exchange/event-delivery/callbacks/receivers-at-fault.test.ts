import { createServer, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { postWebhook } from '../../../../platform/post-webhook.ts';
import { setBrandWording } from '../../../../testing/brand-wording.ts';
import { startCallbacks, startReceiver, statusOf } from './callbacks.fixture.ts';

const DAY = 86_400_000;
/** The DNS answers, in order. */
const addresses: string[] = [];
const resolved: string[] = [];
vi.mock('node:dns/promises', async (original) => ({
  ...(await original<object>()),
  lookup: async (host: string) => {
    resolved.push(host);
    return [{ address: addresses.shift() ?? '127.0.0.1', family: 4 }];
  },
}));

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let world: Awaited<ReturnType<typeof startCallbacks>>;
let studio: CustomerId;
beforeAll(async () => {
  receiver = await startReceiver();
  world = await startCallbacks();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answers.clear();
  resolved.length = 0;
  await world.db.deleteFrom('outgoing_events').execute();
  world.clock.now = new Date();
  studio = await world.addBusiness();
  await world.set(studio, receiver.url());
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(async () => {
  await world.stop();
  await receiver.stop();
});

const only = async () => (await world.log(studio))[0] as Awaited<ReturnType<typeof world.log>>[number];
const listen = async (server: Server | ReturnType<typeof createSocketServer>) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
/** Makes attempts time out after a fiftieth of 15 seconds. */
const giveUpSoon = () => {
  const timeout = AbortSignal.timeout.bind(AbortSignal);
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 50));
};

describe('a receiver', () => {
  test('that redirects to the metadata address has answered, and nothing follows it', async () => {
    const inner = await startReceiver();
    for (const location of ['http://169.254.169.254/latest/meta-data', inner.url()]) {
      receiver.answers.set('/', { status: 307, headers: { location } });
      await world.notify(studio);
      await world.work();
      expect(await only()).toMatchObject({ state: 'waiting', tries: [{ status: 307 }] });
    }
    expect([receiver.received.length > 0, inner.received.length]).toEqual([true, 0]);
    await inner.stop();
  });

  test('that never answers is given up, and its callback is pending', async () => {
    giveUpSoon();
    receiver.answers.set('/', 'never');
    await world.notify(studio);
    await world.work();
    expect(await only()).toMatchObject({
      state: 'waiting',
      tries: [{ status: null, fault: 'TimeoutError' }],
    });
    expect(receiver.received).toHaveLength(1);
  });

  test('that answers without end is cut off, and its status counts', async () => {
    const { promise: cutOff, resolve } = Promise.withResolvers<number>();
    let bytes = 0;
    const bomb = createServer((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      const pour = () => {
        while (!response.destroyed) {
          bytes += 65_536;
          if (!response.write('0'.repeat(65_536))) return;
        }
      };
      response.on('drain', pour);
      response.on('close', () => resolve(bytes));
      pour();
    });
    const port = await listen(bomb);
    await world.set(studio, `http://127.0.0.1:${port}/`);
    await world.notify(studio);
    await world.work();
    const line = await only();
    expect(line).toMatchObject({ state: 'sent', tries: [{ status: 200 }] });
    expect(line.tries[0]?.answer).toHaveLength(1_024);
    // Includes what the sockets of both sides hold.
    expect(await cutOff).toBeLessThan(16_000_000);
    await new Promise((done) => bomb.close(done));
  });

  test('with a Retry-After date is retried then, by its own clock', async () => {
    const now = Date.parse('2026-06-15T10:00:00Z');
    const headers = {
      date: new Date(now).toUTCString(),
      'retry-after': new Date(now + 3_600_000).toUTCString(),
    };
    receiver.answers.set('/', { status: 503, headers });
    await world.notify(studio);
    await world.work();
    expect(Date.parse((await only()).nextAt ?? '') - world.clock.now.getTime()).toBe(3_600_000);
  });

  test('that fails for five days is stopped, and its customer gets one mail', async () => {
    receiver.answers.set('/', { status: 500 });
    await world.notify(studio);
    await world.work();
    await world.notify(studio);
    world.clock.now = new Date(world.clock.now.getTime() + 5 * DAY);
    await world.work();
    await world.work();
    expect((await world.settings(studio)).stopped).toMatchObject({ reason: 'failing' });
    const mails = await world.mailsTo(studio, 'We have stopped');
    expect(mails).toHaveLength(1);
    expect(JSON.stringify(mails)).toContain(new URL(receiver.url()).host);
    const received = receiver.received.length;
    await world.notify(studio);
    await world.work();
    expect(receiver.received).toHaveLength(received);
  });

  test('is reported to its customer in the wording of the brand', async () => {
    setBrandWording('pennyfern', 'en-GB', { callbacks: { 'stopped.subject': 'Your system needs a look' } });
    receiver.answers.set('/', { status: 410 });
    await world.notify(studio);
    await world.work();
    expect(await world.mailsTo(studio, 'Your system needs')).toMatchObject([
      { payload: { subject: 'Your system needs a look' } },
    ]);
  });

  test('that is slow delays no other', async () => {
    const busy = await startCallbacks({ hasWorker: true });
    receiver.answers.set('/slow', 'never');
    const [slow, quick] = [await busy.addBusiness(), await busy.addBusiness()];
    await busy.set(slow, receiver.url('/slow'));
    await busy.set(quick, receiver.url('/quick'));
    for (let count = 0; count < 20; count++) await busy.notify(slow);
    const received = (path: string) => receiver.received.filter((one) => one.path === path).length;
    await expect.poll(() => received('/slow'), { timeout: 20_000 }).toBeGreaterThan(0);
    for (let count = 0; count < 5; count++) await busy.notify(quick, statusOf(quick));
    await expect.poll(() => received('/quick'), { timeout: 10_000 }).toBe(5);
    expect(received('/slow')).toBeLessThan(5);
    // Ends pending requests.
    receiver.cut();
    await busy.stop();
  });
});

test('a receiver that closes a kept connection just when it is used is retried at once', async () => {
  const requested: number[] = [];
  const numbers = new Map<Socket, number>();
  const server = createServer((request, response) => {
    const { socket } = request;
    const number = numbers.get(socket) ?? numbers.size;
    if (requested.includes(number)) return socket.destroy();
    numbers.set(socket, number);
    requested.push(number);
    response.writeHead(204).end();
  });
  await world.set(studio, `http://127.0.0.1:${await listen(server)}/`);
  for (let count = 0; count < 2; count++) {
    await world.notify(studio);
    await world.work();
    expect(await only()).toMatchObject({ state: 'sent', tries: [{ status: 204 }] });
  }
  expect(requested).toEqual([0, 1]);
  await new Promise((done) => server.close(done));
});

describe('the name of a receiver', () => {
  test('is resolved once per attempt, and called at the checked address', async () => {
    await world.set(studio, `http://localhost:${receiver.port}/`);
    resolved.length = 0;
    addresses.push('127.0.0.1', '169.254.169.254');
    await world.notify(studio);
    await world.work();
    expect([receiver.received.length, resolved]).toEqual([1, ['localhost']]);
    await world.notify(studio);
    await world.work();
    expect(await only()).toMatchObject({
      state: 'waiting',
      tries: [{ status: null, fault: 'its address is in a private network' }],
    });
    expect([receiver.received.length, resolved.length]).toEqual([1, 2]);
  });

  test('that resolves elsewhere is called there, however recent its connection is', async () => {
    const sockets = new Set<Socket>();
    const answer = (status: number) =>
      createServer((request, response) => {
        sockets.add(request.socket);
        request.resume().on('end', () => response.writeHead(status).end());
      });
    const [first, second] = [answer(204), answer(202)];
    const port = await listen(first);
    await new Promise<void>((resolve) => second.listen(port, '127.0.0.2', resolve));
    const post = async (address: string) => {
      addresses.push(address);
      const url = `http://localhost:${port}/`;
      return (await postWebhook({ url, isInternal: true }, { headers: {}, body: '{}' })).status;
    };
    const statuses = [];
    for (const address of ['127.0.0.1', '127.0.0.1', '127.0.0.2', '127.0.0.1'])
      statuses.push(await post(address));
    expect(statuses).toEqual([204, 204, 202, 204]);
    // One connection to each of the two.
    expect(sockets.size).toBe(2);
    await Promise.all([first, second].map((server) => new Promise((done) => server.close(done))));
  });

  test('that resolves to one private address among public ones is refused', async () => {
    addresses.push('10.1.2.3');
    const requested = postWebhook(
      { url: 'https://shop.example/', isInternal: false },
      { headers: {}, body: '{}' },
    );
    await expect(requested).rejects.toThrow('private network');
  });

  test('behind a proxy is called at the checked address, under its own name', async () => {
    const sockets: Socket[] = [];
    const started: string[] = [];
    const hello = Promise.withResolvers<string>();
    const proxy = createSocketServer((socket) => {
      sockets.push(socket);
      socket.on('error', () => undefined);
      socket.on('data', (chunk) => {
        const text = chunk.toString('latin1');
        if (!text.startsWith('CONNECT')) return hello.resolve(text);
        started.push(text);
        socket.write('HTTP/1.1 200 Connected\r\n\r\n');
      });
    });
    const port = await listen(proxy);
    addresses.push('203.0.114.7');
    const ended = new AbortController();
    const requested = postWebhook(
      {
        url: 'https://shop.example/hook',
        isInternal: false,
        proxy: `http://us%40er:pass@127.0.0.1:${port}`,
      },
      { headers: {}, body: '{}', signal: ended.signal },
    );
    requested.catch(() => undefined);
    // The name is in the first TLS record, and the certificate must be for it.
    expect(await hello.promise).toContain('shop.example');
    expect(started[0]).toMatch(/^CONNECT 203\.0\.114\.7:443 HTTP/);
    expect(started[0]).toContain(Buffer.from('us@er:pass').toString('base64'));
    ended.abort();
    await expect(requested).rejects.toThrow();
    for (const socket of sockets) socket.destroy();
    await new Promise((done) => proxy.close(done));
  });
});
