import type { Photo } from '@keepsake/contracts';
import type { Logger } from 'pino';
import type { VerifyToken } from '../../../platform/auth.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { PhotoRow } from '../photos/index.ts';

export type Deps = {
  db: Database;
  objects: ObjectStore;
  /** Bytes on their way in are kept in `<dataDir>/uploads` until they are an object. */
  dataDir: string;
  clock: Clock;
  log: Logger;
  verifyToken: VerifyToken;
  /** Zone of the customer's channel: which month an upload belongs to. */
  timeZoneOf(userId: string): Promise<string> | string;
  /** One photo as the wire shows it, or null. */
  presentPhoto(userId: string, photoId: string): Promise<Photo | null>;
  /** The same of a row at hand. */
  presentRow(userId: string, row: PhotoRow): Photo;
  /** Puts photos into an album of their owner within a transaction; an album that is not there is left out. */
  addToAlbum(
    trx: Queryable,
    addition: { ownerId: string; albumId: string; photoIds: readonly string[]; now: Date },
  ): Promise<void>;
};
