import type { Logger } from 'pino';
import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  /** The time of another clock than this node's: nothing is ended before both say so. */
  otherClock(): Promise<Date>;
  log: Logger;
  /** Where customers reach the web app: links of mails begin with it. */
  publicUrl: string;
  countPhotos(userId: string): Promise<number>;
  countProjects(userId: string): Promise<number>;
  /** Begins to delete the whole library, in a transaction: the photos module's matter. */
  deleteLibrary(trx: Queryable, userId: string, now: Date): Promise<unknown>;
  /** Ends a deletion that `deleteLibrary` began; what is left stays. */
  stopDeletingLibrary(trx: Queryable, userId: string): Promise<void>;
  /** Asks for an export on a customer's behalf, in a transaction. */
  requestExport(
    trx: Queryable,
    request: { userId: string; channel: string; reason: 'retention' },
  ): Promise<void>;
};
