import type { LibraryCounts } from '@keepsake/contracts/library/photos';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  /** Time of a clock other than this node's: nothing ends before both agree. */
  otherClock(): Promise<Date>;
  /** Base address of the web app, for links in mails. */
  publicUrl: string;
  countPhotos(customerId: CustomerId): Promise<number>;
  /** The same with the quota, if there is one. */
  readCounts(customerId: CustomerId): Promise<LibraryCounts>;
  countProjects(customerId: CustomerId): Promise<number>;
  /** Nothing ends while `mayRemove` is false: a restored database lacks the orders since its backup. */
  objects: Pick<ObjectStore, 'mayRemove'>;
  /** Begins to delete the whole library, in a transaction. */
  deleteLibrary(trx: Queryable, customerId: CustomerId, now: Date): Promise<unknown>;
  /** Stops a deletion that `deleteLibrary` began; the remaining photos stay. */
  stopDeletingLibrary(trx: Queryable, customerId: CustomerId): Promise<void>;
  /** Requests an export on a customer's behalf, in a transaction. */
  requestExport(
    trx: Queryable,
    request: { customerId: CustomerId; channel: string; reason: 'retention' },
  ): Promise<void>;
};
