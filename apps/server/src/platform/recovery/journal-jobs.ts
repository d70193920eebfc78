import { type Clock, DAY_MS } from '../clock.ts';
import type { Database } from '../database/database.ts';
import type { Cron, Task } from '../jobs/jobs.ts';
import type { Journal } from './journal.ts';
import { forgetSentMails } from './sent-mails.ts';

/** With an older backup the journal counts as incomplete. It names people, so it is kept no longer than backups are. */
export const JOURNAL_DAYS = 90;

const FORGET = 'forget-journal';
export const FORGET_JOURNAL_CRON: Cron = { task: FORGET, at: '31 2 * * *' };

type Deps = { db: Database; journal: Journal; machineClock: Clock };

/** Forgets what no restore needs any more. */
export function forgetJournalTask({ db, journal, machineClock }: Deps): Task {
  return {
    name: FORGET,
    waitsForReconcile: false,
    async handle() {
      await journal.forget(new Date(machineClock().getTime() - JOURNAL_DAYS * DAY_MS));
      await forgetSentMails(db);
    },
  };
}
