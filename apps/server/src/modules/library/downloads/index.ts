import {
  createDownload,
  createSharedAlbumDownload,
  DOWNLOAD_PICTURES,
  type Download,
  getDownloads,
  getDownloadUrl,
} from '@keepsake/contracts/library/downloads';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type Route, route } from '../../../platform/http/route.ts';
import { createOnce } from '../../../platform/idempotency.ts';
import { newId } from '../../../platform/ids.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import type { OwnedPhoto } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { planDownloadTask } from './jobs.ts';
import { DOWNLOADS_DATA, TABLES } from './personal-data.ts';
import { requestDownload } from './request-download.ts';
import { addressOfDownload, failLostDownloads, findAvailable, mountDownloads } from './serve-downloads.ts';
import { type DownloadRow, listDownloads } from './store.ts';

/** Archives of selected photos: planned by a job, and streamed from the originals when downloaded. */
export function createDownloads(deps: Deps): Module {
  return {
    routes: downloadRoutes(deps),
    tasks: [planDownloadTask(deps)],
    tables: TABLES,
    expires: [{ table: 'downloads', column: 'expires_at' }],
    personalData: DOWNLOADS_DATA,
    mount: (app) => mountDownloads(app, deps),
  };
}

/** The download API. Customers request archives of photos they see, and find only their own downloads. */
function downloadRoutes(deps: Deps): Route[] {
  const { clock, findSharedAlbum } = deps;
  return [
    route(createDownload, (call) =>
      createOnce(deps, call, async (trx) => {
        const { customerId } = call.customer;
        const { id, name, photos: photoIds } = call.body;
        const photos = photoIds.map((photoId) => ({ photoId, ownerId: customerId }));
        await requestDownload({ trx, clock }, { customerId, downloadId: id, name, photos });
        return { id, name, photos: photoIds };
      }),
    ),
    route(createSharedAlbumDownload, async (call) => {
      const { customerId } = call.customer;
      const { albumId, photos } = call.body;
      const name = await findSharedAlbum(customerId, albumId, photos);
      if (name === null) throw new Problem('not-found');
      return createOnce(deps, call, async (trx) => {
        const downloadId = newId();
        const requested = { customerId, downloadId, name, photos, sharedAlbumId: albumId };
        await requestDownload({ trx, clock }, requested);
        return { id: downloadId, photos };
      });
    }),
    route(getDownloads, async ({ customer: { customerId } }) => {
      await failLostDownloads(deps, customerId);
      return { items: await presentDownloads(deps, customerId) };
    }),
    route(getDownloadUrl, async ({ customer: { customerId }, params: { downloadId } }) => ({
      url: await addressOfDownload(deps, { customerId, downloadId }),
    })),
  ];
}

/** The customer's downloads, with pictures: the same for every download of a photo, so all are looked up at once. */
async function presentDownloads(deps: Deps, customerId: CustomerId): Promise<Download[]> {
  const rows = await listDownloads(deps.db, customerId, deps.clock());
  const shown = (await deps.isLibraryHidden(customerId)) ? [] : rows.flatMap((row) => firstOwn(row));
  const pictures = new Map<string, string>();
  for (const photo of await deps.presentPhotos(shown)) {
    const [smallest] = photo?.thumbnails ?? [];
    if (photo && smallest) pictures.set(photo.imageId, smallest.url);
  }
  return Promise.all(
    rows.map(async (row) => downloadOfRow(row, { pictures, available: await findAvailable(deps, row) })),
  );
}

/** The photos of a download whose pictures are shown. Others' photos are not: they may no longer be shared. */
const firstOwn = ({ photos, user_id }: DownloadRow) =>
  photos.filter(({ ownerId }) => ownerId === user_id).slice(0, DOWNLOAD_PICTURES);

type Found = { pictures: ReadonlyMap<string, string>; available: OwnedPhoto[] };

/** A download in its wire format. */
function downloadOfRow(row: DownloadRow, { pictures, available }: Found): Download {
  return {
    id: row.id,
    name: row.name,
    status: row.status,
    photosCount: row.photos.length,
    pictures: firstOwn(row).flatMap(({ photoId }) => pictures.get(photoId) ?? []),
    bytes: row.bytes ?? undefined,
    created: row.created_at.toISOString(),
    expires: row.expires_at.toISOString(),
    missing: row.missing.length > 0 ? row.missing : undefined,
    available: available.length > 0 ? available : undefined,
    sharedAlbumId: available.length > 0 ? (row.shared_album_id ?? undefined) : undefined,
  };
}
