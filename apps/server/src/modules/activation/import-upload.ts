import { retryConflicts } from '../../platform/database/retry-conflicts.ts';
import { ObjectNotFound } from '../../platform/objects/object-store.ts';
import { Problem } from '../../platform/problem.ts';
import { forgetFiles, type LegacyRow, settleUpload } from '../legacy-uploads/index.ts';
import type { Deps } from './deps.ts';
import { countOne } from './import-store.ts';

/** Another worker has brought the upload in. */
class AlreadySettled extends Error {}

/**
 * Brings one upload into the library by the way of every photo. That it is in is noted in the photo's own transaction, so
 * neither a crash nor a second worker brings it twice, or back when it was deleted since. One that is no photo, or whose
 * file is lost, is noted as failed; anything else is thrown, to be tried again.
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
  const content = await objects.read(upload.object_key ?? '');
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

function faultOf(error: unknown): string | null {
  if (error instanceof ObjectNotFound) return 'missing';
  return error instanceof Problem && error.code === 'not-a-photo' ? error.code : null;
}

async function noteFailure({ db, log }: Deps, { user_id, id }: LegacyRow, fault: string): Promise<void> {
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
