import type { Photo } from '@keepsake/contracts';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { listen } from '../../../platform/database/listen.ts';
import type { Route } from '../../../platform/http/route.ts';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Cursors } from '../../../platform/paging.ts';
import type { MediaSigner } from '../../../platform/signed-urls.ts';
import { deleteLibraryTask } from './delete-library.ts';
import type { RemoveFromAlbums } from './delete-photos.ts';
import { checkDeletionsTask, checkThumbnailsTask, CHECK_CRONS } from './jobs.ts';
import { makeThumbnailsTask } from './make-thumbnails.ts';
import { type CanSeeShared, createMediaFinder, MEDIA_CHANGED_CHANNEL, mountMedia } from './media.ts';
import type { Quota } from './month-counts.ts';
import { type PresentPhotos, photoOfRow } from './present-photos.ts';
import { purgePhotosTask } from './purge-photos.ts';
import type { UpdateInAlbums } from './record-image.ts';
import { photoRoutes } from './routes.ts';
import type { PhotoRow } from './store.ts';

export { addPhoto, type NewPhoto } from './add-photo.ts';
export { beginLibraryDeletion, findLibraryDeletion, stopLibraryDeletion } from './delete-library.ts';
export { deletePhotos } from './delete-photos.ts';
export { type Erasure, listErasures } from './erasures.ts';
export { countRepairable, findContents } from './find-contents.ts';
export type { CanSeeShared } from './media.ts';
export { type LibrarySize, librarySizeSql, type Quota, readPhotosCount } from './month-counts.ts';
export { giveUpForNow, noteOriginal, remakeThumbnails } from './note-damage.ts';
export { isOriginalWhole, type Original, readOriginals, type StoredOriginal } from './originals.ts';
export { createPresentPhotos, type PhotoView, type PresentPhotos } from './present-photos.ts';
export { purgeRemains, resumePurges } from './purge-photos.ts';
export { type CheckedOriginal, repairPhoto } from './repair-photo.ts';
export { findDecoded, findPhotoIds, markOrdered, type PhotoRow } from './store.ts';
export {
  findDamagedThumbnails,
  hasObjects,
  type PhotoPlace,
  readStoredPhotos,
  type StoredPhoto,
} from './stored-photos.ts';

type Deps = {
  db: Database;
  databaseUrl: string;
  objects: ObjectStore;
  dataDir: string;
  images: ImageProcessor;
  cursors: Cursors;
  signer: MediaSigner;
  clock: Clock;
  log: Logger;
  countAlbums(userId: string): Promise<number>;
  removeFromAlbums: RemoveFromAlbums;
  updateInAlbums: UpdateInAlbums;
  canSeeShared: CanSeeShared;
  /** Whether a customer's photos are hidden from everybody for now. */
  isLibraryHidden(userId: string): Promise<boolean>;
  presentPhotos: PresentPhotos;
  quota: Quota;
};

export type Photos = {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  mount(app: FastifyInstance): void;
  /** One of the customer's own photos as the wire shows it, or null. */
  presentPhoto(userId: string, photoId: string): Promise<Photo | null>;
  /** The same for a row that was just read. */
  presentRow(userId: string, row: PhotoRow): Photo;
  close(): Promise<void>;
};

/** The customer's photos: rows, month counts, pages, thumbnails, deletion and signed addresses. */
export async function createPhotos(deps: Deps): Promise<Photos> {
  const { db, databaseUrl, log, presentPhotos } = deps;
  const media = createMediaFinder(db);
  const listener = await listen({
    url: databaseUrl,
    channel: MEDIA_CHANGED_CHANNEL,
    log,
    onMessage: media.drop,
    onReconnect: () => media.drop('*'),
  });
  return {
    routes: photoRoutes(deps),
    tasks: [
      makeThumbnailsTask(deps),
      checkThumbnailsTask(deps),
      purgePhotosTask(deps),
      deleteLibraryTask(deps),
      checkDeletionsTask(deps),
    ],
    crons: CHECK_CRONS,
    mount: (app) => mountMedia(app, { ...deps, findMedia: media.find }),
    async presentPhoto(ownerId, photoId) {
      const [photo = null] = await presentPhotos([{ ownerId, photoId }]);
      return photo;
    },
    presentRow: (ownerId, row) => photoOfRow(row, { ownerId, signer: deps.signer, now: deps.clock() }),
    close: listener.close,
  };
}
