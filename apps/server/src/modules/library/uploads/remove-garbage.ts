import type { Deps } from './deps.ts';
import type { UploadRef } from './upload.ts';
import { forgetKeys } from './upload-store.ts';

/** Removes what a closed upload left behind. A failure is no one's who waits: the clean-up job tries again. */
export async function removeGarbage(
  { db, objects, log }: Pick<Deps, 'db' | 'objects' | 'log'>,
  ref: UploadRef,
  keys: readonly string[],
): Promise<void> {
  if (keys.length === 0) return;
  try {
    await objects.remove(keys);
    await forgetKeys(db, ref);
  } catch (error) {
    log.warn({ err: error, uploadId: ref.uploadId }, 'objects of an upload wait for the clean-up');
  }
}
