import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFolderSync } from './durable-folders.ts';
import { parseS3Address } from './s3-client.ts';
import { createObjectStore } from './storage.ts';
import { startS3Server } from './testing/s3-server.ts';

describe('an S3 server that fails', () => {
  let dataDir: string;
  let server: Awaited<ReturnType<typeof startS3Server>>;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  const photograph = randomBytes(1_000_000);

  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    server = await startS3Server();
    proxy = await startProxy(server.port);
  });
  afterAll(async () => {
    proxy.close();
    await server.stop();
    await rm(dataDir, { recursive: true });
  });

  it('never passes off a part of an object as the whole', async () => {
    const store = createObjectStore({ storageUrl: server.addressAt(proxy.port), dataDir });
    await store.putBytes('photos/a', photograph);
    proxy.cutAnswersAfter(300_000);
    await expect(buffer(await store.open('photos/a'))).rejects.toThrow();
    await expect(store.borrowFile('photos/a')).rejects.toThrow();
    expect(await readdir(path.join(dataDir, 'borrowed'))).toEqual([]);
    proxy.cutAnswersAfter(Number.POSITIVE_INFINITY);
    expect(photograph.equals(await buffer(await store.open('photos/a')))).toBe(true);
    await store.close();
  });

  it('sends a file again when the connection is cut, and keeps the file until it is stored', async () => {
    const store = createObjectStore({ storageUrl: server.addressAt(proxy.port), dataDir });
    const file = path.join(dataDir, 'original');
    await writeFile(file, photograph);
    proxy.cutNextRequests(2);
    await store.putFile('photos/b', file);
    expect(photograph.equals(await buffer(await store.open('photos/b')))).toBe(true);
    await store.close();
  });

  it('fails, and keeps the file, while nobody answers', async () => {
    const store = createObjectStore({ storageUrl: server.addressAt(1), dataDir });
    const file = path.join(dataDir, 'kept');
    await writeFile(file, photograph);
    await expect(store.putFile('photos/c', file)).rejects.toThrow('ECONNREFUSED');
    expect(await readdir(dataDir)).toContain('kept');
    expect(await store.check()).toContain('does not answer');
    await store.close();
  });
});

describe('a folder that cannot be written', () => {
  it('keeps the file it was given', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    const store = createObjectStore({ storageUrl: null, dataDir });
    await writeFile(path.join(dataDir, 'original'), 'x');
    await writeFile(path.join(dataDir, 'objects'), 'a file where the folder should be');
    await expect(store.putFile('photos/a', path.join(dataDir, 'original'))).rejects.toThrow();
    expect(await readdir(dataDir)).toContain('original');
    expect(await store.check()).toContain('cannot be written');
    await rm(dataDir, { recursive: true });
  });
});

describe('a folder that somebody removes', () => {
  it('is made again for the next file, and so is the temporary one', async () => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'keepsake-objects-'));
    const store = createObjectStore({ storageUrl: null, dataDir });
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
  it('is read with its credentials, folder, endpoint and region', () => {
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
  it.each(['http://x', 's3://', 's3://a_b', 's3://photos?endpoint=ftp://x'])(
    'is refused as %s',
    (address) => {
      expect(() => parseS3Address(address, {})).toThrow('STORAGE_URL must look like');
    },
  );
});

describe('syncing a folder', () => {
  it('is shared by those who wait, and never counts for a rename that came after it began', async () => {
    const begun: (() => void)[] = [];
    const sync = createFolderSync(() => new Promise<void>((resolve) => begun.push(resolve)));
    const first = sync('a');
    const waiting = [sync('a'), sync('a')];
    expect(begun.length).toBe(1);
    begun[0]?.();
    await first;
    await expect.poll(() => begun.length).toBe(2);
    begun[1]?.();
    await Promise.all(waiting);
    expect(begun.length).toBe(2);
  });
});

/** A proxy to a port that cuts connections on demand. */
async function startProxy(to: number) {
  let answerLimit = Number.POSITIVE_INFINITY;
  let requestsToCut = 0;
  const server = net.createServer((client) => {
    const upstream = net.connect(to, '127.0.0.1');
    let answered = 0;
    client.on('data', (bytes) => {
      if (requestsToCut > 0 && bytes.includes('PUT ')) {
        requestsToCut--;
        client.destroy();
        upstream.destroy();
      } else upstream.write(bytes);
    });
    upstream.on('data', (bytes) => {
      answered += bytes.length;
      if (answered > answerLimit) client.destroy();
      else client.write(bytes);
    });
    for (const [socket, other] of [[client, upstream] as const, [upstream, client] as const]) {
      socket.on('error', () => undefined);
      socket.on('close', () => other.destroy());
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    cutAnswersAfter(bytes: number) {
      answerLimit = bytes;
    },
    cutNextRequests(count: number) {
      requestsToCut = count;
    },
    close: () => server.close(),
  };
}
