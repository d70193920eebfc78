import { addJob } from '../../platform/jobs/jobs.ts';
import { Problem } from '../../platform/problem.ts';
import type { Deps, PhotoRef } from './deps.ts';
import { countDownloadsSince, insertDownload } from './download-store.ts';
import { findOriginals } from './find-originals.ts';
import { LAY_OUT_DOWNLOAD } from './lay-out-download.ts';

/** Downloads a customer may ask for in an hour. */
const MOST_AN_HOUR = 30;
const HOUR_MS = 3_600_000;

type Asked = {
  customerId: string;
  downloadId: string;
  name: string;
  photos: readonly PhotoRef[];
  sharedAlbumId?: string;
};

/**
 * Takes a request for an archive: its row and its job in one transaction. Asked again with the same id it changes
 * nothing. A photo that is not the customer's to see is answered like one that does not exist.
 */
export async function requestDownload(deps: Deps, asked: Asked): Promise<void> {
  const { db, clock } = deps;
  const { customerId: userId, downloadId, name, sharedAlbumId = null } = asked;
  const refs = withoutDoubles(asked.photos);
  const originals = await findOriginals(db, refs);
  const photos = refs.map((ref, index) => ({ ...ref, name: nameOf(originals[index]) }));
  const now = clock();
  const recent = await countDownloadsSince(db, userId, new Date(now.getTime() - HOUR_MS));
  await db.transaction().execute(async (trx) => {
    const isNew = await insertDownload(trx, { userId, downloadId, name, sharedAlbumId, photos, now });
    if (!isNew) return;
    if (recent >= MOST_AN_HOUR) throw new Problem('too-many-requests');
    await addJob(trx, LAY_OUT_DOWNLOAD, { userId, downloadId }, { maxAttempts: 4 });
  });
}

function nameOf(original: { fileName: string } | undefined): string {
  if (!original) throw new Problem('not-found');
  return original.fileName;
}

function withoutDoubles(photos: readonly PhotoRef[]): PhotoRef[] {
  return [...new Map(photos.map((photo) => [`${photo.ownerId} ${photo.photoId}`, photo])).values()];
}
