import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pino from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CircuitOpen, createCircuitBreaker } from '../circuit-breaker.ts';
import { createDiskRoom } from '../disk-room.ts';
import { type FaultProxy, HTTP_FAULTS, startFaultProxy } from '../testing/fault-proxy.ts';
import { failFast, isUnanswered } from './fail-fast.ts';
import { ObjectNotFound, type ObjectStore } from './object-store.ts';
import { parseS3Address } from './s3-address.ts';
import { createS3Store } from './s3-store.ts';
import { startS3Server } from './testing/s3-server.ts';

let dataDir: string;
let server: Awaited<ReturnType<typeof startS3Server>>;
let proxy: FaultProxy;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
  server = await startS3Server();
  proxy = await startFaultProxy({ to: { host: '127.0.0.1', port: server.port }, ...HTTP_FAULTS });
});
afterAll(async () => {
  proxy.stop();
  await server.stop();
  await rm(dataDir, { recursive: true });
});

const ANSWER_MS = 300;
let now = 0;
/** A store with an object, which has little time to begin an answer. */
async function openStore(): Promise<ObjectStore> {
  const room = createDiskRoom({ folders: [dataDir], reserveBytes: 0 });
  const address = parseS3Address(server.addressAt(proxy.port));
  const store = createS3Store({ address, dataDir, room, answerMs: ANSWER_MS });
  const log = pino({ level: 'silent' });
  await store.putBytes('photos/a', Buffer.from('a photo'));
  return failFast(store, createCircuitBreaker({ service: 'storage', log, isUnanswered, now: () => now }));
}
const outcomeOf = (act: () => Promise<unknown>) =>
  act().then(
    () => 'answered',
    (error: Error) => error.name,
  );
const allOf = (store: ObjectStore, file: string) => [
  () => store.read('photos/a'),
  () => store.open('photos/a'),
  () => store.size('photos/a'),
  () => store.checksum('photos/a'),
  () => store.borrowFile('photos/a'),
  () => store.remove(['photos/b']),
  () => store.putBytes('photos/b', Buffer.from('b')),
  () => store.putFile('photos/b', file),
];

test('what a bucket that hangs is asked fails soon, then at once, and works again with it', async () => {
  const store = await openStore();
  const file = path.join(dataDir, 'original');
  await writeFile(file, 'b');
  const silence = proxy.fail({ fault: 'hang' });
  const before = performance.now();
  const reads = Array.from({ length: 5 }, () => outcomeOf(() => store.read('photos/a')));
  expect(await Promise.all(reads)).toEqual(Array(5).fill('NoAnswer'));
  expect(performance.now() - before).toBeLessThan(10 * ANSWER_MS);
  for (const act of allOf(store, file)) await expect(act()).rejects.toThrow(CircuitOpen);
  expect(await store.check()).toContain('does not answer');
  silence.heal();
  now += 5_000;
  for (const act of allOf(store, file)) expect(await outcomeOf(act)).toBe('answered');
});

test('missing objects, refusals and nonsense are answers, however many', async () => {
  const store = await openStore();
  for (let times = 0; times < 6; times++)
    await expect(store.read('photos/none')).rejects.toThrow(ObjectNotFound);
  for (const fault of ['refuse', 'answer nonsense'] as const) {
    const failure = proxy.fail({ fault });
    for (let times = 0; times < 6; times++)
      expect(await outcomeOf(() => store.size('photos/a'))).not.toBe('CircuitOpen');
    expect(failure.failed()).toBe(6);
    failure.heal();
  }
  expect(await outcomeOf(() => store.read('photos/a'))).toBe('answered');
});

test('a file of ours that is gone says nothing of the bucket', async () => {
  const store = await openStore();
  const file = path.join(dataDir, 'gone');
  for (let times = 0; times < 6; times++)
    await expect(store.putFile('photos/gone', file)).rejects.toThrow('ENOENT');
  expect(await outcomeOf(() => store.read('photos/a'))).toBe('answered');
});
