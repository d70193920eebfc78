import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Clock } from '../../../platform/clock.ts';
import type { ImageProcessor } from '../../../platform/images/image-processor.ts';
import type { GuardedStore } from '../../../platform/objects/removal-gate.ts';
import type { IsErased } from '../../../platform/personal-data.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Recovery } from '../../../platform/recovery/recovery.ts';
import type { Photos } from '../photos/index.ts';
import type { Uploads } from '../uploads/index.ts';

export type Deps = Pick<Platform, 'db' | 'directUrl' | 'journal' | 'clock' | 'log'> &
  Pick<Uploads, 'commitFound'> &
  Pick<Photos, 'dropPhotos' | 'endDeleted' | 'renewDeleted'> & {
    /** Scratch folders are created below it, in `<dataDir>/scratch`. */
    dataDir: string;
    objects: GuardedStore;
    /** What every module does after a restore; called once they have all been created. */
    recoveries(): readonly Recovery[];
    images: Pick<ImageProcessor, 'process'>;
    /** Dates the journal. */
    machineClock: Clock;
    isErased: IsErased;
    /** Whether the database knows a customer. */
    isCustomer(customerId: CustomerId): Promise<boolean>;
  };
