import { id } from '@keepsake/contracts/platform/fields';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod';
import { ArchiveSourceError } from '../../../platform/archive/archive-entry.ts';
import { planArchive } from '../../../platform/archive/plan-archive.ts';
import { serveArchive } from '../../../platform/archive/serve-archive.ts';
import { mountSigned } from '../../../platform/http/mount-signed.ts';
import { Problem } from '../../../platform/problem.ts';
import type { OwnedPhoto } from '../photos/index.ts';
import { archiveEntryOf, findLost } from './archive-entries.ts';
import type { Deps } from './deps.ts';
import {
  type DownloadRef,
  type DownloadRow,
  failDownload,
  findFromSharedAlbums,
  findOriginals,
  findWithDeletedPhotos,
  isSound,
  readDownload,
} from './store.ts';

const archive = z.object({ customerId: customerIdSchema, downloadId: id });

/** Keeps the signatures of archives separate from those of photos. */
const areaOf = ({ customerId }: DownloadRef) => `downloads/${customerId}`;

/** The signed address of a finished archive. Throws `conflict` until it is finished, `not-found` once it is lost. */
export async function addressOfDownload(deps: Deps, ref: DownloadRef): Promise<string> {
  const { entries } = await requireFinished(deps, ref);
  const stored = entries ?? [];
  const lost = await findLost(deps.objects, stored);
  if (lost.length > 0) {
    await failAsLost(
      deps,
      ref,
      lost.map((index) => stored[index]?.name ?? ''),
    );
  }
  return `${deps.signer.addressOf(areaOf(ref), ref.downloadId, deps.clock())}/${ref.downloadId}.zip`;
}

/** Serves archives by signed address, streamed from the originals. Anything wrong returns the same 404. */
export function mountDownloads(app: FastifyInstance, deps: Deps): void {
  mountSigned(
    app,
    deps,
    {
      path: 'downloads/:customerId/:downloadId/:fileName',
      params: archive,
      signedOf: (ref) => ({ area: areaOf(ref), photoId: ref.downloadId }),
    },
    async (ref, { request, reply }) => {
      const { entries, finished_at } = await requireFinished(deps, ref);
      return serveArchive(request, reply, {
        plan: planArchive((entries ?? []).map(archiveEntryOf)),
        fileName: `${ref.downloadId}.zip`,
        modifiedAt: finished_at ?? deps.clock(),
        objects: deps.objects,
        onBroken: (error) => {
          if (error instanceof ArchiveSourceError) return failDownload(deps.db, ref, [error.entryName]);
        },
      });
    },
  );
}

/** A finished archive, all of whose photos the customer may still see. An archive that has lost one fails. */
async function requireFinished(
  deps: Pick<Deps, 'db' | 'clock' | 'findSharedAlbum'>,
  ref: DownloadRef,
): Promise<DownloadRow> {
  const download = await readDownload(deps.db, ref, deps.clock());
  if (download?.status === 'started') throw new Problem('conflict');
  if (download?.status !== 'finished') throw new Problem('not-found');
  if (!(await isStillVisible(deps, ref, download))) await failAsLost(deps, ref, []);
  const originals = await findOriginals(deps.db, download.photos);
  const missing = download.photos.filter((_, index) => !isSound(originals[index])).map(({ name }) => name);
  if (missing.length > 0) await failAsLost(deps, ref, missing);
  return download;
}

async function failAsLost(
  { db }: Pick<Deps, 'db'>,
  ref: DownloadRef,
  missing: readonly string[],
): Promise<never> {
  await failDownload(db, ref, missing);
  throw new Problem('not-found');
}

async function isStillVisible(
  deps: Pick<Deps, 'findSharedAlbum'>,
  { customerId }: DownloadRef,
  download: DownloadRow,
): Promise<boolean> {
  const { shared_album_id, photos } = download;
  return !shared_album_id || (await deps.findSharedAlbum(customerId, shared_album_id, photos)) !== null;
}

/** What of a download that failed for missing photos can be requested anew; those lost from the store go by their names. */
export async function findAvailable(
  deps: Pick<Deps, 'db' | 'findSharedAlbum'>,
  download: DownloadRow,
): Promise<OwnedPhoto[]> {
  const { status, photos, missing, shared_album_id, user_id } = download;
  if (status !== 'error' || missing.length === 0) return [];
  const originals = await findOriginals(deps.db, photos);
  const sound = photos.filter((_, index) => isSound(originals[index]));
  const left = sound.length < photos.length ? sound : sound.filter(({ name }) => !missing.includes(name));
  const available = left.map(({ photoId, ownerId }) => ({ photoId, ownerId }));
  if (available.length === 0 || !shared_album_id) return available;
  return (await deps.findSharedAlbum(user_id, shared_album_id, available)) === null ? [] : available;
}

/**
 * Fails the customer's finished archives that are no longer available: photos were deleted, whose names are kept, or the shared
 * album that showed them is no longer shared.
 */
export async function failLostDownloads(
  { db, clock, findSharedAlbum }: Pick<Deps, 'db' | 'clock' | 'findSharedAlbum'>,
  customerId: CustomerId,
): Promise<void> {
  for (const { id: downloadId, missing } of await findWithDeletedPhotos(db, customerId, clock())) {
    await failDownload(db, { customerId, downloadId }, missing);
  }
  for (const { id: downloadId, shared_album_id, photos } of await findFromSharedAlbums(
    db,
    customerId,
    clock(),
  )) {
    const album = await findSharedAlbum(customerId, shared_album_id, photos);
    if (album === null) await failDownload(db, { customerId, downloadId }, []);
  }
}
