import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import type { GuardedStore } from '../../../platform/objects/removal-gate.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Recovery } from '../../../platform/recovery/recovery.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = Pick<Platform, 'db' | 'databaseUrl' | 'journal' | 'clock' | 'log'> & {
  /** Scratch folders are created below it, in `<dataDir>/scratch`. */
  dataDir: string;
  objects: GuardedStore;
  /** What every module does after a restore; called once they have all been created. */
  recoveries(): readonly Recovery[];
  images: Pick<ImageProcessor, 'process'>;
  /** Dates the journal. */
  machineClock: Clock;
  commitFound: Uploads['commitFound'];
  /** Deletes photos as their customer would; returns those that remain for now. */
  deletePhotos(customerId: CustomerId, photoIds: readonly string[]): Promise<string[]>;
  /** Whether a customer was erased. */
  isErased(db: Queryable, customerId: CustomerId): Promise<boolean>;
  /** Whether the database knows a customer. */
  isCustomer(customerId: CustomerId): Promise<boolean>;
};
