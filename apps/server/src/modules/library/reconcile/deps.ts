import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import type { GuardedStore } from '../../../platform/objects/removal-gate.ts';
import type { Journal } from '../../../platform/recovery/journal.ts';
import type { Recovery } from '../../../platform/recovery/recovery.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = {
  db: Database;
  databaseUrl: string;
  /** Scratch folders are created below it, in `<dataDir>/scratch`. */
  dataDir: string;
  objects: GuardedStore;
  journal: Journal;
  /** What every module does after a restore; called once they have all been created. */
  recoveries(): readonly Recovery[];
  images: Pick<ImageProcessor, 'process'>;
  clock: Clock;
  /** Dates the journal. */
  machineClock: Clock;
  log: Logger;
  commitFound: Uploads['commitFound'];
  /** Deletes photos as their customer would; returns those that remain for now. */
  deletePhotos(customerId: CustomerId, photoIds: readonly string[]): Promise<string[]>;
  /** Whether a customer was erased. */
  isErased(db: Queryable, customerId: CustomerId): Promise<boolean>;
  /** Whether the database knows a customer. */
  isCustomer(customerId: CustomerId): Promise<boolean>;
};
