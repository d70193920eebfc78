import type { Transaction } from 'kysely';
import type { Database } from '../database/database.ts';
import type { DB } from '../database/database-types.ts';

/** A transaction as of another process: the test may use other connections during it (ADR 71). */
export function transactElsewhere<Result>(
  db: Database,
  act: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
  return db.connection().execute((other) => other.transaction().execute(act));
}
