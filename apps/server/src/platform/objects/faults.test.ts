import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAULTS, type Fault, type FaultProxy, HTTP_FAULTS, startFaultProxy } from '../testing/fault-proxy.ts';
import { createFolderSync } from './durable-folders.ts';
import type { ObjectStore } from './object-store.ts';
import { parseS3Address } from './s3-address.ts';
import { createObjectStore, requireStorage } from './storage.ts';
import { startS3Server, withChecksums, withFraming, withOtherTags } from './testing/s3-server.ts';

describe('an S3 server that fails', () => {
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startS3Server>>;
  let proxy: FaultProxy;
  const photo = randomBytes(1_000_000);

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

  test('never passes off a part of an object as the whole', async () => {
    const store = await createObjectStore({ storageUrl: server.addressAt(proxy.port), dataDir });
    await store.putBytes('photos/a', photo);
    const failure = proxy.fail({ fault: 'cut the answer', when: /^GET / });
    await expect(buffer(await store.open('photos/a'))).rejects.toThrow();
    await expect(store.borrowFile('photos/a')).rejects.toThrow();
    expect(await readdir(path.join(dataDir, 'scratch'))).toEqual([]);
    failure.heal();
    expect(photo.equals(await buffer(await store.open('photos/a')))).toBe(true);
    await store.close();
  });

  test('sends a file again when the connection is cut, and keeps the file until it is stored', async () => {
    const store = await createObjectStore({ storageUrl: server.addressAt(proxy.port), dataDir });
    const file = path.join(dataDir, 'original');
    await writeFile(file, photo);
    proxy.fail({ fault: 'cut', when: /^PUT /, times: 2 });
    await store.putFile('photos/b', file);
    expect(photo.equals(await buffer(await store.open('photos/b')))).toBe(true);
    await store.close();
  });

  test.each([
    { kind: undefined, name: 'an MD5 as its tag', calls: ['PUT'] },
    { kind: withChecksums, name: 'the checksum that it verified', calls: ['PUT'] },
    { kind: withOtherTags, name: 'neither, and is asked for its size', calls: ['PUT', 'HEAD'] },
  ])('returns for a stored object $name', async ({ kind, calls }) => {
    const other = await startS3Server(kind);
    const store = await createObjectStore({ storageUrl: other.storageUrl, dataDir });
    const file = path.join(dataDir, 'checked');
    await writeFile(file, photo);
    await store.putFile('photos/d', file);
    expect(other.calls.map((call) => call.split(' ')[0])).toEqual(calls);
    expect(photo.equals(await store.read('photos/d'))).toBe(true);
    await store.close();
    await other.stop();
  });

  test('is not believed, and the file is kept, if it stored more than was sent', async () => {
    const other = await startS3Server(withFraming);
    const store = await createObjectStore({ storageUrl: other.storageUrl, dataDir });
    const file = path.join(dataDir, 'framed');
    await writeFile(file, photo);
    await expect(store.putFile('photos/e', file)).rejects.toThrow('1000087 bytes where 1000000 were sent');
    expect(await readdir(dataDir)).toContain('framed');
    await store.close();
    await other.stop();
  });

  test('fails, and keeps the file, while it does not answer', async () => {
    const store = await createObjectStore({ storageUrl: server.addressAt(1), dataDir });
    const file = path.join(dataDir, 'kept');
    await writeFile(file, photo);
    await expect(store.putFile('photos/c', file)).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(dataDir)).toContain('kept');
    expect(await store.check()).toContain('does not answer');
    await store.close();
  });
});

type StorageCall = {
  call: string;
  /** The request of the call that fails. */
  when: RegExp;
  act(store: ObjectStore, file: string): Promise<unknown>;
  faults?: readonly Fault[];
  /** Another kind of server than the usual one. */
  kind?: typeof withOtherTags;
};

const photo = randomBytes(300_000);
const putFile = (store: ObjectStore, file: string) => store.putFile('photos/new', file);
/** Seventeen megabytes take a while, so these calls are tested with faults in answers only. */
const ANSWERS = ['refuse', 'cut', 'answer nonsense'] as const;

const CALLS: StorageCall[] = [
  { call: 'putFile', when: /^PUT /, act: putFile },
  { call: 'putFile, as it checks the size,', when: /^HEAD /, act: putFile, kind: withOtherTags },
  { call: 'putFile of a large file', when: /^POST .*uploads/, act: putFile, faults: ANSWERS },
  { call: 'putFile of a large file, in a part,', when: /^PUT .*partNumber/, act: putFile, faults: ANSWERS },
  { call: 'putFile of a large file, at its end,', when: /^POST .*uploadId/, act: putFile, faults: ANSWERS },
  { call: 'putBytes', when: /^PUT /, act: (store) => store.putBytes('photos/new', photo) },
  { call: 'size', when: /^HEAD /, act: (store) => store.size('photos/a') },
  { call: 'open', when: /^GET /, act: async (store) => buffer(await store.open('photos/a')) },
  { call: 'read', when: /^GET /, act: (store) => store.read('photos/a') },
  { call: 'borrowFile', when: /^GET /, act: (store) => store.borrowFile('photos/a') },
  { call: 'remove', when: /^POST .*delete/, act: (store) => store.remove(['photos/b']) },
  { call: 'list', when: /^GET /, act: (store) => Array.fromAsync(store.list('')) },
  { call: 'check', when: /^GET /, act: (store) => requireStorage(store) },
];
const cases = CALLS.flatMap((row) => (row.faults ?? FAULTS).map((fault) => ({ ...row, fault })));

describe.concurrent('a storage call', () => {
  test.each(cases)('$call fails, and nothing is lost: $fault', async ({ call, when, act, fault, kind }) => {
    const server = await startS3Server(kind);
    const proxy = await startFaultProxy({ to: { host: '127.0.0.1', port: server.port }, ...HTTP_FAULTS });
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    const direct = await createObjectStore({ storageUrl: server.storageUrl, dataDir });
    const silentMs = fault.startsWith('hang') ? 500 : 10_000;
    const store = await createObjectStore({ storageUrl: server.addressAt(proxy.port), dataDir, silentMs });
    for (const key of ['photos/a', 'photos/b']) await direct.putBytes(key, photo);
    const file = path.join(dataDir, 'original');
    await writeFile(file, call.includes('large') ? Buffer.alloc(17 * 1024 * 1024) : photo);

    const failure = proxy.fail({ fault, when });
    await expect(act(store, file)).rejects.toThrow(/storage|bucket|aborted|inactivity/);
    expect(failure.failed()).toBeGreaterThan(0);
    expect(await readdir(dataDir)).toContain('original');
    failure.heal();
    expect(await store.read('photos/a')).toEqual(photo);
    await act(store, file);

    await Promise.all([store.close(), direct.close()]);
    proxy.stop();
    await server.stop();
    await rm(dataDir, { recursive: true });
  });
});

describe('a read-only folder', () => {
  test('keeps the file it was given', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    const store = await createObjectStore({ storageUrl: null, dataDir });
    await writeFile(path.join(dataDir, 'original'), 'x');
    await writeFile(path.join(dataDir, 'objects'), 'a file where the folder should be');
    await expect(store.putFile('photos/a', path.join(dataDir, 'original'))).rejects.toThrow();
    expect(await readdir(dataDir)).toContain('original');
    expect(await store.check()).toContain('cannot be written');
    await rm(dataDir, { recursive: true });
  });
});

describe('a removed folder', () => {
  test('is created again for the next file, and so is the temporary one', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    const store = await createObjectStore({ storageUrl: null, dataDir });
    const original = path.join(dataDir, 'original');
    await store.putBytes('photos/anna/a', Buffer.from('a'));
    await rm(path.join(dataDir, 'objects/photos/anna'), { recursive: true });
    await writeFile(original, 'b');
    await store.putFile('photos/anna/b', original);
    expect(await store.read('photos/anna/b')).toEqual(Buffer.from('b'));
    await rm(path.join(dataDir, 'objects'), { recursive: true });
    expect(await store.check()).toBeNull();
    await rm(path.join(dataDir, 'objects'), { recursive: true });
    await store.putBytes('photos/anna/c', Buffer.from('c'));
    expect(await store.read('photos/anna/c')).toEqual(Buffer.from('c'));
    await expect(store.putFile('photos/anna/d', original)).rejects.toThrow('ENOENT');
    await rm(dataDir, { recursive: true });
  });
});

describe('the address of a bucket', () => {
  test('is parsed with its credentials, folder, endpoint and region', () => {
    expect(
      parseS3Address('s3://key:se%2Fcret@photos/a/b/?endpoint=http://127.0.0.1:9000&region=x', {}),
    ).toEqual({
      bucket: 'photos',
      prefix: 'a/b/',
      endpoint: 'http://127.0.0.1:9000',
      region: 'x',
      credentials: { accessKeyId: 'key', secretAccessKey: 'se/cret' },
    });
    expect(parseS3Address('s3://photos', { AWS_REGION: 'eu-west-1' })).toMatchObject({
      prefix: '',
      region: 'eu-west-1',
    });
  });
  test.each(['http://x', 's3://', 's3://a_b', 's3://photos?endpoint=ftp://x'])(
    'is refused as %s',
    (address) => {
      expect(() => parseS3Address(address, {})).toThrow('STORAGE_URL must look like');
    },
  );
});

describe('syncing a folder', () => {
  test('is shared by those who wait, and never counts for a rename after its beginning', async () => {
    const started: (() => void)[] = [];
    const sync = createFolderSync(() => new Promise<void>((resolve) => started.push(resolve)));
    const first = sync('a');
    const waiting = [sync('a'), sync('a')];
    expect(started.length).toBe(1);
    started[0]?.();
    await first;
    await expect.poll(() => started.length).toBe(2);
    started[1]?.();
    await Promise.all(waiting);
    expect(started.length).toBe(2);
  });
});
