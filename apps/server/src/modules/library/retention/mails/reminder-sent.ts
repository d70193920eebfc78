import { STORAGE_REMINDERS } from '@keepsake/contracts';
import * as z from 'zod';
import type { Task } from '../../../../platform/jobs/jobs.ts';
import { markSent } from '../account/reminders.ts';
import type { Deps } from '../deps.ts';

export const REMINDER_SENT = 'storage-reminder-sent';
const payloadSchema = z.object({
  userId: z.string(),
  deletionDate: z.string(),
  reminder: z.enum(STORAGE_REMINDERS),
});

/** The job that follows a reminder that the mail server took: without it nothing is ever hidden. */
export function reminderSentTask({ db, clock }: Pick<Deps, 'db' | 'clock'>): Task {
  return {
    name: REMINDER_SENT,
    handle: (payload) => markSent(db, payloadSchema.parse(payload), clock()),
  };
}
