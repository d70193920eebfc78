import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, open, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { createObjectStore } from '../objects/storage.ts';
import { startS3Server } from '../objects/testing/s3-server.ts';
import type { ArchiveEntry } from './archive-entry.ts';

const ZEROS = Buffer.alloc(1024 * 1024);
const modifiedAt = '2019-07-04T15:30:12';

/** In memory on Linux: on a disk, reading the holes of a file takes as long as reading data. */
const PARENT = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** An object store with sources for archives, in files or on an S3 server. */
export async function startSources(kind: 'files' | 'S3' = 'files') {
  const dataDir = await mkdtemp(path.join(PARENT, 'keepsake-archive-'));
  const server = kind === 'S3' ? await startS3Server() : null;
  const objects = await createObjectStore({ storageUrl: server?.storageUrl ?? null, dataDir });
  const newKey = () => `photos/${randomUUID()}`;

  /** Stores content and returns its entry. */
  async function add(name: string, content: Uint8Array): Promise<ArchiveEntry & { source: { key: string } }> {
    const key = newKey();
    await objects.putBytes(key, content);
    return { name, bytes: content.byteLength, crc32: crc32(content), modifiedAt, source: { key } };
  }
  /** An entry of zeros in a sparse file. */
  async function addZeros(name: string, bytes: number): Promise<ArchiveEntry> {
    const [key, file] = [newKey(), path.join(dataDir, randomUUID())];
    await writeFile(file, '');
    await truncate(file, bytes);
    await objects.putFile(key, file);
    return { name, bytes, crc32: crc32OfZeros(bytes), modifiedAt, source: { key } };
  }
  /** Writes an archive to a sparse file, so that gigabytes of zeros take no space. */
  async function save(archive: Readable): Promise<string> {
    const file = path.join(dataDir, `${randomUUID()}.zip`);
    const handle = await open(file, 'w');
    let at = 0;
    for await (const chunk of archive) {
      if (!ZEROS.subarray(0, chunk.length).equals(chunk)) await handle.write(chunk, 0, chunk.length, at);
      at += chunk.length;
    }
    await handle.truncate(at);
    await handle.close();
    return file;
  }
  async function stop() {
    await objects.close();
    await server?.stop();
    await rm(dataDir, { recursive: true });
  }
  return { objects, add, addZeros, save, stop };
}

function crc32OfZeros(bytes: number): number {
  let value = 0;
  for (let left = bytes; left > 0; left -= ZEROS.length)
    value = crc32(ZEROS.subarray(0, Math.min(left, ZEROS.length)), value);
  return value;
}
