import type { Clock } from '../../../platform/clock.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Platform } from '../../../platform/platform.ts';
import type { Customers } from '../../account/customers/index.ts';
import type { IsLibraryHidden } from '../photos/index.ts';

export type Deps = Pick<Platform, 'db' | 'directUrl' | 'fromReplica' | 'clock' | 'log'> & {
  objects: ObjectStore;
  /** The clock by which a folder dates its files. */
  machineClock: Clock;
  /** False only reports them: a person must judge whether a database belongs to its store. */
  isRemovingOrphans: boolean;
  /** 0 switches the scrub off. */
  scrubBytesPerSecond: number;
  timeZoneOf: Customers['timeZoneOf'];
  isLibraryHidden: IsLibraryHidden;
};
