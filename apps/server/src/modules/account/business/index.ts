import { type B2bDetail, type B2bStatus, changeBusiness, getBusiness } from '@keepsake/contracts';
import type { Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { changeFirm, readFirmOf } from './change-firm.ts';
import { CHECK_CRON, checkTasks } from './check-vat-ids.ts';
import type { Deps } from './deps.ts';
import { businessData } from './personal-data.ts';

export { isBlocked, isServedSql, requireNotBlocked } from './blocked.ts';
export { findBuyer } from './find-buyer.ts';
export {
  approve,
  block,
  listBusinesses,
  type Outcome,
  type Shown,
  showBusiness,
  unblock,
} from './operator.ts';
export { isVatIdProven } from './vat-proof.ts';
export { createVies } from './vies.ts';

/** The status of a business customer's account [B2B-01] and the missing details; the status of a validated account is null. */
export async function standingOf(
  db: Queryable,
  userId: string,
): Promise<{ status: B2bStatus | null; missing: B2bDetail[] }> {
  const { status, missing } = await readFirmOf(db, userId);
  return { status, missing: status === 'Default' ? missing : [] };
}

/** Business customers: their firm, whether it has been checked, and whether they are blocked (ADR 45). */
export function createBusiness(deps: Deps): Module {
  const { db, requireCustomer } = deps;
  return {
    personalData: businessData(deps),
    tasks: checkTasks(deps),
    crons: [CHECK_CRON],
    routes: [
      route(getBusiness, async ({ customer }) => {
        const { user_id: userId } = await requireCustomer(customer);
        return readFirmOf(db, userId);
      }),
      route(changeBusiness, async ({ customer, body }) => {
        const { user_id: userId, channel } = await requireCustomer(customer);
        return changeFirm(deps, { userId, channel, typed: body });
      }),
    ],
  };
}
