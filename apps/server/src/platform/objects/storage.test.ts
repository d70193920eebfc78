import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { canMount, mountSmallDisk, type SmallDisk } from '../../testing/small-disk.ts';
import { createObjectStore, requireStorage, watchStorage } from './storage.ts';
import { startS3Server } from './testing/s3-server.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-storage-'));
});
afterAll(() => rm(dataDir, { recursive: true }));

test('is available while the bucket answers, checked once for many callers', async () => {
  const server = await startS3Server();
  const store = await createObjectStore({ storageUrl: server.storageUrl, dataDir });
  await requireStorage(store);
  let checks = 0;
  const check = () => {
    checks++;
    return store.check();
  };
  const isThere = watchStorage({ check }, { keepMs: 200 });
  expect(await Promise.all(Array.from({ length: 20 }, isThere))).toEqual(Array(20).fill(true));
  expect(checks).toBe(1);
  await server.stop();
  await expect.poll(isThere, { timeout: 10_000 }).toBe(false);
  await store.close();
});

test('is unavailable while it hangs, and is not checked again in the meantime', async () => {
  const silent = net.createServer(() => undefined).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  let connections = 0;
  silent.on('connection', () => connections++);
  const endpoint = `http://127.0.0.1:${(silent.address() as net.AddressInfo).port}`;
  const store = await createObjectStore({ storageUrl: `s3://a:b@photos?endpoint=${endpoint}`, dataDir });
  const isThere = watchStorage(store, { limitMs: 50, keepMs: 1 });
  for (let time = 0; time < 4; time++) expect(await isThere()).toBe(false);
  expect(connections).toBe(1);
  await expect(requireStorage(store, { limitMs: 50 })).rejects.toThrow('does not answer');
  await store.close();
  silent.close();
});

test('is unavailable, and a start says so, if the folder cannot be written', async () => {
  await writeFile(path.join(dataDir, 'objects'), 'a file where the folder should be');
  const store = await createObjectStore({ storageUrl: null, dataDir });
  expect(await watchStorage(store)()).toBe(false);
  await expect(requireStorage(store)).rejects.toThrow('DATA_DIR');
});

test.skipIf(!canMount())('is available on a disk without a free byte, which can be read', async () => {
  const disk = mountSmallDisk(1_000_000) as SmallDisk;
  const store = await createObjectStore({ storageUrl: null, dataDir: disk.folder });
  await store.putBytes('photos/a', Buffer.from('a photo'));
  disk.leave(0);
  await expect(store.putBytes('photos/b', Buffer.from('another'))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await watchStorage(store)()).toBe(true);
  expect(String(await store.read('photos/a'))).toBe('a photo');
  disk.unmount();
});

test('says that access was refused, rather than that it is unreachable', async () => {
  const server = await startS3Server();
  const storageUrl = server.storageUrl.replace('S3RVER:S3RVER', 'nobody:secret');
  const store = await createObjectStore({ storageUrl, dataDir });
  await expect(requireStorage(store)).rejects.toThrow(/^Access to the bucket photos was refused/);
  await store.close();
  await server.stop();
});
