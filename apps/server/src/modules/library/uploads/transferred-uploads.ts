import type { PhoneArrival } from '@keepsake/contracts/library/phone-arrivals';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { Problem } from '../../../platform/problem.ts';
import { findDecoded } from '../photos/index.ts';
import { type CommitDeps, commitOnce } from './commit-upload.ts';
import { MAX_TRANSFERRED } from './rules.ts';
import type { UploadRef } from './store.ts';

/** A phone transfer: the code with which a phone sends files. */
export type TransferRef = { customerId: CustomerId; transferId: string };

/** Throws `not-found` unless the upload was begun with that code. */
export async function requireTransferred(
  db: Queryable,
  { customerId, uploadId, transferId }: UploadRef & TransferRef,
): Promise<void> {
  const found = await db
    .selectFrom('uploads')
    .select('id')
    .where('user_id', '=', customerId)
    .where('id', '=', uploadId)
    .where('transfer_id', '=', transferId)
    .executeTakeFirst();
  if (!found) throw new Problem('not-found');
}

/** Throws `forbidden` once a code has been used for as many files as allowed. */
export async function requireRoom(db: Queryable, { customerId, transferId }: TransferRef): Promise<void> {
  const { started } = await db
    .selectFrom('uploads')
    .select((eb) => eb.fn.countAll<number>().as('started'))
    .where('user_id', '=', customerId)
    .where('transfer_id', '=', transferId)
    .executeTakeFirstOrThrow();
  if (started < MAX_TRANSFERRED) return;
  throw new Problem('forbidden', { detail: `A code can be used for at most ${MAX_TRANSFERRED} files` });
}

/** The photos that arrived with a code, oldest first; available as long as closed uploads are kept. */
export async function listArrivals(
  db: Queryable,
  { customerId, transferId }: TransferRef,
): Promise<PhoneArrival[]> {
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'photo_id', 'file_name', 'bytes', 'is_duplicate', 'is_restored'])
    .where('user_id', '=', customerId)
    .where('transfer_id', '=', transferId)
    .where('state', '=', 'saved')
    .orderBy('closed_at')
    .orderBy('id')
    .execute();
  return rows.flatMap((row) => (row.photo_id ? [arrivalOf({ ...row, photo_id: row.photo_id })] : []));
}

/** Those uploads of a code whose photo has its thumbnails by now, or never will. */
export async function findShown(
  db: Queryable,
  { customerId, transferId }: TransferRef,
  uploadIds: readonly string[],
): Promise<{ uploadId: string; isShown: boolean }[]> {
  if (uploadIds.length === 0) return [];
  const rows = await db
    .selectFrom('uploads')
    .select(['id', 'photo_id'])
    .where('user_id', '=', customerId)
    .where('transfer_id', '=', transferId)
    .where((eb) => eb('id', '=', eb.fn.any(eb.val([...uploadIds]))))
    .execute();
  const shown = await findDecoded(
    db,
    customerId,
    rows.flatMap(({ photo_id }) => photo_id ?? []),
  );
  return rows.flatMap(({ id, photo_id }) => {
    const isShown = photo_id === null ? undefined : shown.get(photo_id);
    return isShown === undefined ? [] : [{ uploadId: id, isShown }];
  });
}

type Saved = {
  id: string;
  photo_id: string;
  file_name: string;
  bytes: number;
  is_duplicate: boolean;
  is_restored: boolean;
};

/** A file that became a photo, in its wire format. */
function arrivalOf({ id, photo_id, file_name, bytes, is_duplicate, is_restored }: Saved): PhoneArrival {
  return {
    uploadId: id,
    imageId: photo_id,
    fileName: file_name,
    bytes,
    duplicate: is_duplicate,
    restored: is_restored || undefined,
  };
}

export type Transferred = {
  customerId: CustomerId;
  uploadId: string;
  transferId: string;
  /** An album to which the photo is added, if it still exists. */
  albumId: string | null;
  /** Runs in the transaction that saves the photo. */
  onArrival(trx: Queryable, arrival: PhoneArrival): Promise<void>;
};

/** Turns a file that arrived with a code into a photo, once. Throws `not-found` for any other file. */
export async function commitTransferred(deps: CommitDeps, transferred: Transferred): Promise<void> {
  const { albumId, onArrival, ...ref } = transferred;
  await requireTransferred(deps.db, ref);
  await commitOnce(deps, ref, {
    albumId: albumId ?? undefined,
    onCommit: (trx, { upload, photoId, isDuplicate, isRestored }) =>
      onArrival(
        trx,
        arrivalOf({ ...upload, photo_id: photoId, is_duplicate: isDuplicate, is_restored: isRestored }),
      ),
  });
}
