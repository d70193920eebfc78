import { randomBytes } from 'node:crypto';
import { open } from 'node:fs/promises';
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { DiskFull } from '../../../platform/disk-room.ts';
import { storeFile } from '../../../platform/objects/pending-objects.ts';
import { makeScratchFolder } from '../../../platform/scratch.ts';
import type { Deps } from './deps.ts';
import type { ArchiveRef } from './store.ts';

/** Bytes held in memory before they are written. */
const HELD_BYTES = 256 * 1024;

/** Folder of a customer's archives, or of one of them. */
export const folderOf = (customerId: CustomerId, archiveId?: string) =>
  `my-data/${customerId}/${archiveId === undefined ? '' : `${archiveId}/`}`;

type WrittenFile = { bytes: number; crc32: number; objectKey: string };

type WriteDeps = Pick<Deps, 'db' | 'objects' | 'dataDir'>;
type Recording = {
  /** Makes the file's row; false if none is wanted any more. */
  record(trx: Queryable, written: WrittenFile): Promise<boolean>;
  signal: AbortSignal | undefined;
};

/**
 * Stores a text file generated in pieces, with at most one chunk in memory, and records it. Throws DiskFull, and when `signal` is
 * aborted.
 */
export async function writeFile(
  { db, objects, dataDir }: WriteDeps,
  { customerId, archiveId }: ArchiveRef,
  texts: AsyncIterable<string>,
  { record, signal }: Recording,
): Promise<void> {
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
  const objectKey = folderOf(customerId, archiveId) + randomBytes(16).toString('hex');
  await storeFile({ db, objects }, { customerId, objectKey, keys: [objectKey] }, async (writer) => {
    await writer.addFile(objectKey, file);
    await db.transaction().execute(async (trx) => {
      if (await record(trx, { ...written, objectKey })) await writer.settle(trx);
    });
  });
}

async function* inChunks(texts: AsyncIterable<string>): AsyncGenerator<Buffer> {
  let waiting: string[] = [];
  let length = 0;
  for await (const text of texts) {
    waiting.push(text);
    length += text.length;
    if (length < HELD_BYTES) continue;
    yield Buffer.from(waiting.join(''));
    waiting = [];
    length = 0;
  }
  if (length > 0) yield Buffer.from(waiting.join(''));
}
