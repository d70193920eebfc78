import { type ImportFault, MAX_PHOTO_BYTES } from '@keepsake/contracts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { ObjectNotFound } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import { forgetFiles, type LegacyRow, settleUpload } from '../legacy-uploads/index.ts';
import type { Deps } from './deps.ts';
import { countOne } from './import-store.ts';

/** Another worker has brought the upload in. */
class AlreadySettled extends Error {}
/** The file is more than a photograph may be, and more than is to be held in memory. */
class TooLarge extends Error {}

/**
 * Brings one upload into the library by the way of every photo. That it is in is noted in the photo's own transaction, so
 * neither a crash nor a second worker brings it twice, or back when it was deleted since. One that can never become a
 * photo is noted as failed; anything else is thrown, to be tried again.
 */
export async function importUpload(deps: Deps, upload: LegacyRow): Promise<void> {
  try {
    await addToLibrary(deps, upload);
  } catch (error) {
    if (error instanceof AlreadySettled) return;
    const fault = faultOf(error);
    if (!fault) throw error;
    await noteFailure(deps, upload, fault);
    return;
  }
  await removeFiles(deps, upload.user_id, upload.object_key === null ? [] : [upload.object_key]);
}

async function addToLibrary({ objects, addFile }: Deps, upload: LegacyRow): Promise<void> {
  const ref = { userId: upload.user_id, legacyUploadId: upload.id };
  const key = upload.object_key ?? '';
  if (((await objects.size(key)) ?? 0) > MAX_PHOTO_BYTES) throw new TooLarge();
  const content = await objects.read(key);
  await addFile({
    userId: upload.user_id,
    fileName: upload.file_name,
    content,
    isBulk: true,
    async alongside(trx, { photoId }) {
      if (!(await settleUpload(trx, ref, { state: 'imported', photoId }))) throw new AlreadySettled();
      await countOne(trx, upload.user_id, 'imported');
    },
  });
}

function faultOf(error: unknown): ImportFault | null {
  if (error instanceof ObjectNotFound) return 'missing';
  if (error instanceof TooLarge) return 'too-large';
  return error instanceof Problem && error.code === 'not-a-photo' ? error.code : null;
}

async function noteFailure({ db, log }: Deps, { user_id, id }: LegacyRow, fault: ImportFault): Promise<void> {
  const ref = { userId: user_id, legacyUploadId: id };
  const isNoted = await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const isFirst = await settleUpload(trx, ref, { state: 'failed', fault });
      if (isFirst) await countOne(trx, user_id, 'failed');
      return isFirst;
    }),
  );
  if (isNoted) log.warn({ userId: user_id, legacyUploadId: id, fault }, 'a legacy upload was not imported');
}

/** Removes files whose photos have originals of their own. */
export async function removeFiles(
  { db, objects }: Deps,
  userId: string,
  keys: readonly string[],
): Promise<void> {
  await objects.remove(keys);
  await forgetFiles(db, userId, keys);
}
