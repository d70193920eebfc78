import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Config } from '../config/config.ts';
import { findCustomer, findEmails, isClosed } from '../modules/account/customers/index.ts';
import { createAlbums, createSharedAlbums } from '../modules/library/albums/index.ts';
import { createDateCandidates } from '../modules/library/date-candidates/index.ts';
import { createDownloads } from '../modules/library/downloads/index.ts';
import { createExports, type Exports } from '../modules/library/exports/index.ts';
import { createLegacyImport } from '../modules/library/legacy-import/index.ts';
import { createMeasures, forgetMeasures, saveMeasures } from '../modules/library/measures/index.ts';
import { createPhoneTransfers, endTransfers } from '../modules/library/phone-transfers/index.ts';
import {
  beginLibraryDeletion,
  createPhotos,
  createPresentPhotos,
  endDeletedPhotos,
  findLibraryDeletion,
  type IsLibraryHidden,
  type Photos,
  type PresentPhotos,
  type RemovePhotos,
  type RestorableDays,
  type RestorePhotos,
  readPhotosCount,
  stopLibraryDeletion,
} from '../modules/library/photos/index.ts';
import { createReconcile } from '../modules/library/reconcile/index.ts';
import { createRestorableDays } from '../modules/library/restorable-days/index.ts';
import {
  beginStorage,
  createHiddenLibraries,
  createRetention,
  readStorageEnd,
} from '../modules/library/retention/index.ts';
import { createSearch } from '../modules/library/search/index.ts';
import { createStorageAudit } from '../modules/library/storage-audit/index.ts';
import { createUploads } from '../modules/library/uploads/index.ts';
import { readDatabaseTime } from '../platform/database/database.ts';
import { isLoopback } from '../platform/network.ts';
import type { Platform } from '../platform/platform.ts';
import type { Recovery } from '../platform/recovery/recovery.ts';
import { callSlot, createSlot } from '../platform/slot.ts';
import type { AccountWing } from './account.ts';

export type LibraryWing = Awaited<ReturnType<typeof createLibraryWing>>;

/** Photos: how they arrive, how they are seen and shared, how they leave, how long they are kept. */
export async function createLibraryWing(config: Config, platform: Platform, account: AccountWing) {
  const slots = createSlots();
  const { base, waiting } = await createBase(config, platform, account);
  const { photos, albums, sharedAlbums, presentPhotos } = await createPictures(base, slots);
  const { uploads, phoneTransfers, legacyImport } = await createArrivals(base, account, { photos, albums });
  const downloads = createDownloads({
    ...base,
    presentPhotos,
    findSharedAlbum: sharedAlbums.findSharedAlbum,
  });
  const exports = createExports({ ...base, ...config.exports, presentPhotos });
  fillAccount(account.slots, platform, exports);
  const retention = openRetention(base, { photos, exports, slots });
  account.slots.onMailReturned.fill(retention.markReturned);
  const reconcile = createReconcile({
    ...base,
    recoveries: slots.recoveries.get,
    commitFound: uploads.commitFound,
    dropPhotos: photos.dropPhotos,
    endDeleted: photos.endDeleted,
    renewDeleted: photos.renewDeleted,
    isErased: account.isErased,
    isCustomer: async (customerId) => Boolean(await findCustomer(platform.db, customerId)),
  });
  const library = [photos, albums, sharedAlbums, waiting, ...createFinders(base, presentPhotos)];
  const arrivals = [uploads, phoneTransfers, legacyImport];
  const upkeep = createUpkeep(base, config);
  return {
    modules: [...library, ...arrivals, downloads, exports, retention, reconcile, ...upkeep],
    slots,
    uploads,
    reconcile,
    keepLegacyUpload: legacyImport.keepUpload,
    isLibraryHidden: base.isLibraryHidden,
    extendStorage: retention.extendStorage,
  };
}

/** What finds photos and dates in a library. */
const createFinders = (base: Base, presentPhotos: PresentPhotos) => [
  createSearch({ ...base, presentPhotos }),
  createDateCandidates(base),
];

/** What goes through the photos of all customers in the background. */
function createUpkeep(base: Base, { isRemovingOrphans, scrubBytesPerSecond }: Config) {
  return [createMeasures(base), createStorageAudit({ ...base, isRemovingOrphans, scrubBytesPerSecond })];
}

type Slots = ReturnType<typeof createSlots>;

/** What later wings give this one. */
const createSlots = () => ({
  recoveries: createSlot<readonly Recovery[]>('what the modules do after a restore'),
  removeFromProjects: createSlot<RemovePhotos>('how photos leave projects'),
  restoreInProjects: createSlot<RestorePhotos>('how photos return to projects'),
  countProjects: createSlot<(id: CustomerId) => Promise<number>>('how many projects there are'),
});

function fillAccount(slots: AccountWing['slots'], { db }: Platform, exports: Exports) {
  slots.photosOfMyData.fill(exports.photosOfMyData);
  slots.beginStorage.fill(beginStorage);
  slots.onAccountClosed.fill(endTransfers);
  slots.isPhotoDeletionPermitted.fill(
    async (customerId) => (await findLibraryDeletion(db, customerId)) === null,
  );
}

/** What the modules of this wing share, and the module that waits until nodes of 0.2.0 are gone. */
async function createBase(config: Config, platform: Platform, { timeZoneOf }: AccountWing) {
  const { publicUrl, dataDir, quota, deletedDays } = config;
  const { isLibraryHidden } = await createHiddenLibraries(platform);
  const waiting = await createRestorableDays({ ...platform, deletedDays });
  const { restorableDays } = waiting;
  const base: Base = { ...platform, publicUrl, dataDir, quota, restorableDays, isLibraryHidden, timeZoneOf };
  return { base, waiting };
}

type Base = Platform &
  Pick<Config, 'publicUrl' | 'dataDir' | 'quota'> &
  Pick<AccountWing, 'timeZoneOf'> & {
    isLibraryHidden: IsLibraryHidden;
    restorableDays: RestorableDays;
  };

/** The photos, and the albums that they are in. */
async function createPictures(base: Base, slots: Slots) {
  const { db } = base;
  const presentPhotos = createPresentPhotos(base);
  const sharedAlbums = await createSharedAlbums({
    ...base,
    presentPhotos,
    findEmails: (ids) => findEmails(db, ids),
  });
  const albums = createAlbums({ ...base, presentPhotos });
  const photos = await createPhotos({
    ...base,
    ...albums,
    storageEndOf: (customerId) => readStorageEnd(db, customerId),
    removeFromProjects: callSlot(slots.removeFromProjects),
    restoreInProjects: callSlot(slots.restoreInProjects),
    saveMeasures,
    forgetMeasures,
    canSeeShared: sharedAlbums.canSee,
    presentPhotos,
  });
  return { photos, albums, sharedAlbums, presentPhotos };
}

type Pictures = Awaited<ReturnType<typeof createPictures>>;

/** The ways on which files arrive: from browsers, phones, and from before there were libraries. */
async function createArrivals(
  base: Base,
  { gate, brandOrigins }: AccountWing,
  { photos, albums }: Pick<Pictures, 'photos' | 'albums'>,
) {
  const { db, connection, publicUrl } = base;
  const uploads = createUploads({
    ...base,
    db: connection.prepared,
    verifyToken: gate.verifyToken,
    presentPhoto: photos.presentPhoto,
    presentRow: photos.presentRow,
    addToAlbum: albums.addToAlbum,
    restoreContent: photos.restoreContent,
  });
  const phoneTransfers = createPhoneTransfers({
    ...base,
    uploads,
    tokenSecret: await base.secrets.read('phone-transfers'),
    isSessionOver: gate.isSessionOver,
    origins: [publicUrl, ...brandOrigins],
    isLoopback,
  });
  const legacyImport = createLegacyImport({
    ...base,
    addFile: uploads.addFile,
    isLibraryBeingDeleted: async (customerId) => (await findLibraryDeletion(db, customerId)) !== null,
    isAccountDeleted: (customerId) => isClosed(db, customerId),
  });
  return { uploads, phoneTransfers, legacyImport };
}

type Retained = { photos: Pick<Photos, 'readCounts'>; exports: Pick<Exports, 'requestExport'>; slots: Slots };

function openRetention(base: Base, { photos, exports, slots }: Retained) {
  const { db, clock, machineClock } = base;
  return createRetention({
    ...base,
    // A clock moved on purpose has no other to agree with.
    otherClock: clock === machineClock ? () => readDatabaseTime(db) : async () => clock(),
    countPhotos: (customerId) => readPhotosCount(db, customerId),
    readCounts: photos.readCounts,
    countProjects: callSlot(slots.countProjects),
    deleteLibrary: (trx, customerId, now) =>
      beginLibraryDeletion(trx, customerId, now, { reason: 'retention', isFinal: true }),
    endDeletedPhotos,
    stopDeletingLibrary: stopLibraryDeletion,
    requestExport: exports.requestExport,
  });
}
