import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import { addJob, PRIORITY, type Task } from '../../../../platform/jobs/jobs.ts';
import type { OrderRef } from '../../orders/index.ts';
import { type IssueDeps, issueFor } from './issue-order.ts';

const ISSUE = 'issue-invoices';
const payloadSchema = z.object({ userId: z.string(), orderCode: z.string() });

/** Has the invoices of an order brought up to date, once the transaction commits. */
export async function requestIssue(trx: Queryable, ref: OrderRef): Promise<void> {
  await addJob(trx, ISSUE, ref, { key: `${ISSUE}:${ref.orderCode}`, priority: PRIORITY.bulk });
}

/** Issues whatever is due for one order. */
export function issueTask(deps: IssueDeps): Task {
  return {
    name: ISSUE,
    async handle(payload) {
      await issueFor(deps, payloadSchema.parse(payload));
    },
  };
}
