import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestDatabase } from '../testing/test-database.ts';
import { createServer } from './create-server.ts';
import { mountOperations } from './operations-routes.ts';

const TOKEN = 'a-token-of-prometheus';
/** A file system that does not count files, such as btrfs. */
const free = { bytes: 7_000, files: Number.POSITIVE_INFINITY };
const state = {
  isStorageThere: true,
  isDraining: false,
  mayRemove: true,
  isRestored: false,
  isFull: false,
  offsetMs: 0,
  backfills: 0,
};
const lines: string[] = [];
let servers: Awaited<ReturnType<typeof startServers>>;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers.stop());

/** One server without a token for metrics, one with. */
async function startServers() {
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const { isThere, stop } = await openTestDatabase();
  async function start(metricsToken: string | null, isPrivate = true) {
    const policySources = { connectOrigins: [], secureTransport: false };
    const http = await createServer({ log, trustProxy: '10.0.0.1', policySources, requestsPerMinute: 1_000 });
    mountOperations(http, {
      isDatabaseThere: isThere,
      isStorageThere: async () => state.isStorageThere,
      isDraining: () => state.isDraining,
      metricsToken,
      isPrivate,
      publicUrl: 'http://localhost:3000',
      mayRemove: () => state.mayRemove,
      isRestored: () => state.isRestored,
      backfillsPending: () => state.backfills,
      room: { state: async () => ({ free, isFull: state.isFull, needed: { bytes: 8_000, files: 50 } }) },
      clocks: { offsetMs: () => state.offsetMs, isWrong: () => state.offsetMs !== 0 },
    });
    return http;
  }
  const [open, closed, reachable] = [await start(null), await start(TOKEN), await start(null, false)];
  return {
    open,
    closed,
    reachable,
    async stop() {
      await Promise.all([open.close(), closed.close(), reachable.close()]);
      await stop();
    },
  };
}

describe('metrics', () => {
  const requested = (headers: Record<string, string>, remoteAddress = '127.0.0.1') => ({
    url: '/metrics',
    headers,
    remoteAddress,
  });

  test.each([
    ['this machine', {}, '127.0.0.1', 200],
    ['this machine by IPv6', {}, '::1', 200],
    ['this machine by both', {}, '::ffff:127.0.0.1', 200],
    ['elsewhere', {}, '203.0.113.7', 404],
    ['elsewhere by a proxy of this machine', { 'x-forwarded-for': '203.0.113.7' }, '127.0.0.1', 404],
    ['elsewhere by another proxy of this machine', { forwarded: 'for=203.0.113.7' }, '127.0.0.1', 404],
    ['this machine under a name that was rebound', { host: 'evil.example:3000' }, '127.0.0.1', 404],
    ['a liar', { 'x-forwarded-for': '127.0.0.1' }, '10.0.0.1', 404],
  ])('without a token are served to callers of %s', async (_who, headers, from, status) => {
    const answer = await servers.open.inject(requested(headers, from));
    expect(answer.statusCode).toBe(status);
    expect(answer.body.includes('process_cpu_seconds_total')).toBe(status === 200);
  });

  test('without a token are served to nobody if others can reach the server, through any proxy', async () => {
    const answer = await servers.reachable.inject(requested({}));
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not-found']);
  });

  test('with a token are served only to those who have it', async () => {
    const good = await servers.closed.inject(requested({ authorization: `Bearer ${TOKEN}` }, '203.0.113.7'));
    expect(good.body).toContain('process_cpu_seconds_total');
    for (const authorization of ['', `Bearer ${TOKEN}x`, 'Bearer x', TOKEN]) {
      const bad = await servers.closed.inject(requested({ authorization }));
      expect([bad.statusCode, bad.json().code]).toEqual([401, 'unauthenticated']);
    }
  });
});

async function askReady() {
  const ready = await servers.open.inject('/health/ready');
  return { code: ready.statusCode, ...ready.json() };
}

test('is ready with its database, until it drains', async () => {
  expect(await askReady()).toMatchObject({ code: 200, status: 'ready', database: 'there', storage: 'there' });
  state.isDraining = true;
  expect(await askReady()).toMatchObject({ code: 503, status: 'draining', database: 'there' });
  state.isDraining = false;
  // Balancers ask every second or two.
  expect(lines).toEqual([]);
});

test('stays ready without its storage, and says so: orders and pages need none', async () => {
  state.isStorageThere = false;
  expect(await askReady()).toMatchObject({ code: 200, status: 'ready', storage: 'away' });
  state.isStorageThere = true;
});

test('says that no object is removed while database and store do not match, and stays ready', async () => {
  const ask = async () => {
    const ready = await servers.open.inject('/health/ready');
    const metrics = await servers.open.inject('/metrics');
    return [
      ready.statusCode,
      ready.json().removals,
      /^keepsake_removals_held (\d)$/m.exec(metrics.body)?.[1],
    ];
  };
  Object.assign(state, { isStorageThere: true, isDraining: false });
  expect(await ask()).toEqual([200, 'on', '0']);
  state.mayRemove = false;
  expect(await ask()).toEqual([200, 'held', '1']);
});

test('says what waits while the database may be an earlier one, and stays ready', async () => {
  const ask = async () => {
    const ready = await servers.open.inject('/health/ready');
    const metrics = await servers.open.inject('/metrics');
    return [ready.statusCode, ready.json().restore, /^keepsake_restore_held (\d)$/m.exec(metrics.body)?.[1]];
  };
  Object.assign(state, { isStorageThere: true, isDraining: false });
  expect(await ask()).toEqual([200, 'none', '0']);
  state.isRestored = true;
  expect(await ask()).toEqual([200, 'held', '1']);
});

test('says that uploads are refused while the disk is full, and stays ready', async () => {
  const ask = async () => {
    const ready = await servers.open.inject('/health/ready');
    const metrics = await servers.open.inject('/metrics');
    const [, bytes] = /^keepsake_disk_free_bytes (\d+)$/m.exec(metrics.body) ?? [];
    const [, files] = /^keepsake_disk_free_files (\S+)$/m.exec(metrics.body) ?? [];
    const [, isRefused] = /^keepsake_uploads_refused (\d)$/m.exec(metrics.body) ?? [];
    return [ready.statusCode, ready.json().uploads, bytes, files, isRefused];
  };
  Object.assign(state, { isStorageThere: true, isDraining: false, isFull: false });
  expect(await ask()).toEqual([200, 'on', '7000', '+Inf', '0']);
  state.isFull = true;
  expect(await ask()).toEqual([200, 'refused', '7000', '+Inf', '1']);
});

test('says that its clock is wrong, and stays ready', async () => {
  const ask = async () => {
    const ready = await servers.open.inject('/health/ready');
    const metrics = await servers.open.inject('/metrics');
    const [, seconds] = /^keepsake_clock_offset_seconds (\d+)$/m.exec(metrics.body) ?? [];
    return [ready.statusCode, ready.json().clock, seconds];
  };
  Object.assign(state, { isStorageThere: true, isDraining: false, offsetMs: 0 });
  expect(await ask()).toEqual([200, 'right', '0']);
  state.offsetMs = 3_600_000;
  expect(await ask()).toEqual([200, 'wrong', '3600']);
});

test('says that rows of earlier releases are still to be filled in, and stays ready', async () => {
  const ask = async () => {
    const ready = await servers.open.inject('/health/ready');
    const metrics = await servers.open.inject('/metrics');
    const [, pending] = /^keepsake_backfills_pending (\d+)$/m.exec(metrics.body) ?? [];
    return [ready.statusCode, ready.json().backfills, pending];
  };
  Object.assign(state, { isStorageThere: true, isDraining: false });
  expect(await ask()).toEqual([200, 'done', '0']);
  state.backfills = 2;
  expect(await ask()).toEqual([200, 'pending', '2']);
});
