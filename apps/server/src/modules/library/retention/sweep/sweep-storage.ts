import * as z from 'zod';
import { addJob, type Task } from '../../../../platform/jobs/jobs.ts';
import type { Deps } from '../deps.ts';
import { earlierNow } from './earlier-now.ts';
import { type SweepDeps, sweepBatch } from './sweep-batch.ts';
import { SWEEP_STORAGE } from './sweep-job.ts';
import { type Place, START } from './take-due.ts';

/** How long a job works before it makes room for others; a stop of the server waits for jobs as well. */
const TURN_MS = 4_000;

const payloadSchema = z
  .object({ after: z.object({ dueAt: z.string(), userId: z.string() }).optional() })
  .catch({});

/**
 * The job that looks at the storage accounts that are due. What is done is no longer due, so a job that died half-way
 * goes on where it was, and two share the work.
 */
export function sweepStorageTask(deps: SweepDeps & Pick<Deps, 'clock' | 'otherClock'>): Task {
  return {
    name: SWEEP_STORAGE,
    async handle(payload) {
      const until = performance.now() + TURN_MS;
      const now = await earlierNow(deps);
      let after: Place = payloadSchema.parse(payload).after ?? START;
      for (;;) {
        const next = await sweepBatch(deps, { now, after });
        // What became due behind our back, or was locked when we came by, is found from the start.
        if (!next && after === START) return;
        after = next ?? START;
        if (performance.now() > until) {
          // Before the mails and exports that it asks for, so that all of it is known soon.
          return await addJob(deps.db, SWEEP_STORAGE, { after }, { key: `${SWEEP_STORAGE}-on` });
        }
      }
    },
  };
}
