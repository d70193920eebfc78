import { findCustomer, findEmails } from '../modules/account/customers/index.ts';
import { createActivation } from '../modules/library/activation/index.ts';
import { createAlbums } from '../modules/library/albums/index.ts';
import {
  keepUpload,
  legacyUploadRoutes,
  type NewLegacyUpload,
} from '../modules/library/legacy-uploads/index.ts';
import { createPhoneTransfers } from '../modules/library/phone-transfers/index.ts';
import { createPhotos, createPresentPhotos, findLibraryDeletion } from '../modules/library/photos/index.ts';
import type { createHiddenLibraries } from '../modules/library/retention/index.ts';
import { createSharedAccess, sharedAlbumRoutes } from '../modules/library/shared-albums/index.ts';
import { createUploads, type Uploads } from '../modules/library/uploads/index.ts';
import { isLoopback } from '../server-address.ts';
import type { Accounts } from './compose-accounts.ts';
import type { Platform } from './open-platform.ts';
import type { Part } from './part.ts';

type Hidden = Pick<Awaited<ReturnType<typeof createHiddenLibraries>>, 'isLibraryHidden'>;

/** Photos, albums of one customer and of several. */
export async function composeLibrary(platform: Platform, { isLibraryHidden }: Hidden) {
  const { db, databaseUrl, objects, images, signer, marks, clock, log } = platform;
  const sharedAccess = await createSharedAccess({ db, databaseUrl, log, isLibraryHidden });
  const presentPhotos = createPresentPhotos({ db, signer, clock });
  const albums = createAlbums({ db, clock, marks, presentPhotos });
  const photos = await createPhotos({
    db,
    databaseUrl,
    objects,
    images,
    signer,
    clock,
    log,
    countAlbums: albums.countAlbums,
    forgetInAlbums: albums.forgetInAlbums,
    updateInAlbums: albums.updateInAlbums,
    canSeeShared: sharedAccess.canSee,
    isLibraryHidden,
    presentPhotos,
  });
  const findEmailsOf = (ids: readonly string[]) => findEmails(db, ids);
  const sharedAlbums = {
    routes: sharedAlbumRoutes({ db, clock, marks, presentPhotos, findEmails: findEmailsOf }),
    close: sharedAccess.close,
  };
  const parts: Part[] = [photos, albums, sharedAlbums];
  return { parts, photos, albums, findSharedAlbum: sharedAccess.findSharedAlbum };
}

type Library = Awaited<ReturnType<typeof composeLibrary>>;
export type Intake = {
  parts: Part[];
  uploads: Uploads;
  /** Keeps a file from before there were libraries until its customer comes. */
  keepLegacyUpload(upload: NewLegacyUpload): Promise<unknown>;
};

/** The ways on which photos come in: from this device, from a phone, from the time before there were libraries. */
export function composeIntake(platform: Platform, accounts: Accounts, { photos, albums }: Library): Intake {
  const { config, connection, db, objects, clock, log } = platform;
  const uploads = createUploads({
    db: connection.prepared,
    objects,
    dataDir: config.dataDir,
    clock,
    log,
    verifyToken: accounts.gate.verifyToken,
    timeZoneOf: accounts.timeZoneOf,
    presentPhoto: photos.presentPhoto,
    presentRow: photos.presentRow,
    addToAlbum: albums.addToAlbum,
  });
  const phoneTransfers = createPhoneTransfers({
    db,
    clock,
    uploads,
    origins: [config.publicUrl, ...accounts.brandOrigins],
    isLoopback,
  });
  const activation = createActivation({
    db,
    objects,
    clock,
    log,
    addFile: uploads.addFile,
    isLibraryBeingDeleted: async (userId) => (await findLibraryDeletion(db, userId)) !== null,
    isAccountDeleted: async (userId) => Boolean((await findCustomer(db, userId))?.deleted_at),
  });
  const legacyUploads = { routes: legacyUploadRoutes({ db }) };
  return {
    parts: [uploads, phoneTransfers, activation, legacyUploads],
    uploads,
    keepLegacyUpload: (upload) => keepUpload({ db, objects }, upload),
  };
}
