import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Exports } from '../exports/index.ts';
import type { Photos } from '../photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> &
  Pick<Photos, 'readCounts'> &
  Pick<Exports, 'requestExport'> & {
    /** Time of a clock other than this node's: nothing ends before both agree. */
    otherClock(): Promise<Date>;
    /** Base address of the web app, for links in mails. */
    publicUrl: string;
    countPhotos(customerId: CustomerId): Promise<number>;
    countProjects(customerId: CustomerId): Promise<number>;
    /** Nothing ends while `mayRemove` is false: a restored database lacks the orders since its backup. */
    objects: Pick<ObjectStore, 'mayRemove'>;
    /** Begins to delete the whole library, in a transaction. */
    deleteLibrary(trx: Queryable, customerId: CustomerId, now: Date): Promise<unknown>;
    /** Makes earlier deletions final, in a transaction: their photos do not outlive the storage period. */
    endDeletedPhotos(trx: Queryable, customerId: CustomerId, now: Date): Promise<void>;
    /** Stops a deletion that `deleteLibrary` began; the remaining photos stay. */
    stopDeletingLibrary(trx: Queryable, customerId: CustomerId): Promise<void>;
  };
