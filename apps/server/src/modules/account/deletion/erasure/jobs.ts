import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { HOUR_MS, startStopwatch } from '../../../../platform/clock.ts';
import type { Cron, JobAttempt, Task } from '../../../../platform/jobs/jobs.ts';
import { deleteJobsMentioning } from '../../../../platform/jobs/pending-jobs.ts';
import { resumeStalled } from '../../../../platform/jobs/stalled-work.ts';
import type { Closing, PersonalData } from '../../../../platform/personal-data.ts';
import { deleteCustomer, findOwnEmail, findSubjects } from '../../customers/index.ts';
import type { ErasureDeps } from './deps.ts';
import { ERASED } from './recover-erasures.ts';
import {
  addMissingAreas,
  beginErasure,
  completeArea,
  deleteErasure,
  END_ERASURE,
  ERASE_ACCOUNT,
  ERASE_AREA,
  findErasure,
  isAreaDone,
  lockErasure,
  postponeArea,
  resume,
  waitingErasuresSql,
} from './store.ts';
import type { Tombstones } from './tombstones.ts';

const account = z.object({ customerId: customerIdSchema });
const areaOfAccount = account.extend({ area: z.string() });

/** Begins the erasure of an account once its grace period is over: from then on it cannot be kept. */
export function eraseAccountTask({ db, clock, objects, log, personalData }: ErasureDeps): Task {
  return {
    name: ERASE_ACCOUNT,
    waitsForReconcile: false,
    async handle(payload) {
      const { customerId } = account.parse(payload);
      // Housekeeping adds the job again.
      if (!(await objects.mayRemove())) return;
      const areas = personalData().map(({ area }) => area);
      if (await beginErasure(db, customerId, { areas, now: clock() }))
        log.info('the erasure of an account begins');
    },
  };
}

/** Has one area erase what it keeps of a customer, repeatedly until nothing is left: areas do not wait for each other. */
export function eraseAreaTask(deps: ErasureDeps): Task {
  return {
    name: ERASE_AREA,
    waitsForReconcile: false,
    async handle(payload, attempt) {
      const { customerId, area } = areaOfAccount.parse(payload);
      const closing = await findClosing(deps, customerId, attempt);
      if (!closing || (await isAreaDone(deps.db, { customerId, area }))) return;
      const data = deps.personalData().find((each) => each.area === area);
      // This node runs an earlier version: the job waits for one that knows the area.
      if (!data) throw new Error(`No module of this version erases ${area}`);
      if (await eraseOrPostpone(deps, data, { customerId, closing }))
        await completeArea(deps.db, { customerId, area }, deps.clock());
    },
  };
}

/**
 * Ends an erasure whose areas are done. All areas run once more, for what a running job may have written; then go the jobs that
 * mention the customer, and with the customer's own row every record of the erasure but its tombstone.
 */
export function endErasureTask(deps: ErasureDeps, tombstones: Tombstones): Task {
  const { db, clock, security, log } = deps;
  return {
    name: END_ERASURE,
    waitsForReconcile: false,
    async handle(payload, attempt) {
      const { customerId } = account.parse(payload);
      const closing = await findClosing(deps, customerId, attempt);
      if (!closing) return;
      const all = deps.personalData();
      if (await addMissingAreas(db, customerId, { areas: all.map(({ area }) => area), now: clock() })) return;
      let isDone = true;
      for (const data of all) isDone = (await eraseOrPostpone(deps, data, { customerId, closing })) && isDone;
      if (!isDone) return;
      await deleteJobsMentioning(db, [customerId, ...closing.emails]);
      await db.transaction().execute(async (trx) => {
        if (!(await lockErasure(trx, customerId))) return;
        const ids = [customerId, ...(await findSubjects(trx, customerId))];
        for (const id of ids) await tombstones.insert(trx, id, clock());
        await deps.journal.record(trx, ERASED, { customerId, ids });
        await deleteErasure(trx, customerId);
        // The customer's own row goes last.
        await deleteCustomer(trx, customerId);
        // Better twice than not at all.
        await security.record('account-erased', { customerId });
        log.info('an account was erased');
      });
    },
  };
}

async function findClosing(
  { db }: Pick<ErasureDeps, 'db'>,
  customerId: CustomerId,
  { signal }: JobAttempt,
): Promise<Closing | null> {
  const erasure = await findErasure(db, customerId);
  if (!erasure?.closedAt) return null;
  const email = await findOwnEmail(db, customerId);
  return { closedAt: erasure.closedAt, emails: email === null ? [] : [email], signal };
}

/** Whether nothing is left in the area; otherwise schedules the next attempt. */
async function eraseOrPostpone(
  { db, clock, machineClock }: Pick<ErasureDeps, 'db' | 'clock' | 'machineClock'>,
  { area, erase }: PersonalData,
  { customerId, closing }: { customerId: CustomerId; closing: Closing },
): Promise<boolean> {
  closing.signal?.throwIfAborted();
  const dueAt = await erase(customerId, closing);
  if (dueAt === null) return true;
  const runAt = new Date(machineClock().getTime() + dueAt.getTime() - clock().getTime());
  await postponeArea(db, { customerId, area }, { dueAt, runAt });
  return false;
}

const CHECK = 'check-erasures';
export const CHECK_CRON: Cron = { task: CHECK, at: '8,18,28,38,48,58 * * * *' };

/** Housekeeping: erasures complete, however long anything was away. What has failed for good is left for the operator. */
export function checkErasuresTask({ db, clock, log }: Pick<ErasureDeps, 'db' | 'clock' | 'log'>): Task {
  const elapsed = startStopwatch();
  let loggedAt = Number.NEGATIVE_INFINITY;
  return {
    name: CHECK,
    waitsForReconcile: false,
    async handle() {
      const waiting = waitingErasuresSql(clock());
      const stalled = await resumeStalled(
        { db, log },
        { waiting, resume: async (each) => (each.isDead ? undefined : await resume(db, each)) },
      );
      const dead = stalled.filter(({ isDead }) => isDead);
      if (dead.length === 0 || elapsed() - loggedAt < HOUR_MS) return;
      loggedAt = elapsed();
      const areas = [...new Set(dead.map(({ area }) => area))];
      log.error(
        { jobs: dead.length, areas },
        'erasures of accounts have failed for good: run npm run keepsake -- erasures',
      );
    },
  };
}
