import type { Photo } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { Problem } from '../../../platform/problem.ts';
import { addPhoto, mendPhoto, type PhotoRow } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { photoFileName } from './file-name.ts';
import type { Hold } from './locks/hold.ts';
import type { UploadLocks } from './locks/upload-locks.ts';
import { joinPieces } from './pieces/join-pieces.ts';
import type { Spool } from './pieces/spool.ts';
import { removeGarbage } from './remove-garbage.ts';
import { type Contents, refOf, type UploadRef, type UploadRow } from './upload.ts';
import { closeUpload } from './upload-store.ts';

type Needed =
  | 'db'
  | 'objects'
  | 'clock'
  | 'log'
  | 'timeZoneOf'
  | 'presentPhoto'
  | 'presentRow'
  | 'addToAlbum';
export type CommitDeps = Pick<Deps, Needed> & { locks: UploadLocks; spool: Spool };
type Open = { upload: UploadRow; hold: Hold };
/** Of a photo that is new, the row, too. */
export type Outcome = { photoId: string; isDuplicate: boolean; row?: PhotoRow };
export type Saved = Omit<Outcome, 'row'> & { upload: UploadRow };
export type Wishes = {
  /** An album of the customer that the photo goes into, too. */
  albumId?: string;
  /** Its thumbnails wait for those of customers who add a few. */
  isBulk?: boolean;
  /** Part of the transaction that saves the photo; not called for one that was saved before. */
  onCommit?: (trx: Queryable, saved: Saved) => Promise<void>;
};

/**
 * Makes a photo of a complete upload; asked again it answers the same. The object is durable before the transaction
 * that says it is a photo, and what a crash in between leaves is found by its key in the upload's row.
 */
export async function commitUpload(
  deps: CommitDeps,
  ref: UploadRef,
  wishes?: Pick<Wishes, 'albumId'>,
): Promise<{ photo: Photo; duplicate: boolean }> {
  const { photoId, isDuplicate, row } = await commitOnce(deps, ref, wishes);
  const photo = row ? deps.presentRow(ref.userId, row) : await deps.presentPhoto(ref.userId, photoId);
  if (!photo) throw new Problem('not-found');
  return { photo, duplicate: isDuplicate };
}

/** As commitUpload, without the photo. */
export async function commitOnce(deps: CommitDeps, ref: UploadRef, wishes: Wishes = {}): Promise<Outcome> {
  await using held = await deps.locks.take(ref, null);
  const { upload, hold } = held;
  if (!hold) return await answerAgain(deps, upload, wishes);
  if (upload.expires_at <= deps.clock()) throw new Problem('upload-gone');
  if (upload.received < upload.bytes) throw new Problem('upload-incomplete');
  if (upload.bytes === 0) return await refuse(deps, { upload, hold });
  const whole = await joinPieces(deps, { upload, hold });
  const { format } = whole.contents;
  if (!format) return await refuse(deps, { upload, hold });
  return await save(deps, { upload, hold }, { ...whole, ...wishes, format });
}

/** The answer of an upload that is closed; its photo goes into the album as if it had been asked the first time. */
async function answerAgain(deps: CommitDeps, upload: UploadRow, { albumId }: Wishes): Promise<Outcome> {
  const outcome = outcomeOf(upload);
  if (albumId) {
    const addition = { ownerId: upload.user_id, albumId, photoIds: [outcome.photoId], now: deps.clock() };
    await retryConflicts(() => deps.db.transaction().execute((trx) => deps.addToAlbum(trx, addition)));
  }
  return outcome;
}

/** What became of a closed upload. */
function outcomeOf(upload: UploadRow): Outcome {
  if (upload.photo_id) return { photoId: upload.photo_id, isDuplicate: upload.is_duplicate };
  if (upload.state === 'refused') throw new Problem('not-a-photo');
  throw new Problem(upload.state === 'expired' ? 'upload-gone' : 'not-found');
}

async function refuse(deps: CommitDeps, { hold }: Open): Promise<never> {
  const closed = await closeUpload(
    deps.db,
    { ...hold.ref, token: hold.token },
    { state: 'refused', now: deps.clock() },
  );
  if (!closed) throw new Problem('locked');
  hold.settle();
  await removeGarbage(deps, hold.ref, closed.issued_keys);
  throw new Problem('not-a-photo');
}

type Whole = Wishes & { key: string; contents: Contents; format: NonNullable<Contents['format']> };

async function save(deps: CommitDeps, { upload, hold }: Open, whole: Whole): Promise<Outcome> {
  const { userId } = hold.ref;
  const now = deps.clock();
  const timeZone = await deps.timeZoneOf(userId);
  const photo = { ...photoOf(upload, whole), timeZone, createdAt: now };
  const { garbage, ...outcome } = await retryConflicts(() =>
    deps.db.transaction().execute(async (trx) => {
      let garbage: string[] = [];
      const finish = async (result: Result) => {
        garbage = await finishUpload(deps, trx, { upload, hold }, { ...whole, ...result, now });
      };
      const place = (photoId: string) => finish({ photoId, isDuplicate: false, replacedKeys: [] });
      const added = await addPhoto(trx, photo, place);
      if (added.isDuplicate) {
        const same = { userId, photoId: added.photoId, objectKey: whole.key };
        await finish({ ...added, replacedKeys: await mendPhoto(trx, same, deps.objects) });
      }
      return { ...added, garbage };
    }),
  );
  hold.settle();
  await removeGarbage(deps, hold.ref, garbage);
  return outcome;
}

/** `replacedKeys` are those that the photo has no use for any more; null when it has none for the upload's own. */
type Result = Omit<Outcome, 'row'> & { replacedKeys: string[] | null };

/** What else belongs into the transaction of a photo. Gives the keys of what is to be removed. */
async function finishUpload(
  deps: Pick<CommitDeps, 'addToAlbum'>,
  trx: Queryable,
  { upload, hold }: Open,
  { key, albumId, onCommit, photoId, isDuplicate, replacedKeys, now }: Whole & Result & { now: Date },
): Promise<string[]> {
  if (albumId) await deps.addToAlbum(trx, { ownerId: hold.ref.userId, albumId, photoIds: [photoId], now });
  await onCommit?.(trx, { photoId, isDuplicate, upload });
  const keys = { ownedKey: replacedKeys && key, replacedKeys: replacedKeys ?? [] };
  const closing = { state: 'saved' as const, photoId, isDuplicate, ...keys, now };
  const closed = await closeUpload(trx, { ...hold.ref, token: hold.token }, closing);
  if (!closed) throw new Problem('locked');
  return closed.issued_keys;
}

/** What the library keeps of a whole upload. */
function photoOf(upload: UploadRow, { key, contents, format, isBulk }: Whole) {
  return {
    ...refOf(upload),
    fileName: photoFileName(upload.file_name, format),
    format,
    bytes: upload.bytes,
    sha256: Buffer.from(contents.sha256, 'hex'),
    crc32: contents.crc32,
    objectKey: key,
    takenAt: contents.takenAt,
    takenOffsetMinutes: contents.takenOffsetMinutes,
    isBulk,
  };
}
