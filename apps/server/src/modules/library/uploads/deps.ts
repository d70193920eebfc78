import type { Photo } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { VerifyToken } from '../../../platform/auth.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { PhotoRow, Quota } from '../photos/index.ts';
import type { FreshUploads } from './fresh-uploads.ts';
import type { Leases } from './leases.ts';
import type { Spool } from './spool.ts';

export type Deps = Pick<Platform, 'clock' | 'log'> & {
  /** With prepared statements: most calls are a few short ones (ADR 16). */
  db: Database;
  objects: ObjectStore;
  /** Incoming bytes are kept in `<dataDir>/uploads` until they become an object. */
  dataDir: string;
  /** Limits what customers may add; what the server itself adds, such as legacy uploads, is never refused. */
  quota: Quota;
  verifyToken: VerifyToken;
  /** Whether the customer's library is hidden until the next order; it accepts no files then. */
  isLibraryHidden(customerId: CustomerId): Promise<boolean>;
  /** Time zone of the customer's channel, which decides the month of an upload. */
  timeZoneOf(customerId: CustomerId): Promise<string> | string;
  /** One photo in its wire format, or null. */
  presentPhoto(customerId: CustomerId, photoId: string): Promise<Photo | null>;
  /** The same for a row that was just read. */
  presentRow(customerId: CustomerId, row: PhotoRow): Photo;
  /** Adds photos to an album of their owner within a transaction; does nothing if the album is gone. */
  addToAlbum(
    trx: Queryable,
    addition: { ownerId: CustomerId; albumId: string; photoIds: readonly string[]; now: Date },
  ): Promise<void>;
};

/** Dependencies of receiving bytes. */
export type TusDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log' | 'quota'> & {
  leases: Leases;
  spool: Spool;
  fresh: FreshUploads;
};
