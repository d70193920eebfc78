import type { Cron, Task } from '../../../platform/jobs/jobs.ts';
import type { Deps } from './deps.ts';
import { forgetParked } from './event-store.ts';
import { addPurgeJob, PURGE_FILES } from './file-store.ts';
import { PICTURE_SIZES, pictureKey } from './order-files.ts';

const FORGET_PARKED = 'forget-parked-events';
/** The purge is asked for when there is something to do; once a day it takes up what a closed store left. */
export const ORDER_CRONS: Cron[] = [
  { task: FORGET_PARKED, at: '41 3 * * *' },
  { task: PURGE_FILES, at: '51 3 * * *' },
];

/** Forgets events whose order has not come. */
export function forgetParkedTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: FORGET_PARKED,
    async handle() {
      await forgetParked(db, clock());
    },
  };
}

/** Files of one turn. */
const BATCH = 500;

/** Removes the objects of files that were replaced or erased, then their rows. A kill at any point only delays it. */
export function purgeFilesTask({ db, objects }: Pick<Deps, 'db' | 'objects'>): Task {
  return {
    name: PURGE_FILES,
    async handle() {
      const files = await db
        .selectFrom('deleted_order_files')
        .select(['user_id', 'id', 'object_key', 'purpose'])
        .limit(BATCH)
        .execute();
      const keys = files.flatMap(({ object_key: key, purpose }) =>
        purpose === 'thumbnail' ? PICTURE_SIZES.map((size) => pictureKey(key, size)) : [key],
      );
      if (!(await objects.remove(keys))) return;
      for (const { user_id, id } of files) {
        await db
          .deleteFrom('deleted_order_files')
          .where('user_id', '=', user_id)
          .where('id', '=', id)
          .execute();
      }
      if (files.length === BATCH) await addPurgeJob(db);
    },
  };
}
