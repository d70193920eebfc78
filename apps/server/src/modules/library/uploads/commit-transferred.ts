import type { PhoneArrival } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type CommitDeps, commitOnce } from './commit-upload.ts';
import { arrivalOf, requireTransferred } from './transferred.ts';

export type Transferred = {
  userId: string;
  uploadId: string;
  transferId: string;
  /** The album that the photo goes into, if it is still there. */
  albumId: string | null;
  /** Part of the transaction that saves the photo. */
  onArrival(trx: Queryable, arrival: PhoneArrival): Promise<void>;
};

/** Makes a photo of a file that came by a code; asked again nothing more happens. Throws `not-found` for any other file. */
export async function commitTransferred(deps: CommitDeps, transferred: Transferred): Promise<void> {
  const { albumId, onArrival, ...ref } = transferred;
  await requireTransferred(deps.db, ref);
  await commitOnce(deps, ref, {
    albumId: albumId ?? undefined,
    onCommit: (trx, { upload, photoId, isDuplicate }) =>
      onArrival(trx, arrivalOf({ ...upload, photo_id: photoId, is_duplicate: isDuplicate })),
  });
}
