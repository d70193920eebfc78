import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { postWebhook } from '../../../platform/post-webhook.ts';
import { newCustomerId } from '../../../testing/customer-ids.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createTestDelivery } from './event-delivery.fixture.ts';
import type { Receiver } from './index.ts';

const [SECRET, OLD] = ['a', 'b'].map(
  (letter) => `whsec_${Buffer.from(letter.repeat(32)).toString('base64')}`,
) as [string, string];
const DAY = 86_400_000;

type Received = { headers: Record<string, string>; body: string };

/** A service with preset answers. */
async function startService() {
  const received: Received[] = [];
  const answers = { status: 204, headers: {} as Record<string, string> };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    received.push({ headers: request.headers as Record<string, string>, body });
    response.writeHead(answers.status, answers.headers).end('x'.repeat(1_000));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/events`;
  return { received, answers, url, stop: () => new Promise((resolve) => server.close(resolve)) };
}

let service: Awaited<ReturnType<typeof startService>>;
let world: Awaited<ReturnType<typeof start>>;
const inProcess: Received[] = [];
const start = (url: string) => {
  const all = { types: null, channels: null };
  const receivers: Record<string, Receiver> = {
    shop: { ...all, url, isInternal: true, secrets: [SECRET, OLD] },
    plant: {
      ...all,
      types: ['order.address-change'],
      channels: ['kiekhof'],
      url,
      isInternal: true,
      secrets: [OLD],
    },
    demo: {
      ...all,
      types: ['project.deleted'],
      secrets: [SECRET],
      take: async (given) => inProcess.push(given) && 204,
    },
  };
  return startWorld({ modules: (parts) => [createTestDelivery(parts, { receivers: () => receivers })] });
};
beforeAll(async () => {
  service = await startService();
  world = await start(service.url);
});
beforeEach(async () => {
  await world.db.deleteFrom('outgoing_events').execute();
  service.received.length = 0;
  Object.assign(service.answers, { status: 204, headers: {} });
  world.clock.now = new Date('2026-06-15T10:00:00Z');
});
afterAll(async () => {
  await world.stop();
  await service.stop();
});

const mia = newCustomerId();
const reorder = (channel = 'pennyfern'): OutgoingEvent => ({
  type: 'order.reorder',
  data: {
    customerId: mia,
    channel,
    reorderId: randomUUID(),
    orderCode: 'K-1',
    requestedAt: '2026-06-15T10:00:00Z',
    currency: 'GBP',
    total: 475,
    products: [{ code: 'PAP_910', missingPhotosCount: 0 }],
  },
});
const notify = (event: OutgoingEvent) =>
  world.db.transaction().execute((trx) => world.modules[0].notifyServices(trx, mia, event));
const rows = () => world.db.selectFrom('outgoing_events').selectAll().orderBy('service').execute();
/** Runs the jobs of all events, as if they were due. */
async function work(): Promise<void> {
  for (const { user_id: customerId, id } of await rows())
    await world.run('send-outgoing-event', { customerId, id });
}
const only = async () => (await rows())[0] as Awaited<ReturnType<typeof rows>>[number];

describe('an outgoing event', () => {
  test('is sent to its subscribers, signed so that a receiver of Standard Webhooks accepts it', async () => {
    const event = reorder();
    expect(await notify(event)).toHaveLength(1);
    await work();
    const [received] = service.received as [Received];
    const row = await only();
    expect(row).toMatchObject({ service: 'shop', state: 'sent', tries: 1, answer: 'status 204' });
    expect(received.headers['webhook-id']).toBe(row.id);
    const at = new Date(1_000 * Number(received.headers['webhook-timestamp']));
    for (const secret of [SECRET, OLD]) {
      const signature = new Webhook(secret).sign(row.id, at, received.body);
      expect(received.headers['webhook-signature']).toContain(signature);
    }
    expect(JSON.parse(received.body)).toEqual({ ...event, timestamp: '2026-06-15T10:00:00.000Z' });
  });

  test('of the current moment passes the library’s check', async () => {
    world.clock.now = new Date();
    await notify(reorder());
    await work();
    const [received] = service.received as [Received];
    expect(new Webhook(OLD).verify(received.body, received.headers)).toMatchObject({ type: 'order.reorder' });
    expect(() => new Webhook(OLD).verify(`${received.body} `, received.headers)).toThrow();
  });

  test('reaches each receiver by its types and channels, including one within the process', async () => {
    const address = { name: 'Mia', streetName: 'Kade', city: 'Delft', country: 'NL' };
    const data = {
      customerId: mia,
      orderCode: 'K-1',
      version: 2,
      address,
      requestedAt: '2026-06-15T10:00:00Z',
    };
    const change = (channel: string): OutgoingEvent => ({
      type: 'order.address-change',
      data: { ...data, channel },
    });
    expect(await notify(change('kiekhof'))).toHaveLength(2);
    expect(await notify(change('pennyfern'))).toHaveLength(1);
    const deleted = {
      customerId: mia,
      channel: 'kiekhof',
      service: 'editor',
      projectCode: 'p',
      deletedAt: '2026-06-15T10:00:00Z',
    };
    expect(await notify({ type: 'project.deleted', data: deleted })).toHaveLength(2);
    await work();
    expect((await rows()).map(({ state }) => state)).toEqual(Array(5).fill('sent'));
    expect([service.received.length, inProcess.length]).toEqual([4, 1]);
    const { isAnybodyListening } = world.modules[0];
    expect(isAnybodyListening({ type: 'order.reorder', channel: 'stundbo' })).toBe(true);
  });

  test('is not stored if its transaction is rolled back', async () => {
    const failing = world.db.transaction().execute(async (trx) => {
      await world.modules[0].notifyServices(trx, mia, reorder());
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow();
    expect(await rows()).toEqual([]);
  });

  test('sent by a worker that died is sent again under the same id, and an accepted one never', async () => {
    await notify(reorder());
    const { id } = await only();
    await work();
    await world.db.updateTable('outgoing_events').set({ state: 'waiting' }).where('id', '=', id).execute();
    await Promise.all([work(), work()]);
    expect(new Set(service.received.map(({ headers }) => headers['webhook-id']))).toEqual(new Set([id]));
    const received = service.received.length;
    await work();
    expect(service.received).toHaveLength(received);
  });

  test('whose job is missing gets another one', async () => {
    // By the clock that stamped it, whatever the database's says.
    world.clock.now = new Date(world.clock.now.getTime() + 60 * MINUTE_MS);
    const now = world.clock.now.getTime();
    await notify(reorder());
    const { id } = await only();
    const jobs = async () => {
      const which = 'graphile_worker.jobs where key = $1 and attempts < max_attempts';
      return (await world.connection.pool.query(`select from ${which}`, [`send-outgoing-event:${id}`]))
        .rowCount;
    };
    await world.connection.pool.query('delete from graphile_worker._private_jobs');
    await world.db
      .updateTable('outgoing_events')
      .set({ next_at: new Date(now + MINUTE_MS) })
      .execute();
    await world.run('check-outgoing-events');
    expect(await jobs()).toBe(0);
    await world.db
      .updateTable('outgoing_events')
      .set({ next_at: new Date(now - 16 * MINUTE_MS) })
      .execute();
    await world.run('check-outgoing-events');
    expect(await jobs()).toBe(1);
  });
});

describe('a service that does not accept an event', () => {
  test('is retried for five days, with growing waits, and then no more', async () => {
    service.answers.status = 500;
    await notify(reorder());
    const waits: number[] = [];
    for (let row = await only(); row.state === 'waiting'; row = await only()) {
      await work();
      const { next_at: next } = await only();
      waits.push(next.getTime() - world.clock.now.getTime());
      world.clock.now = next;
    }
    expect(waits.toSorted((a, b) => a - b).slice(1)).toEqual(waits.slice(0, -1));
    expect(waits[0]).toBeLessThan(10_000);
    const spent = waits.reduce((sum, wait) => sum + wait, 0);
    expect([spent > 5 * DAY, spent < 6 * DAY]).toEqual([true, true]);
    expect(await only()).toMatchObject({ state: 'failed', answer: 'status 500', tries: waits.length });
  });

  test.each([
    [302, 'waiting'],
    [404, 'waiting'],
    [429, 'waiting'],
    [410, 'failed'],
  ])('by status %i leaves it %s', async (status, state) => {
    Object.assign(service.answers, { status, headers: { location: service.url } });
    await notify(reorder());
    await work();
    expect(await only()).toMatchObject({ state, answer: `status ${status}` });
    expect(service.received).toHaveLength(1);
  });

  test('is retried when it requests', async () => {
    Object.assign(service.answers, { status: 503, headers: { 'retry-after': '1200' } });
    await notify(reorder());
    await work();
    expect((await only()).next_at.getTime() - world.clock.now.getTime()).toBe(20 * MINUTE_MS);
  });

  test('an accepted event is kept for 90 days, a failed one until it is sent again', async () => {
    await notify(reorder());
    await work();
    service.answers.status = 410;
    await notify(reorder());
    await work();
    const states = async () => (await rows()).map(({ state }) => state).toSorted();
    for (const [days, left] of [
      [90, ['failed', 'sent']],
      [91, ['failed']],
    ] as const) {
      world.clock.now = new Date(Date.parse('2026-06-15T10:00:00Z') + days * DAY);
      await world.run('forget-expired', {});
      expect(await states()).toEqual(left);
    }
  });

  test('is shown to the operator, who can send it again', async () => {
    service.answers.status = 410;
    await notify(reorder());
    await work();
    const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');
    const run = async (...words: string[]) => {
      const env = { ...process.env, DATABASE_URL: world.databaseUrl };
      return (await promisify(execFile)(process.execPath, [command, 'outgoing-events', ...words], { env }))
        .stdout;
    };
    const { id } = await only();
    expect(await run()).toContain(`${id}  order.reorder to shop: failed after 1 attempts (status 410)`);
    service.answers.status = 204;
    const retried = await run('--retry', 'all');
    expect(retried).toContain('1 events queued for retry.');
    expect(retried).toContain('1  waiting to shop');
    await work();
    expect(await only()).toMatchObject({ state: 'sent' });
  });
});

describe('the address of a webhook', () => {
  const ask = (url: string) => postWebhook({ url, isInternal: false }, { headers: {}, body: '{}' });
  test.each([
    'http://example.com/',
    'https://example.com:8443/',
    'https://mia@example.com/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://[::ffff:127.0.0.1]/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://127.1/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data',
    'https://[fd00::1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://localhost/',
  ])('%s is refused without a request', async (url) => {
    await expect(ask(url)).rejects.toThrow(/^its address/);
  });

  test('may be in the local network if the operator allows it', async () => {
    const answer = await postWebhook({ url: service.url, isInternal: true }, { headers: {}, body: '{}' });
    expect(answer).toMatchObject({ status: 204, retryAfter: null });
  });
});
