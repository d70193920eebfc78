import type { LibraryCounts, Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Module } from '../../../platform/module.ts';
import { CHECK_COLOURS_CRON, checkColoursTask } from './check-colours.ts';
import { deleteLibraryTask } from './delete-library.ts';
import { deletePhotos } from './delete-photos.ts';
import type { Deps, RestoreContent } from './deps.ts';
import { DESCRIBE_CRON, describePhotosTask } from './describe-photos.ts';
import { endPhotosNow, renewRemovals } from './end-removals.ts';
import { CHECK_CRONS, checkDeletionsTask, checkThumbnailsTask } from './jobs.ts';
import { makeThumbnailsTask } from './make-thumbnails.ts';
import { createDeletedFinder, createMediaFinder, MEDIA_CHANGED_CHANNEL, mountMedia } from './media.ts';
import { readOnThisDay } from './on-this-day.ts';
import { personalPhotos, TABLES } from './personal-data.ts';
import { photoOfRow } from './present-photos.ts';
import { purgePhotosTask } from './purge-photos.ts';
import { restoreContent } from './restore-photos.ts';
import { restoreRemovalsTask } from './restore-removals.ts';
import { photoRoutes, readCounts, readLatestPhotos } from './routes.ts';
import type { PhotoRow } from './store.ts';
import { turnPhotoTask } from './turn-photo-job.ts';

export { addPhoto, addPhotoBatch, type NewPhoto } from './add-photo.ts';
export { findCaptions } from './customer-marks.ts';
export {
  beginLibraryDeletion,
  findLibraryDeletion,
  isBeingDeletedSql,
  stopLibraryDeletion,
} from './delete-library.ts';
export type {
  CanSeeShared,
  CountAlbums,
  FindAlbums,
  ForgetPhotos,
  IsLibraryHidden,
  MoveInAlbums,
  RemovePhotos,
  RestorableDays,
  RestoreContent,
  RestoredPhoto,
  RestorePhotos,
  UpdateInAlbums,
} from './deps.ts';
export { isPhotoFault, readDatesAgain } from './describe-photos.ts';
export { readDescription } from './details.ts';
export { endDeletedPhotos } from './end-removals.ts';
export { type Erasure, listErasures } from './erasures.ts';
export { countRepairable, findContents } from './find-contents.ts';
export {
  hasPhotosSql,
  type LibrarySize,
  librarySizeSql,
  type Quota,
  readPhotosCount,
} from './month-counts.ts';
export { nameOrder, placeWithName } from './name-order.ts';
export {
  markFailedTemporarily,
  readDamaged,
  recordOriginalDamage,
  remakeThumbnails,
} from './note-damage.ts';
export { orderByName } from './order-by-name.ts';
export {
  isOriginalWhole,
  type Original,
  readOriginals,
  type StoredOriginal,
  thumbnailKey,
} from './originals.ts';
export {
  addOrderUses,
  countUsed,
  eraseUses,
  findUsed,
  loseProjectUses,
  removeOrderUses,
  removeProjectUses,
  restoreProjectUses,
  setProjectUses,
} from './photo-uses.ts';
export { certainPartOf, lastDateChangeSql } from './plan-dates.ts';
export {
  createPresentPhotos,
  type OwnedPhoto,
  type PhotoView,
  type PresentPhotos,
} from './present-photos.ts';
export { findGone, purgeOrphanedOriginal, resumePurges } from './purge-photos.ts';
export { type CheckedOriginal, repairPhoto } from './repair-photo.ts';
export { byMonth as monthsByYear } from './rules.ts';
export {
  findDecoded,
  findPhotoIds,
  inFilterSql,
  lockNamedPhotos,
  lockPhotos,
  type PhotoRow,
} from './store.ts';
export {
  borrowThumbnail,
  countAddedUntil,
  findDamagedThumbnails,
  hasObjects,
  hasOriginal,
  type PhotoRef,
  placePayload,
  REST_MS,
  REST_TIMES,
  readStoredPhotos,
  SHORT_TURN_MS,
  type StoredPhoto,
  TURN_PHOTOS,
} from './stored-photos.ts';

export { findTurns } from './turn-photos.ts';

export type Photos = Module & {
  /** One of the customer's own photos in its wire format, or null. */
  presentPhoto(customerId: CustomerId, photoId: string): Promise<Photo | null>;
  /** The same for a row that was just read. */
  presentRow(customerId: CustomerId, row: PhotoRow): Photo;
  /** Deletes photos that are lost for good, all or none; returns those that remain because of other changes. */
  dropPhotos(customerId: CustomerId, photoIds: readonly string[]): Promise<string[]>;
  /** Has the purge take recently deleted photos that are lost for good. */
  endDeleted(customerId: CustomerId, photoIds: readonly string[]): Promise<void>;
  /** Gives photos that could come back at the time of a backup all their days again: some came back since, and nobody knows which. */
  renewDeleted(since: Date): Promise<void>;
  restoreContent: RestoreContent;
  /** The number of a customer's photos and albums, and their share of the quota. */
  readCounts(customerId: CustomerId): Promise<LibraryCounts>;
};

const photoTasks = (deps: Deps) => [
  makeThumbnailsTask(deps),
  turnPhotoTask(deps),
  checkThumbnailsTask(deps),
  purgePhotosTask(deps),
  deleteLibraryTask(deps),
  restoreRemovalsTask(deps),
  checkDeletionsTask(deps),
  describePhotosTask(deps),
  checkColoursTask(deps),
];

/** The customer's photos: rows, month counts, pages, thumbnails, deletion and signed addresses. */
export async function createPhotos(deps: Deps): Promise<Photos> {
  const { db, listener, presentPhotos } = deps;
  const media = createMediaFinder(db);
  await listener.listen({
    channel: MEDIA_CHANGED_CHANNEL,
    onMessage: media.drop,
    onReconnect: () => media.drop('*'),
  });
  return {
    routes: photoRoutes(deps),
    tables: TABLES,
    expires: [{ table: 'date_changes', column: 'expires_at' }],
    personalData: personalPhotos(deps),
    tasks: photoTasks(deps),
    crons: [...CHECK_CRONS, DESCRIBE_CRON, CHECK_COLOURS_CRON],
    mount: (app) =>
      mountMedia(app, { ...deps, findMedia: media.find, findDeleted: createDeletedFinder(deps) }),
    async presentPhoto(ownerId, photoId) {
      const [photo = null] = await presentPhotos([{ ownerId, photoId }]);
      return photo;
    },
    dropPhotos: (customerId, photoIds) => deletePhotos(deps, customerId, photoIds, { isFinal: true }),
    endDeleted: (customerId, photoIds) => endPhotosNow(deps, customerId, photoIds),
    renewDeleted: (since) => renewRemovals(deps, since),
    restoreContent: (trx, customerId, sha256) => restoreContent(deps, trx, { customerId, sha256 }),
    readCounts: (customerId) => readCounts(deps, customerId),
    overview: {
      photos: { service: 'photoManagement', read: (customerId) => readLatestPhotos(deps, customerId) },
      onThisDay: { service: 'photoManagement', read: (customerId) => readOnThisDay(deps, customerId) },
    },
    presentRow: (ownerId, row) => photoOfRow(row, { ownerId, signer: deps.signer, now: deps.clock() }),
  };
}
