import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

export type Deps = {
  db: Database;
  databaseUrl: string;
  objects: ObjectStore;
  clock: Clock;
  /** The clock by which a folder dates its files. */
  machineClock: Clock;
  log: Logger;
  /** False only reports them: whether a database belongs to its store is for a person to say. */
  isRemovingOrphans: boolean;
  /** 0 switches the scrub off. */
  scrubBytesPerSecond: number;
};
