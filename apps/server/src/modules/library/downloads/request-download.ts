import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { HOUR_MS } from '../../../platform/clock.ts';
import { lockCount, type Queryable } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { Problem } from '../../../platform/problem.ts';
import type { OwnedPhoto } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { PLAN_DOWNLOAD } from './jobs.ts';
import { countDownloads, findOriginals, insertDownload, readDownload, restartDownload } from './store.ts';

/** Downloads a customer may request in an hour. */
const MAX_PER_HOUR = 30;

type Requested = {
  customerId: CustomerId;
  downloadId: string;
  name: string;
  photos: readonly OwnedPhoto[];
  sharedAlbumId?: string;
};

/**
 * Requests an archive: adds its row and its job in the given transaction. Repeating the id changes nothing, unless the archive
 * failed: then it is made again. Throws `conflict` if that id has other photos, and `not-found` if the customer may not see a
 * photo, as if it did not exist.
 */
export async function requestDownload(
  { trx, clock }: Pick<Deps, 'clock'> & { trx: Queryable },
  requested: Requested,
): Promise<void> {
  const { customerId, downloadId, name, sharedAlbumId = null } = requested;
  const refs = withoutDuplicates(requested.photos);
  const originals = await findOriginals(trx, refs);
  const photos = refs.map((ref, index) => ({ ...ref, name: nameOf(originals[index]) }));
  const now = clock();
  await lockCount(trx, 'downloads', customerId);
  const ref = { customerId, downloadId };
  const existing = await readDownload(trx, ref, now);
  if (existing && !isSame(existing.photos, photos)) throw new Problem('conflict');
  if (existing && !(await restartDownload(trx, ref))) return;
  const recent = await countDownloads(trx, customerId, { now, ms: HOUR_MS });
  if (recent >= MAX_PER_HOUR + (existing ? 1 : 0)) throw new Problem('too-many-requests');
  if (!existing) await insertDownload(trx, { ...ref, name, sharedAlbumId, photos, now });
  await addJob(trx, PLAN_DOWNLOAD, { customerId, downloadId }, { maxAttempts: 4 });
}

function nameOf(original: { fileName: string } | undefined): string {
  if (!original) throw new Problem('not-found');
  return original.fileName;
}

function isSame(some: readonly OwnedPhoto[], others: readonly OwnedPhoto[]): boolean {
  const keys = (photos: readonly OwnedPhoto[]) => new Set(photos.map(keyOf));
  return keys(some).symmetricDifference(keys(others)).size === 0;
}

const keyOf = ({ photoId, ownerId }: OwnedPhoto) => `${ownerId} ${photoId}`;

function withoutDuplicates(photos: readonly OwnedPhoto[]): OwnedPhoto[] {
  return [...new Map(photos.map((photo) => [keyOf(photo), photo])).values()];
}
