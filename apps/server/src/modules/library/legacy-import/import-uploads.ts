import type { ImportFault } from '@keepsake/contracts/library/legacy-import';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { MAX_PHOTO_BYTES } from '@keepsake/contracts/platform/limits';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { ObjectNotFound } from '../../../platform/objects/object-store.ts';
import { Problem } from '../../../platform/problem.ts';
import { countOne, isImportRunning } from './activation.ts';
import type { Deps } from './deps.ts';
import { findWaiting, forgetFiles, type LegacyRow, settleUpload } from './store.ts';

const BATCH = 20;
/** If this many uploads fail temporarily, the cause is not the uploads. */
const MAX_SETBACKS = 20;

/**
 * Why importing stopped: the turn is over, a deletion of the library must end first, the database was restored, or nothing is
 * left to do.
 */
type Stop = 'turn-over' | 'deletion' | 'restored' | 'end';

type Turn = {
  isOver(): boolean;
  /** Errors of single uploads, to be retried later. */
  setbacks: unknown[];
};

/**
 * Imports waiting uploads until the turn is over. An upload that fails temporarily does not stop the others; the first such error
 * is thrown once all have been tried.
 */
export async function importWaiting(
  deps: Deps,
  customerId: CustomerId,
  isOver: () => boolean,
): Promise<Stop> {
  const turn: Turn = { isOver, setbacks: [] };
  for (let after: string | null = null; ; ) {
    const stop = await findStop(deps, customerId);
    if (stop) return stop;
    const batch = await findWaiting(deps.db, customerId, { after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) break;
    if ((await importBatch(deps, batch, turn)) === 'turn-over') return 'turn-over';
    after = last.id;
  }
  if (turn.setbacks.length > 0) throw turn.setbacks[0];
  return 'end';
}

async function findStop(deps: Deps, customerId: CustomerId): Promise<Stop | null> {
  if (!(await isImportRunning(deps.db, customerId)) || (await deps.isAccountDeleted(customerId)))
    return 'end';
  // Rows of a restored database may name uploads that have been imported since.
  if (!(await deps.objects.mayRemove())) return 'restored';
  return (await deps.isLibraryBeingDeleted(customerId)) ? 'deletion' : null;
}

async function importBatch(
  deps: Deps,
  batch: readonly LegacyRow[],
  turn: Turn,
): Promise<'turn-over' | 'end'> {
  for (const upload of batch) {
    if (turn.isOver()) return 'turn-over';
    await importUpload(deps, upload).catch((error) => turn.setbacks.push(error));
    if (turn.setbacks.length >= MAX_SETBACKS) throw turn.setbacks[0];
  }
  return 'end';
}

/** Another worker has imported the upload. */
class AlreadySettled extends Error {}
/** The file is larger than a photo may be, and too large to hold in memory. */
class TooLarge extends Error {}

/**
 * Imports one upload through the normal upload path. The photo's own transaction marks it as imported, so neither a
 * crash nor a second worker imports it twice, or again after its deletion. An upload that can never become a photo is
 * marked as failed; any other error is thrown, to be retried.
 */
async function importUpload(deps: Deps, upload: LegacyRow): Promise<void> {
  try {
    await addToLibrary(deps, upload);
  } catch (error) {
    if (error instanceof AlreadySettled) return;
    const fault = faultOf(error);
    if (!fault) throw error;
    await markFailed(deps, upload, fault);
    return;
  }
  await removeFiles(deps, upload.user_id, upload.object_key === null ? [] : [upload.object_key]);
}

async function addToLibrary(
  { objects, addFile }: Pick<Deps, 'objects' | 'addFile'>,
  upload: LegacyRow,
): Promise<void> {
  const ref = { customerId: upload.user_id, legacyUploadId: upload.id };
  const key = upload.object_key ?? '';
  if (((await objects.size(key)) ?? 0) > MAX_PHOTO_BYTES) throw new TooLarge();
  const content = await objects.read(key);
  await addFile({
    customerId: upload.user_id,
    fileName: upload.file_name,
    content,
    isBulk: true,
    async onCommit(trx, { photoId }) {
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

async function markFailed(
  { db, log }: Pick<Deps, 'db' | 'log'>,
  { user_id, id }: LegacyRow,
  fault: ImportFault,
): Promise<void> {
  const ref = { customerId: user_id, legacyUploadId: id };
  const isMarked = await retryConflicts(() =>
    db.transaction().execute(async (trx) => {
      const isFirst = await settleUpload(trx, ref, { state: 'failed', fault });
      if (isFirst) await countOne(trx, user_id, 'failed');
      return isFirst;
    }),
  );
  if (isMarked)
    log.warn({ customerId: user_id, legacyUploadId: id, fault }, 'a legacy upload was not imported');
}

/** Removes files whose photos have originals of their own; false while the store removes nothing. */
export async function removeFiles(
  { db, objects }: Pick<Deps, 'db' | 'objects'>,
  customerId: CustomerId,
  keys: readonly string[],
): Promise<boolean> {
  if (!(await objects.remove(keys))) return false;
  await forgetFiles(db, customerId, keys);
  return true;
}
