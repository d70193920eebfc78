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
import { checkThumbnailsTask, photosCron } from './check-thumbnails.ts';
import { checkDeletionsTask, deletionsCron } from './deletion/check-deletions.ts';
import { deleteLibraryTask } from './deletion/delete-library.ts';
import { purgePhotosTask } from './deletion/purge-photos.ts';
import type { RemoveFromAlbums } from './deletion/remove-photos.ts';
import { deletionRoutes } from './deletion/routes.ts';
import { createMediaFinder, MEDIA_CHANGED_CHANNEL } from './find-media.ts';
import { makeThumbnailsTask } from './make-thumbnails.ts';
import { type CanSeeShared, mountMedia } from './media-routes.ts';
import { photoOfRow } from './photo-of-row.ts';
import type { PhotoRow } from './photo-row.ts';
import type { PresentPhotos } from './present-photos.ts';
import type { UpdateInAlbums } from './record-image.ts';
import { photoRoutes } from './routes.ts';

type Deps = {
  db: Database;
  databaseUrl: string;
  objects: ObjectStore;
  images: ImageProcessor;
  cursors: Cursors;
  signer: MediaSigner;
  clock: Clock;
  log: Logger;
  countAlbums(userId: string): Promise<number>;
  removeFromAlbums: RemoveFromAlbums;
  updateInAlbums: UpdateInAlbums;
  canSeeShared: CanSeeShared;
  /** Whether a customer's photographs open to nobody now: the retention module's matter. */
  isLibraryHidden(userId: string): Promise<boolean>;
  presentPhotos: PresentPhotos;
};

export type Photos = {
  routes: Route[];
  tasks: Task[];
  crons: string[];
  mount(app: FastifyInstance): void;
  /** One photo of the customer's own as the wire shows it, or null. */
  presentPhoto(userId: string, photoId: string): Promise<Photo | null>;
  /** The same of a row at hand. */
  presentRow(userId: string, row: PhotoRow): Photo;
  close(): Promise<void>;
};

/** The customer's photographs: rows, month counts, pages, thumbnails and the addresses they are seen by. */
export async function createPhotos(deps: Deps): Promise<Photos> {
  const { db, databaseUrl, log, presentPhotos } = deps;
  const media = createMediaFinder(db);
  const listener = await listen({
    url: databaseUrl,
    channel: MEDIA_CHANGED_CHANNEL,
    log,
    onMessage: media.forget,
    onReconnect: () => media.forget('*'),
  });
  return {
    routes: [...photoRoutes(deps), ...deletionRoutes(deps)],
    tasks: [
      makeThumbnailsTask(deps),
      checkThumbnailsTask(deps),
      purgePhotosTask(deps),
      deleteLibraryTask(deps),
      checkDeletionsTask(deps),
    ],
    crons: [photosCron, deletionsCron],
    mount: (app) => mountMedia(app, { ...deps, findMedia: media.find }),
    async presentPhoto(ownerId, photoId) {
      const [photo = null] = await presentPhotos([{ ownerId, photoId }]);
      return photo;
    },
    presentRow: (ownerId, row) => photoOfRow(row, { ownerId, signer: deps.signer, now: deps.clock() }),
    close: listener.close,
  };
}
