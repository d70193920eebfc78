import { createDownload, createSharedAlbumDownload, getDownloads, getDownloadUrl } from '@keepsake/contracts';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { Problem } from '../../../platform/problem.ts';
import type { Deps } from './deps.ts';
import { downloadOfRow } from './download-row.ts';
import { listDownloads } from './download-store.ts';
import { failLostDownloads } from './fail-lost-downloads.ts';
import { requestDownload } from './request-download.ts';
import { addressOfDownload } from './serve-downloads.ts';

/** The download API. Everybody asks for photos they see, and finds their own downloads and nobody else's. */
export function downloadRoutes(deps: Deps): Route[] {
  const { db, clock, findSharedAlbum } = deps;
  return [
    route(createDownload, async ({ customer: { customerId }, body: { id, name, photos: photoIds } }) => {
      const photos = photoIds.map((photoId) => ({ photoId, ownerId: customerId }));
      await requestDownload(deps, { customerId, downloadId: id, name, photos });
      return { id, name, photos: photoIds };
    }),
    route(createSharedAlbumDownload, async ({ customer: { customerId }, body: { albumId, photos } }) => {
      const name = await findSharedAlbum(customerId, albumId, photos);
      if (name === null) throw new Problem('not-found');
      const downloadId = newId();
      await requestDownload(deps, { customerId, downloadId, name, photos, sharedAlbumId: albumId });
      return { id: downloadId, photos };
    }),
    route(getDownloads, async ({ customer: { customerId } }) => {
      await failLostDownloads(deps, customerId);
      return { items: (await listDownloads(db, customerId, clock())).map(downloadOfRow) };
    }),
    route(getDownloadUrl, async ({ customer: { customerId: userId }, params: { downloadId } }) => ({
      url: await addressOfDownload(deps, { userId, downloadId }),
    })),
  ];
}
