import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer } from '../http/create-server.ts';
import { startSources } from './archive.fixture.ts';
import type { ArchiveEntry } from './archive-entry.ts';
import { type ArchivePlan, planArchive } from './plan-archive.ts';
import { readArchive } from './read-archive.ts';
import { serveArchive } from './serve-archive.ts';
import { watchSources } from './watch-sources.fixture.ts';

const MB = 1024 * 1024;
const modifiedAt = new Date('2026-06-15T10:00:00Z');
const layouts = new Map<string, ArchivePlan>();
const lines: string[] = [];
let sources: Awaited<ReturnType<typeof startSources>>;
let watched: ReturnType<typeof watchSources>;
let app: Awaited<ReturnType<typeof createServer>>;
let address: string;
let whole: Buffer;

beforeAll(async () => {
  sources = await startSources();
  watched = watchSources(sources.objects);
  const log = new PassThrough();
  log.on('data', (line) => lines.push(String(line)));
  app = await createServer({
    log: pino({ level: 'info' }, log),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 100_000,
  });
  app.get('/archives/:name', { config: { access: 'public' } }, async (request, reply) => {
    const plan = layouts.get((request.params as { name: string }).name) ?? planArchive([]);
    return serveArchive(request, reply, {
      plan,
      fileName: 'Été.zip',
      modifiedAt,
      objects: watched.objects,
    });
  });
  address = await app.listen({ host: '127.0.0.1', port: 0 });
  const photos = [
    await sources.add('a.jpg', randomBytes(3 * MB)),
    await sources.add('b.jpg', randomBytes(999)),
  ];
  const plan = planArchive(photos);
  layouts.set('small', plan);
  whole = await buffer(readArchive(plan, sources.objects));
});
afterAll(async () => {
  await app.close();
  await sources.stop();
});

async function get(name: string, headers: Record<string, string> = {}, method = 'GET') {
  const answer = await fetch(`${address}/archives/${name}`, { headers, method });
  return { status: answer.status, headers: answer.headers, content: Buffer.from(await answer.bytes()) };
}

describe('an archive over HTTP', () => {
  test('has a name, its exact length and what a resume needs', async () => {
    const { status, headers, content } = await get('small');
    expect([status, content.equals(whole)]).toEqual([200, true]);
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(whole.length),
      'content-disposition': `attachment; filename="?t?.zip"; filename*=UTF-8''%C3%89t%C3%A9.zip`,
      'accept-ranges': 'bytes',
      etag: layouts.get('small')?.etag,
      'last-modified': 'Mon, 15 Jun 2026 10:00:00 GMT',
      'cache-control': 'private, no-cache, no-transform',
      'x-content-type-options': 'nosniff',
    });
  });

  test('answers a HEAD the same, opens nothing and sends nothing', async () => {
    const before = watched.opened.length;
    const { status, headers, content } = await get('small', { range: 'bytes=0-9' }, 'HEAD');
    expect([status, content.length, headers.get('content-length')]).toEqual([200, 0, String(whole.length)]);
    expect([headers.get('etag'), watched.opened.length]).toEqual([layouts.get('small')?.etag, before]);
  });

  test.each([
    ['bytes=0-0', 0, 1],
    ['bytes=1000000-', 1_000_000, undefined],
    ['bytes=-500', -500, undefined],
    ['bytes=3000000-99999999', 3_000_000, undefined],
  ])('serves the range %s', async (range, start, end) => {
    const { status, headers, content } = await get('small', { range });
    const expected = whole.subarray(start, end);
    expect([status, headers.get('content-length')]).toEqual([206, String(expected.length)]);
    expect(content.equals(expected)).toBe(true);
    const first = whole.length - (start < 0 ? -start : whole.length - start);
    expect(headers.get('content-range')).toBe(
      `bytes ${first}-${first + expected.length - 1}/${whole.length}`,
    );
  });

  test('refuses a range beyond its end and says how long it is', async () => {
    const { status, headers } = await get('small', { range: `bytes=${whole.length}-` });
    expect([status, headers.get('content-range')]).toEqual([416, `bytes */${whole.length}`]);
  });

  test('resumes only the same archive', async () => {
    const range = 'bytes=10-19';
    const statusIf = async (tag: string) => (await get('small', { range, 'if-range': tag })).status;
    expect(await statusIf(layouts.get('small')?.etag ?? '')).toBe(206);
    expect(await statusIf('"another"')).toBe(200);
    expect(await statusIf(`W/${layouts.get('small')?.etag}`)).toBe(200);
    expect(await statusIf(modifiedAt.toUTCString())).toBe(200);
    expect((await get('small', { range: 'bytes=0-1,5-6' })).status).toBe(200);
  });

  test('breaks off if a source is missing, and logs its key, not the customer’s name for it', async () => {
    const lost = await sources.add('Lost photo.jpg', randomBytes(10));
    await sources.objects.remove([lost.source.key]);
    layouts.set('broken', planArchive([await sources.add('a.jpg', randomBytes(MB)), lost]));
    await expect(get('broken')).rejects.toThrow('terminated');
    expect(lines.join()).toContain(lost.source.key);
    expect(lines.join()).not.toContain('Lost photo.jpg');
  });
});

/** A client that reads the first bytes and then stops. */
async function connectAndPause(name: string) {
  const socket = net.connect(Number(new URL(address).port), '127.0.0.1');
  socket.write(`GET /archives/${name} HTTP/1.1\r\nhost: localhost\r\n\r\n`);
  await once(socket, 'data');
  socket.pause();
  return socket;
}

async function untilNothingIsRead() {
  let before = -1;
  const isSame = () => {
    const same = watched.bytesRead() === before;
    before = watched.bytesRead();
    return same;
  };
  await expect.poll(isSame, { interval: 300, timeout: 10_000 }).toBe(true);
}

describe('a slow client', () => {
  beforeAll(async () => {
    const photo = await sources.addZeros('photo.jpg', 5 * MB);
    const entries: ArchiveEntry[] = Array.from({ length: 2_000 }, (_, index) => ({
      ...photo,
      name: `${index}.jpg`,
    }));
    layouts.set('10GB', planArchive(entries));
  });

  test('holds no memory, and everything is closed when it leaves', async () => {
    const [before, memory] = [watched.bytesRead(), process.memoryUsage().rss];
    const sockets = await Promise.all(Array.from({ length: 4 }, () => connectAndPause('10GB')));
    await untilNothingIsRead();
    // The kernel buffers a few megabytes per connection on this machine, outside our process.
    expect((watched.bytesRead() - before) / sockets.length).toBeLessThan(16 * MB);
    expect(process.memoryUsage().rss - memory).toBeLessThan(150 * MB);
    expect(watched.openNow()).toBeGreaterThanOrEqual(sockets.length);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => watched.openNow()).toBe(0);
  });
});
