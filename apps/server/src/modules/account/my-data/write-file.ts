import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { DiskFull } from '../../../platform/disk-room.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Deps } from './deps.ts';
import type { ArchiveRef } from './store.ts';

/** Bytes held in memory before they are written. */
const CHUNK_BYTES = 256 * 1024;

/** Folder of a customer's archives, or of one of them. */
export const folderOf = (userId: string, archiveId?: string) =>
  `my-data/${userId}/${archiveId === undefined ? '' : `${archiveId}/`}`;

export type WrittenFile = { bytes: number; crc32: number; objectKey: string };

type WriteDeps = Pick<Deps, 'objects' | 'dataDir'>;

/**
 * Stores a text file generated in pieces, with at most one chunk in memory. Whatever a kill leaves behind is in the archive's
 * folder, which is removed with it. Throws DiskFull, and when `signal` is aborted.
 */
export async function writeFile(
  { objects, dataDir }: WriteDeps,
  { userId, archiveId }: ArchiveRef,
  texts: AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<WrittenFile> {
  await using folder = await makeScratchFolder(dataDir);
  const file = path.join(folder.path, 'file');
  const written = { bytes: 0, crc32: 0 };
  {
    await using handle = await open(file, 'w', 0o600);
    for await (const chunk of inChunks(texts)) {
      signal?.throwIfAborted();
      if (!(await objects.room.hasRoom('new'))) throw new DiskFull();
      await handle.writeFile(chunk);
      written.bytes += chunk.length;
      written.crc32 = crc32(chunk, written.crc32);
    }
  }
  const objectKey = folderOf(userId, archiveId) + randomBytes(16).toString('hex');
  await objects.putFile(objectKey, file);
  return { ...written, objectKey };
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(waiting.join(''));
}
