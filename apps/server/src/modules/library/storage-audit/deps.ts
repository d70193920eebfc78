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
  /** False only reports them: a person must judge whether a database belongs to its store. */
  isRemovingOrphans: boolean;
  /** 0 switches the scrub off. */
  scrubBytesPerSecond: number;
};
