import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { Queryable } from '../../../../platform/database/database.ts';
import { addJob, type Cron, keyedTask, PRIORITY, type Task } from '../../../../platform/jobs/jobs.ts';
import { resumeStalled } from '../../../../platform/jobs/stalled-work.ts';
import { orderRef } from '../../orders/index.ts';
import type { Deps } from '../deps.ts';
import { type IssueDeps, issueFor } from './issue-order.ts';
import { countRequests, deleteRequest, insertRequest, readGaps, waitingRequestsSql } from './requests.ts';

const ISSUE = keyedTask('issue-invoices', { foundBy: 'check-invoices' });

const CHECK_INVOICES = 'check-invoices';
const FIND_GAPS = 'find-invoice-gaps';
export const CHECK_CRONS: readonly Cron[] = [
  { task: CHECK_INVOICES, at: '1,11,21,31,41,51 * * * *' },
  { task: FIND_GAPS, at: '13 4 * * *', isMadeUpFor: true },
];

/** Has the invoices of an order brought up to date, once the transaction commits. */
export async function requestIssue(trx: Queryable, ref: OrderRef, now: Date): Promise<void> {
  await insertRequest(trx, ref, now);
  await addIssueJob(trx, ref);
}

async function addIssueJob(db: Queryable, { customerId, orderCode }: OrderRef): Promise<void> {
  const options = { key: `${ISSUE}:${orderCode}`, priority: PRIORITY.bulk };
  await addJob(db, ISSUE, { customerId, orderCode }, options);
}

/** Issues whatever is due for one order. */
export function issueTask(deps: IssueDeps): Task {
  return {
    name: ISSUE,
    waitsForReconcile: true,
    async handle(payload) {
      const ref = orderRef.parse(payload);
      const requests = await countRequests(deps.db, ref);
      await issueFor(deps, ref);
      if (requests !== undefined) await deleteRequest(deps.db, ref, requests);
    },
  };
}

type CheckDeps = Pick<Deps, 'db' | 'clock' | 'log'>;

/** Housekeeping: an order whose job is missing or has failed for good gets another one, however long the store was away. */
export function checkInvoicesTask(deps: CheckDeps): Task {
  return {
    name: CHECK_INVOICES,
    waitsForReconcile: false,
    async handle() {
      await resumeStalled(deps, {
        waiting: waitingRequestsSql(ISSUE, deps.clock()),
        resume: (ref) => addIssueJob(deps.db, ref),
      });
    },
  };
}

/**
 * Housekeeping: compares orders with their invoices once a night, and requests what is missing: a refund without a credit note, a paid
 * order whose invoice is open. Requests are not lost (ADR 77); this finds those that earlier releases lost, and any that we do not
 * know how to lose.
 */
export function findGapsTask({ db, clock, log }: CheckDeps): Task {
  return {
    name: FIND_GAPS,
    waitsForReconcile: false,
    async handle(_payload, { signal }) {
      let orders = 0;
      for await (const refs of readGaps(db)) {
        signal?.throwIfAborted();
        for (const ref of refs) await db.transaction().execute((trx) => requestIssue(trx, ref, clock()));
        orders += refs.length;
      }
      if (orders > 0) log.warn({ orders }, 'invoices or credit notes were missing and are requested again');
    },
  };
}
