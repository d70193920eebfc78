import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { access, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ObjectNotFound, type ObjectStore } from './object-store.ts';
import { createObjectStore } from './storage.ts';
import { startS3Server } from './testing/s3-server.ts';

const MB = 1024 * 1024;
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe.each(['files', 'S3'])('objects in %s', (kind) => {
  let store: ObjectStore;
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startS3Server>> | undefined;

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    if (kind === 'S3') server = await startS3Server();
    store = await createObjectStore({ storageUrl: server?.storageUrl ?? null, dataDir });
  });
  afterAll(async () => {
    await store.close();
    await server?.stop();
    await rm(dataDir, { recursive: true });
  });

  async function fileOf(bytes: Uint8Array) {
    const file = path.join(dataDir, randomUUID());
    await writeFile(file, bytes);
    return file;
  }
  const newKey = () => `photos/${randomUUID()}/${randomUUID()}-${randomBytes(8).toString('hex')}`;

  test.each([0, 1, 3_600_000, 40 * MB + 3])(
    'returns the %i bytes of a file, and moves the file',
    async (size) => {
      const bytes = randomBytes(size);
      const [key, file] = [newKey(), await fileOf(bytes)];
      await store.putFile(key, file);
      expect(await store.size(key)).toBe(size);
      expect(hash(await buffer(await store.open(key)))).toBe(hash(bytes));
      await expect(access(file)).rejects.toThrow('ENOENT');
    },
  );

  test('can store a file again if the caller does not know whether it did', async () => {
    const [key, file] = [newKey(), await fileOf(Buffer.from('once'))];
    await store.putFile(key, file);
    await store.putFile(key, file);
    expect(String(await buffer(await store.open(key)))).toBe('once');
  });

  test('reads a small object as a whole', async () => {
    const key = newKey();
    await store.putBytes(key, Buffer.from('a thumbnail'));
    expect(String(await store.read(key))).toBe('a thumbnail');
    await expect(store.read(newKey())).rejects.toThrow(ObjectNotFound);
  });

  test('refuses to store a nonexistent file', async () => {
    await expect(store.putFile(newKey(), path.join(dataDir, 'nothing'))).rejects.toThrow('ENOENT');
  });

  test('reads ranges, both ends included', async () => {
    const key = newKey();
    await store.putBytes(key, Buffer.from('0123456789'));
    expect(String(await buffer(await store.open(key, { start: 2, end: 4 })))).toBe('234');
    expect(String(await buffer(await store.open(key, { start: 9, end: 9 })))).toBe('9');
    expect(String(await buffer(await store.open(key, { start: 10, end: 12 })))).toBe('');
  });

  test('lends a local file', async () => {
    const key = newKey();
    await store.putBytes(key, Buffer.from('a photo'));
    const lent = await store.borrowFile(key);
    expect(await readFile(lent.path, 'utf8')).toBe('a photo');
    await lent[Symbol.asyncDispose]();
    expect(await store.size(key)).toBe(7);
  });

  test('says that an object is missing', async () => {
    expect(await store.size(newKey())).toBeNull();
    await expect(store.open(newKey())).rejects.toThrow(ObjectNotFound);
    await expect(store.borrowFile(newKey())).rejects.toThrow(ObjectNotFound);
  });

  test('removes existing objects, and ignores missing ones', async () => {
    const key = newKey();
    await store.putBytes(key, Buffer.from('x'));
    await store.remove([key, newKey()]);
    await store.remove([]);
    expect(await store.size(key)).toBeNull();
  });

  test('leaves no folder of a customer whose last object is removed', async () => {
    const customer = randomUUID();
    const keys = [`photos/${customer}/a`, `photos/${customer}/deep/b`];
    for (const key of keys) await store.putBytes(key, Buffer.from('x'));
    await store.remove(keys.slice(1));
    expect(await store.size(keys[0] ?? '')).toBe(1);
    await store.remove(keys);
    const names = await readdir(dataDir, { recursive: true });
    expect(names.filter((name) => name.includes(customer))).toEqual([]);
    await store.putBytes(keys[0] ?? '', Buffer.from('y'));
    expect(await store.size(keys[0] ?? '')).toBe(1);
  });

  test('lists keys by prefix with their sizes', async () => {
    const folder = `photos/${randomUUID()}`;
    await store.putBytes(`${folder}/a`, Buffer.from('1'));
    await store.putBytes(`${folder}/b`, Buffer.from('22'));
    await store.putBytes(`photos/${randomUUID()}/c`, Buffer.from('333'));
    const found = (await Array.fromAsync(store.list(`${folder}/`))).sort((a, b) => a.bytes - b.bytes);
    expect(found.map(({ key, bytes }) => [key, bytes])).toEqual([
      [`${folder}/a`, 1],
      [`${folder}/b`, 2],
    ]);
    expect(found[0]?.changedAt.getTime()).toBeGreaterThan(Date.now() - 60_000);
  });

  test.each([
    '',
    '../x',
    'a/../b',
    '/etc/passwd',
    'a//b',
    'a/',
    '.hidden',
    'a/.b',
    'a\\b',
    'a\0b',
    'ä',
    'a b',
  ])('refuses the key %j', async (key) => {
    await expect((async () => store.putBytes(key, Buffer.from('x')))()).rejects.toThrow(RangeError);
    await expect((async () => store.open(key))()).rejects.toThrow(RangeError);
    await expect((async () => store.remove([key]))()).rejects.toThrow(RangeError);
  });

  test('passes its own check', async () => {
    expect(await store.check()).toBeNull();
  });
});
