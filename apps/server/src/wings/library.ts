import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Config } from '../config/config.ts';
import { findCustomer, findEmails } from '../modules/account/customers/index.ts';
import { countProjects, removeFromProjects as removeFrom } from '../modules/creations/projects/index.ts';
import { createAlbums, createSharedAlbums } from '../modules/library/albums/index.ts';
import { createDownloads } from '../modules/library/downloads/index.ts';
import { createExports } from '../modules/library/exports/index.ts';
import { createLegacyImport } from '../modules/library/legacy-import/index.ts';
import { createPhoneTransfers } from '../modules/library/phone-transfers/index.ts';
import {
  beginLibraryDeletion,
  createPhotos,
  createPresentPhotos,
  deletePhotos,
  findLibraryDeletion,
  readPhotosCount,
  stopLibraryDeletion,
} from '../modules/library/photos/index.ts';
import { createReconcile } from '../modules/library/reconcile/index.ts';
import { createHiddenLibraries, createRetention } from '../modules/library/retention/index.ts';
import { createStorageAudit } from '../modules/library/storage-audit/index.ts';
import { createUploads } from '../modules/library/uploads/index.ts';
import { type Queryable, readDatabaseTime } from '../platform/database/database.ts';
import type { Module } from '../platform/module.ts';
import { isLoopback } from '../platform/network.ts';
import type { Platform } from '../platform/platform.ts';
import type { Recovery } from '../platform/recovery/recovery.ts';
import { createSlot } from '../platform/slot.ts';
import type { AccountWing } from './account.ts';

export type LibraryWing = Awaited<ReturnType<typeof createLibraryWing>>;

/** Photos: how they arrive, how they are seen and shared, how they leave, how long they are kept. */
export async function createLibraryWing(config: Config, platform: Platform, account: AccountWing) {
  const { publicUrl, dataDir } = config;
  const { connection, db, clock, machineClock } = platform;
  const slots = { recoveries: createSlot<readonly Recovery[]>('what the modules do after a restore') };
  const { isLibraryHidden } = await createHiddenLibraries(platform);
  const presentPhotos = createPresentPhotos(platform);
  const sharedAlbums = await createSharedAlbums({
    ...platform,
    isLibraryHidden,
    presentPhotos,
    findEmails: (ids) => findEmails(db, ids),
  });
  const albums = createAlbums({ ...platform, presentPhotos });
  const { countAlbums, findAlbums, removeFromAlbums, updateInAlbums, addToAlbum } = albums;
  const removeFromProjects = (trx: Queryable, customerId: CustomerId, photoIds: readonly string[]) =>
    removeFrom(trx, { customerId, photoIds, now: clock() });
  const photos = await createPhotos({
    ...platform,
    dataDir,
    countAlbums,
    findAlbums,
    removeFromAlbums,
    removeFromProjects,
    updateInAlbums,
    canSeeShared: sharedAlbums.canSee,
    isLibraryHidden,
    presentPhotos,
    quota: config.quota,
  });
  const uploads = createUploads({
    ...platform,
    db: connection.prepared,
    dataDir,
    verifyToken: account.gate.verifyToken,
    timeZoneOf: account.timeZoneOf,
    presentPhoto: photos.presentPhoto,
    presentRow: photos.presentRow,
    addToAlbum,
    isLibraryHidden,
    quota: config.quota,
  });
  const origins = [publicUrl, ...account.brandOrigins] as const;
  const tokenSecret = await platform.secrets.read('phone-transfers');
  const phoneTransfers = createPhoneTransfers({
    ...platform,
    uploads,
    tokenSecret,
    isLibraryHidden,
    isSessionOver: account.gate.isSessionOver,
    origins,
    isLoopback,
  });
  const legacyImport = createLegacyImport({
    ...platform,
    addFile: uploads.addFile,
    isLibraryBeingDeleted: async (customerId) => (await findLibraryDeletion(db, customerId)) !== null,
    isAccountDeleted: async (customerId) => Boolean((await findCustomer(db, customerId))?.deleted_at),
  });
  const downloads = createDownloads({ ...platform, findSharedAlbum: sharedAlbums.findSharedAlbum });
  const exports = createExports({ ...platform, publicUrl, ...config.exports });
  const retention = createRetention({
    ...platform,
    publicUrl,
    // A clock moved on purpose has no other to agree with.
    otherClock: clock === machineClock ? () => readDatabaseTime(db) : async () => clock(),
    countPhotos: (customerId) => readPhotosCount(db, customerId),
    readCounts: photos.readCounts,
    countProjects: (customerId) => countProjects(db, customerId),
    deleteLibrary: (trx, customerId, now) => beginLibraryDeletion(trx, customerId, now, 'retention'),
    stopDeletingLibrary: stopLibraryDeletion,
    requestExport: exports.requestExport,
  });
  const reconcile = createReconcile({
    ...platform,
    dataDir,
    recoveries: slots.recoveries.get,
    commitFound: uploads.commitFound,
    deletePhotos: (customerId, ids) =>
      deletePhotos({ ...platform, removeFromAlbums, removeFromProjects }, customerId, ids),
    isErased: account.isErased,
    isCustomer: async (customerId) => Boolean(await findCustomer(db, customerId)),
  });
  account.slots.photosOfMyData.fill(exports.photosOfMyData);
  const modules: Module[] = [
    { slots },
    photos,
    albums,
    sharedAlbums,
    uploads,
    phoneTransfers,
    legacyImport,
    downloads,
    exports,
    retention,
    reconcile,
    createStorageAudit({
      ...platform,
      isRemovingOrphans: config.isRemovingOrphans,
      scrubBytesPerSecond: config.scrubBytesPerSecond,
    }),
  ];
  const { extendStorage } = retention;
  return {
    modules,
    overview: { photos: photos.readLatest, storage: retention.readUrgent },
    uploads,
    reconcile,
    slots,
    keepLegacyUpload: legacyImport.keepUpload,
    isLibraryHidden,
    extendStorage,
  };
}
