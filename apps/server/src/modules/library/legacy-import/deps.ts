import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = Pick<Platform, 'db' | 'clock' | 'log'> & {
  objects: ObjectStore;
  /** Adds a file to the library through the normal upload path. */
  addFile: Uploads['addFile'];
  /** True while the customer's whole library is being deleted. */
  isLibraryBeingDeleted(customerId: CustomerId): Promise<boolean>;
  /** True once the customer has closed the account: nothing more is imported. */
  isAccountDeleted(customerId: CustomerId): Promise<boolean>;
};
