import { sql } from 'kysely';
import type { Database } from '../../../platform/database/database.ts';
import type { Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { GARBAGE_GRACE_MS, REMEMBERED_FOR_MS } from './limits.ts';
import { removeGarbage } from './remove-garbage.ts';
import { refOf, UPLOAD_COLUMNS, type UploadRow } from './upload.ts';

const TASK = 'clean-up-uploads';
/** Twice an hour, for graphile-worker's crontab. */
export const uploadsCron = `7,37 * * * * ${TASK} ?jobKey=${TASK}&max=3`;
const ROWS_AT_ONCE = 500;

/**
 * Expires uploads without progress, removes objects that no photo came of, and forgets uploads closed long ago. What a
 * photo owns is not among an upload's keys any more, so nothing here can touch it.
 */
export function cleanUpTask(deps: Pick<Deps, 'db' | 'objects' | 'clock' | 'log'>): Task {
  return {
    name: TASK,
    async handle() {
      const now = deps.clock();
      await expire(deps.db, now);
      for (const upload of await withGarbage(deps.db, new Date(now.getTime() - GARBAGE_GRACE_MS))) {
        await removeGarbage(deps, refOf(upload), upload.issued_keys);
      }
      await forget(deps.db, new Date(now.getTime() - REMEMBERED_FOR_MS));
    },
  };
}

async function expire(db: Database, now: Date): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ state: 'expired', closed_at: now, pieces: [], lock_token: null, lock_until: null })
    .where('state', '=', 'open')
    .where('expires_at', '<=', now)
    .where(sql<boolean>`(lock_until is null or lock_until <= now())`)
    .execute();
}

async function withGarbage(db: Database, before: Date): Promise<UploadRow[]> {
  return db
    .selectFrom('uploads')
    .select(UPLOAD_COLUMNS)
    .where('state', '<>', 'open')
    .where('closed_at', '<=', before)
    .where(sql<boolean>`cardinality(issued_keys) > 0`)
    .limit(ROWS_AT_ONCE)
    .execute();
}

async function forget(db: Database, before: Date): Promise<void> {
  await db
    .deleteFrom('uploads')
    .where('state', '<>', 'open')
    .where('closed_at', '<=', before)
    .where(sql<boolean>`cardinality(issued_keys) = 0`)
    .execute();
}
