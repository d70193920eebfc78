import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { HOUR_MS, MINUTE_MS } from '../../../platform/clock.ts';
import { actOnEach } from '../../../platform/each-item.ts';
import { type Cron, keyedTask, type Task } from '../../../platform/jobs/jobs.ts';
import { storeStatus } from './account-status.ts';
import type { Deps } from './deps.ts';
import { mailDecision } from './mails.ts';
import { lockExisting } from './store.ts';
import { leaseDue, listDue, updateCheck, type VatCheck } from './vat-checks.ts';
import type { ViesAnswer } from './vies.ts';

export const CHECK_ONE = keyedTask('check-vat-id', { foundBy: 'check-vat-ids' });
const CHECK = 'check-vat-ids';
/** Checks that a country could not answer are retried. */
export const CHECK_CRON: Cron = { task: CHECK, at: '*/5 * * * *' };

/** How long a node has for a check before another one takes it: longer than the register's timeout. */
const LEASE_MS = 2 * MINUTE_MS;
const LONGEST_PAUSE_MS = 6 * HOUR_MS;
/** Checks per run; the rest follow in the next one. */
const BATCH = 100;

const payload = z.object({ customerId: customerIdSchema });

/** Checks the VAT id of a customer who has just entered it, and on a schedule all checks that are due. */
export function checkTasks(deps: Deps): Task[] {
  return [
    {
      name: CHECK_ONE,
      waitsForReconcile: false,
      handle: async (given) => checkOne(deps, payload.parse(given).customerId),
    },
    {
      name: CHECK,
      waitsForReconcile: false,
      async handle(_payload, { signal }) {
        await actOnEach(
          await listDue(deps.db, deps.clock(), BATCH),
          (customerId) => checkOne(deps, customerId),
          {
            log: deps.log,
            message: 'a VAT id could not be checked',
            context: (customerId) => ({ customerId }),
            signal,
          },
        );
      },
    },
  ];
}

async function checkOne(deps: Deps, customerId: CustomerId): Promise<void> {
  const now = deps.clock();
  const until = new Date(now.getTime() + LEASE_MS);
  const check = await leaseDue(deps.db, customerId, { now, until });
  if (!check) return;
  const answer = (await deps.askVies?.(check.vat_id)) ?? null;
  await deps.db.transaction().execute(async (trx) => {
    const row = await lockExisting(trx, customerId);
    const isDone = await updateCheck(trx, check, outcomeOf(check, answer, deps.clock()));
    if (!row || !isDone) return;
    const { before, after } = await storeStatus({ ...deps, trx }, row);
    if (answer?.state === 'invalid' && after === 'default' && before !== 'default')
      await mailDecision({ ...deps, trx }, { customerId, decision: 'vat-invalid', vatId: check.vat_id });
  });
  if (answer?.state === 'unavailable')
    deps.log.warn({ reason: answer.reason, tries: check.tries }, 'a VAT id could not be checked yet');
}

/** 'No answer for now' is not 'invalid': the check is retried at growing intervals up to six hours. */
function outcomeOf({ tries }: VatCheck, answer: ViesAnswer | null, now: Date): Partial<VatCheck> {
  switch (answer?.state) {
    case 'valid':
      return {
        state: 'valid',
        next_at: null,
        failure: null,
        answered_at: now,
        consultation_number: answer.consultationNumber,
        registered_name: answer.name,
        registered_address: answer.address,
      };
    case 'invalid':
      return { state: 'invalid', next_at: null, failure: null, answered_at: now };
    case 'unavailable': {
      const pause = Math.min(5 * MINUTE_MS * 2 ** Math.min(tries, 10), LONGEST_PAUSE_MS);
      return { next_at: new Date(now.getTime() + pause), failure: answer.reason };
    }
    default:
      // The setting was removed: there is no register to ask any more.
      return { state: 'unchecked', next_at: null };
  }
}
