import type { Clock } from '../../../platform/clock.ts';
import type { Database, Queryable } from '../../../platform/database/database.ts';

export type Deps = {
  db: Database;
  clock: Clock;
  isKnownChannel(channel: string): boolean;
  /** Keeps the customer's photos for as long as an order of that moment earns, in its transaction. */
  extendStorage(trx: Queryable, userId: string, orderedAt: Date): Promise<unknown>;
};
