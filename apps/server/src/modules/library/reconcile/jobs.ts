import { type Clock, MINUTE_MS, REPEAT_MS, startStopwatch } from '../../../platform/clock.ts';
import type { Database } from '../../../platform/database/database.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../platform/jobs/jobs.ts';
import { hasJob } from '../../../platform/jobs/pending-jobs.ts';
import { type Epochs, isBehind, joinEpochs, writeEpoch } from '../../../platform/objects/epochs.ts';
import { resumePurges } from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { isSettled, planReconciliation } from './plan-reconciliation.ts';

const WRITE_EPOCH = 'write-epoch';
/** Once a minute: a restore may lose track of photos from up to a minute. */
export const EPOCH_CRON: Cron = { task: WRITE_EPOCH, at: '* * * * *', maxAttempts: 1 };

type EpochDeps = Pick<Deps, 'db' | 'objects' | 'clock' | 'log'>;

/** Raises the epoch of database and store, and notices when one of them was restored from a backup. */
export function writeEpochTask({ db, objects, clock, log }: EpochDeps): Task {
  const elapsed = startStopwatch();
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    name: WRITE_EPOCH,
    waitsForReconcile: false,
    async handle() {
      const epochs = await writeEpoch({ db, objects });
      if (epochs.status === 'recovered') await addRecoveryJob(db, clock);
      const isDue = elapsed() - loggedAt > REPEAT_MS;
      if (epochs.status === 'together' || !isDue) return;
      loggedAt = elapsed();
      log.error(epochs, describeEpochs(epochs));
    },
  };
}

const CHECK_RECOVERY = keyedTask('check-recovery', { foundBy: 'write-epoch' });
/** Nodes that saw a standby take over have this long to say that it lacks nothing. */
const VOUCHED_MS = 10_000;
/** How soon a recovered database is compared again: uploads in progress are saved by then. */
const RETRY_MS = 10 * MINUTE_MS;

/** Adds the recovery job unless one is pending or running: comparing a large store takes minutes, longer than an epoch. */
async function addRecoveryJob(db: Database, clock: Clock): Promise<void> {
  if (await hasJob(db, CHECK_RECOVERY)) return;
  const runAt = new Date(clock().getTime() + VOUCHED_MS);
  await addJob(db, CHECK_RECOVERY, {}, { key: CHECK_RECOVERY, priority: PRIORITY.housekeeping, runAt });
}

/**
 * Compares a recovered database with its store. If nothing is lacking, as after a switch that no node saw, the two agree again
 * automatically; otherwise an operator must reconcile them.
 */
export function checkRecoveryTask(deps: Deps): Task {
  return {
    name: CHECK_RECOVERY,
    waitsForReconcile: false,
    async handle() {
      const { db, objects, clock, log } = deps;
      if ((await objects.compareEpochs()).status !== 'recovered') return;
      const plan = await planReconciliation(deps);
      if (plan.epochs.status !== 'recovered') return;
      if (isSettled(plan)) {
        for (const step of plan.recovery.steps) await step.apply();
        await joinEpochs({ db, objects });
        await resumePurges(db);
        return log.info('the recovered database lacks nothing that the store has: objects are removed again');
      }
      const steps = plan.recovery.steps.map(({ notified, items }) => `${items.length} ${notified}`);
      const found = {
        found: plan.found.length,
        erased: plan.erased.length,
        remains: plan.remains.length,
        steps,
      };
      log.error(found, 'the recovered database differs from the store: run npm run keepsake -- reconcile');
      const runAt = new Date(clock().getTime() + RETRY_MS);
      await addJob(db, CHECK_RECOVERY, {}, { key: CHECK_RECOVERY, priority: PRIORITY.housekeeping, runAt });
    },
  };
}

const SENTENCES = {
  together: 'database and store belong together',
  recovered: 'the database was restored or a standby took over within the last epoch',
  'database-older': 'the database is older than the store',
  'store-older': 'the store is older than the database',
  strangers: 'the store belongs to another installation',
};

const RECONCILE = 'run npm run keepsake -- reconcile';
const REMEDIES = {
  recovered: `the two are being compared; if this stays, ${RECONCILE}`,
  'database-older': RECONCILE,
  'store-older': RECONCILE,
  strangers: 'check DATABASE_URL and STORAGE_URL',
};

/** What is wrong and what to do about it, in one sentence. */
export function describeEpochs({ status, restoredTo }: Epochs): string {
  const sentence = restoredTo
    ? `an operator says that the database was restored to ${restoredTo.toISOString()}`
    : SENTENCES[status];
  if (status === 'together') return sentence;
  const held = isBehind({ status })
    ? 'no object is removed, and invoices, mails, events, reorders and vouchers wait'
    : 'no object is removed';
  return `${sentence}, so ${held}: ${REMEDIES[status]}`;
}
