import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import { addJob, PRIORITY, type Task } from '../../../../platform/jobs/jobs.ts';
import type { Deps } from '../deps.ts';
import { SWEEP_STORAGE } from './sweep-job.ts';

const TASK = 'follow-storage-deletion';
/** When to look whether a library is gone, on the time of the queue. */
const LOOK_MS = 60_000;

const payloadSchema = z.object({ userId: z.string() });

export async function addFollowJob(db: Queryable, userId: string): Promise<void> {
  const runAt = new Date(Date.now() + LOOK_MS);
  await addJob(db, TASK, { userId }, { key: `${TASK}:${userId}`, priority: PRIORITY.housekeeping, runAt });
}

/** The job that makes an account due once its library is gone, so that the customer can begin anew within minutes. */
export function followDeletionTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: TASK,
    async handle(payload) {
      const { userId } = payloadSchema.parse(payload);
      if (await isBeingDeleted(db, userId)) return await addFollowJob(db, userId);
      await db
        .updateTable('storage_accounts')
        .set({ due_at: clock() })
        .where('user_id', '=', userId)
        .where('state', '=', 'deleting')
        .execute();
      await addJob(db, SWEEP_STORAGE, {}, { key: SWEEP_STORAGE, priority: PRIORITY.housekeeping });
    },
  };
}

async function isBeingDeleted(db: Queryable, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('photo_deletions')
    .select('user_id')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}
