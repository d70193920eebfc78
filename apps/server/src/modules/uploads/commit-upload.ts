import type { Photo } from '@keepsake/contracts';
import { Problem } from '../../platform/problem.ts';
import { addPhoto, mendPhoto } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import type { Hold } from './locks/hold.ts';
import type { UploadLocks } from './locks/upload-locks.ts';
import { joinPieces } from './pieces/join-pieces.ts';
import type { Spool } from './pieces/spool.ts';
import { removeGarbage } from './remove-garbage.ts';
import type { Contents, UploadRef, UploadRow } from './upload.ts';
import { closeUpload } from './upload-store.ts';

export type CommitDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log' | 'timeZoneOf' | 'presentPhoto'> & {
  locks: UploadLocks;
  spool: Spool;
};
type Open = { upload: UploadRow; hold: Hold };
export type Outcome = { photoId: string; isDuplicate: boolean };

/**
 * Makes a photo of a complete upload; asked again it answers the same. The object is durable before the transaction
 * that says it is a photo, and what a crash in between leaves is found by its key in the upload's row.
 */
export async function commitUpload(
  deps: CommitDeps,
  ref: UploadRef,
): Promise<{ photo: Photo; duplicate: boolean }> {
  const { photoId, isDuplicate } = await commitOnce(deps, ref);
  const photo = await deps.presentPhoto(ref.userId, photoId);
  if (!photo) throw new Problem('not-found');
  return { photo, duplicate: isDuplicate };
}

/** As commitUpload, without the photo. `isBulk`: its thumbnails wait for those of customers who add a few. */
export async function commitOnce(
  deps: CommitDeps,
  ref: UploadRef,
  { isBulk = false }: { isBulk?: boolean } = {},
): Promise<Outcome> {
  await using held = await deps.locks.take(ref, null);
  const { upload, hold } = held;
  if (!hold) return outcomeOf(upload);
  if (upload.expires_at <= deps.clock()) throw new Problem('upload-gone');
  if (upload.received < upload.bytes) throw new Problem('upload-incomplete');
  if (upload.bytes === 0) return await refuse(deps, { upload, hold });
  const whole = await joinPieces(deps, { upload, hold });
  const { format } = whole.contents;
  if (!format) return await refuse(deps, { upload, hold });
  return await save(deps, { upload, hold }, { ...whole, format, isBulk });
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

type Whole = { key: string; contents: Contents; format: NonNullable<Contents['format']>; isBulk: boolean };

async function save(
  deps: CommitDeps,
  { upload, hold }: Open,
  { key, contents, format, isBulk }: Whole,
): Promise<Outcome> {
  const now = deps.clock();
  const photo = {
    ...hold.ref,
    fileName: upload.file_name,
    format,
    bytes: upload.bytes,
    sha256: Buffer.from(contents.sha256, 'hex'),
    crc32: contents.crc32,
    objectKey: key,
    takenAt: contents.takenAt,
    takenOffsetMinutes: contents.takenOffsetMinutes,
    createdAt: now,
    timeZone: await deps.timeZoneOf(hold.ref.userId),
    isBulk,
  };
  const saved = await deps.db.transaction().execute(async (trx) => {
    const outcome = await addPhoto(trx, photo);
    const owned = { userId: hold.ref.userId, photoId: outcome.photoId, objectKey: key };
    const replacedKeys = outcome.isDuplicate ? await mendPhoto(trx, owned, deps.objects) : [];
    const keys = { ownedKey: replacedKeys && key, replacedKeys: replacedKeys ?? [] };
    const closing = { state: 'saved' as const, ...outcome, ...keys, now };
    const closed = await closeUpload(trx, { ...hold.ref, token: hold.token }, closing);
    if (!closed) throw new Problem('locked');
    return { ...outcome, garbage: closed.issued_keys };
  });
  hold.settle();
  await removeGarbage(deps, hold.ref, saved.garbage);
  return { photoId: saved.photoId, isDuplicate: saved.isDuplicate };
}
