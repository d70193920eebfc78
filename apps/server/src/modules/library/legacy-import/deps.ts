import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = {
  db: Database;
  objects: ObjectStore;
  clock: Clock;
  log: Logger;
  /** Adds a file to the library through the normal upload path. */
  addFile: Uploads['addFile'];
  /** True while the customer's whole library is being deleted. */
  isLibraryBeingDeleted(customerId: CustomerId): Promise<boolean>;
  /** True once the customer has closed the account: nothing more is imported. */
  isAccountDeleted(customerId: CustomerId): Promise<boolean>;
};
