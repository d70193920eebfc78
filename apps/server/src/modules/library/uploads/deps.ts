import type { VerifyToken } from '../../../platform/auth.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Customers } from '../../account/customers/index.ts';
import type { Albums } from '../albums/index.ts';
import type { IsLibraryHidden, Photos, Quota } from '../photos/index.ts';
import type { FreshUploads } from './fresh-uploads.ts';
import type { Leases } from './leases.ts';
import type { Spool } from './spool.ts';

export type Deps = Pick<Platform, 'clock' | 'log'> &
  Pick<Customers, 'timeZoneOf'> &
  Pick<Photos, 'presentPhoto' | 'presentRow' | 'restoreContent'> &
  Pick<Albums, 'addToAlbum'> & {
    /** With prepared statements: most calls are a few short ones (ADR 16). */
    db: Database;
    objects: ObjectStore;
    /** Incoming bytes are kept in `<dataDir>/uploads` until they become an object. */
    dataDir: string;
    /** Limits what customers may add; what the server itself adds, such as legacy uploads, is never refused. */
    quota: Quota;
    verifyToken: VerifyToken;
    /** A hidden library accepts no files. */
    isLibraryHidden: IsLibraryHidden;
  };

/** Dependencies of receiving bytes. */
export type TusDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log' | 'quota'> & {
  leases: Leases;
  spool: Spool;
  fresh: FreshUploads;
};
