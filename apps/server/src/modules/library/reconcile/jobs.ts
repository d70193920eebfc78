import type { Logger } from 'pino';
import type { Database } from '../../../platform/database/database.ts';
import { MINUTE_MS } from '../../../platform/durations.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import { type Epochs, writeEpoch } from '../../../platform/objects/epochs.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';

const WRITE_EPOCH = 'write-epoch';
/** Once a minute: photos of up to a minute are what a restore may lose sight of. */
export const EPOCH_CRON = `* * * * * ${WRITE_EPOCH} ?jobKey=${WRITE_EPOCH}&max=1`;

/** A process repeats what is wrong this often in its log. */
const REPEAT_MS = 10 * MINUTE_MS;

type Deps = { db: Database; objects: ObjectStore; log: Logger };

/** Raises the epoch of database and store, and notices when one of them was restored from a backup. */
export function writeEpochTask({ db, objects, log }: Deps): Task {
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    name: WRITE_EPOCH,
    async handle() {
      const epochs = await writeEpoch({ db, objects });
      const isDue = performance.now() - loggedAt > REPEAT_MS;
      if (epochs.standing === 'together' || !isDue) return;
      loggedAt = performance.now();
      log.error(epochs, describeStanding(epochs));
    },
  };
}

const SENTENCES = {
  together: 'database and store belong together',
  'database-older': 'the database is older than the store',
  'store-older': 'the store is older than the database',
  strangers: 'the store belongs to another installation',
};

/** What is wrong and what to do, in one sentence. */
export function describeStanding({ standing }: Epochs): string {
  const sentence = SENTENCES[standing];
  if (standing === 'together') return sentence;
  const remedy =
    standing === 'strangers' ? 'check DATABASE_URL and STORAGE_URL' : 'run npm run keepsake -- reconcile';
  return `${sentence}, so no object is removed: ${remedy}`;
}
