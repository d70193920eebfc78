import { open } from 'node:fs/promises';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { storeFile } from '../../../platform/objects/pending-objects.ts';
import { removeObjectsLater } from '../../../platform/objects/purge-objects.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { isPicture, keysOf, type StoredPicture, storePicture } from './pictures.ts';
import type { Received } from './receive.ts';

/** A file of a service: a picture or a pdf, by its purpose. */
export type SentFile = { customerId: CustomerId; objectKey: string; purpose: string };

type StoreDeps = Pick<Deps, 'db' | 'images' | 'objects'>;

/**
 * Stores a received file, and has `record` make its row, in a transaction; a picture is decoded, and only the decoder's output is
 * kept. Whatever fails, and of two requests at once in the one that comes too late, nothing of it stays. Throws `not-a-photo` or
 * `not-a-pdf`, and `unavailable` if the machine may be at fault: the service sends it again.
 */
export async function storeSent<Result>(
  { db, images, objects }: StoreDeps,
  received: Received,
  file: SentFile,
  record: (trx: Queryable, picture: StoredPicture | null) => Promise<Result>,
): Promise<Result> {
  const { customerId, objectKey, purpose } = file;
  return await storeFile({ db, objects }, { customerId, objectKey, keys: keysOf(file) }, async (writer) => {
    let picture: StoredPicture | null = null;
    if (isPicture(purpose)) picture = await storePicture({ images, writer }, received, { ...file, purpose });
    else {
      await requirePdf(received.file);
      await writer.addFile(objectKey, received.file);
    }
    return await db.transaction().execute(async (trx) => {
      const result = await record(trx, picture);
      await writer.settle(trx);
      return result;
    });
  });
}

async function requirePdf(file: string): Promise<void> {
  await using handle = await open(file);
  const { buffer } = await handle.read(Buffer.alloc(5), 0, 5, 0);
  if (buffer.toString('latin1') !== '%PDF-') throw new Problem('not-a-pdf');
}

/** Has the objects of files removed, once the transaction commits that deletes their rows. */
export async function removeLater(trx: Queryable, files: readonly SentFile[]): Promise<void> {
  await removeObjectsLater(
    trx,
    files.map((file) => ({ ...file, keys: keysOf(file) })),
  );
}
