import type { FastifyInstance } from 'fastify';
import { createDownloads } from '../modules/library/downloads/index.ts';
import { createExports } from '../modules/library/exports/index.ts';
import {
  beginLibraryDeletion,
  readPhotosCount,
  stopLibraryDeletion,
} from '../modules/library/photos/index.ts';
import { createRetention } from '../modules/library/retention/index.ts';
import type { SharedAccess } from '../modules/library/shared-albums/index.ts';
import { systemClock } from '../platform/clock.ts';
import { readDatabaseTime } from '../platform/database/database.ts';
import type { Platform } from './open-platform.ts';
import { createPrintOrders } from './print-orders.ts';

type Deps = Pick<SharedAccess, 'findSharedAlbum'> & {
  /** The server, once there is one. */
  http(): FastifyInstance;
};

/** The ways on which photos go out, and for how long they are kept: archives, exports, orders, retention. */
export async function composeKeeping(platform: Platform, { findSharedAlbum, http }: Deps) {
  const { config, db, objects, signer, clock, log } = platform;
  const { publicUrl } = config;
  const archiving = { db, objects, signer, clock, log };
  const downloads = createDownloads({ ...archiving, findSharedAlbum });
  const exports = createExports({ ...archiving, publicUrl, ...config.exports });
  const retention = createRetention({
    db,
    clock,
    // A clock that was moved on purpose has no other to agree with.
    otherClock: clock === systemClock ? () => readDatabaseTime(db) : async () => clock(),
    log,
    publicUrl,
    countPhotos: (userId) => readPhotosCount(db, userId),
    // Projects are kept by the retailer's own service until the account area has them.
    countProjects: async () => 0,
    deleteLibrary: (trx, userId, now) => beginLibraryDeletion(trx, userId, now, 'retention'),
    stopDeletingLibrary: stopLibraryDeletion,
    requestExport: exports.requestExport,
  });
  const { extendStorage } = retention;
  const printOrders = await createPrintOrders({ config, db, clock, extendStorage, http });
  return {
    parts: [downloads, exports, retention, printOrders],
    verifyService: printOrders.verifyService,
  };
}
