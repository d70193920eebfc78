import type { Logger } from 'pino';
import type { Clock } from '../../../../platform/clock.ts';
import type { Database } from '../../../../platform/database/database.ts';
import type { ObjectStore } from '../../../../platform/objects/object-store.ts';
import type { PersonalData } from '../../../../platform/personal-data.ts';
import type { Journal } from '../../../../platform/recovery/journal.ts';
import type { Secrets } from '../../../../platform/secrets.ts';
import type { SecurityLog } from '../../../../platform/security-log.ts';

export type ErasureDeps = {
  db: Database;
  clock: Clock;
  /** The clock by which jobs are scheduled, even if `clock` is moved on purpose. */
  machineClock: Clock;
  secrets: Secrets;
  security: SecurityLog;
  log: Logger;
  journal: Journal;
  /** Nothing is erased while `mayRemove` is false: a restored database does not know who has come back since its backup. */
  objects: Pick<ObjectStore, 'mayRemove'>;
  /** Issuer of the tokens. */
  issuer: string;
  /** What every module keeps of customers. */
  personalData(): readonly PersonalData[];
};
