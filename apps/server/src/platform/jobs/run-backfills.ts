import type { Logger } from 'pino';
import { type Clock, startStopwatch } from '../clock.ts';
import { type Backfill, fillBatch, readPendingBackfills } from '../database/backfills.ts';
import type { Database } from '../database/database.ts';
import { actOnEach } from '../each-item.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task, TURN_MS } from './jobs.ts';

const RUN_BACKFILLS = keyedTask('run-backfills', { foundBy: 'run-backfills' });
/** Begins rounds, also those that are repeated, and resumes one whose job was lost; a pending job keeps its time. */
export const RUN_BACKFILLS_CRON: Cron = { task: RUN_BACKFILLS, at: '*/10 * * * *', keepsTime: true };

/** The least pause between two turns; a longer turn is followed by as long a pause, so that calls come first. */
const LEAST_PAUSE_MS = 1_000;

type Deps = { db: Database; clock: Clock; log: Logger };

/** Fills in rows that existed before migrations (ADR 132), a turn at a time, until nothing is left. */
export function runBackfillsTask({ db, clock, log }: Deps, backfills: readonly Backfill[]): Task {
  return {
    name: RUN_BACKFILLS,
    waitsForReconcile: false,
    async handle(_payload, { signal }) {
      const elapsed = startStopwatch();
      const pending = await readPendingBackfills(db);
      let hasMore = false;
      const runOne = async (backfill: Backfill) => {
        const isOver = () => elapsed() > TURN_MS || signal?.aborted;
        let progress = await fillBatch(db, backfill, log);
        while (progress === 'more' && !isOver()) progress = await fillBatch(db, backfill, log);
        hasMore ||= progress === 'more';
      };
      await actOnEach(
        backfills.filter(({ name }) => pending.includes(name)),
        runOne,
        { log, message: 'a backfill could not go on', context: ({ name }) => ({ backfill: name }), signal },
      );
      if (!hasMore) return;
      const runAt = new Date(clock().getTime() + Math.max(LEAST_PAUSE_MS, elapsed()));
      await addJob(db, RUN_BACKFILLS, {}, { key: RUN_BACKFILLS, priority: PRIORITY.housekeeping, runAt });
    },
  };
}
