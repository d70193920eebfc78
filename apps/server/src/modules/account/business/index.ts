import { changeBusiness, getBusiness } from '@keepsake/contracts/account/business';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { changeFirm, readFirmOf } from './change-firm.ts';
import { CHECK_CRON, checkTasks } from './check-vat-ids.ts';
import type { Deps } from './deps.ts';
import { businessData, TABLES } from './personal-data.ts';

export { isActiveBusinessSql, isBlocked, requireNotBlocked } from './account-status.ts';
export { accountStatusOf } from './change-firm.ts';
export {
  approve,
  block,
  listBusinesses,
  type Outcome,
  type Shown,
  showBusiness,
  unblock,
} from './operator.ts';
export { findBuyer, insertFirms, isVatIdProven } from './store.ts';
export { createVies } from './vies.ts';

/** Business customers: their firm, whether it has been checked, and whether they are blocked (ADR 45). */
export function createBusiness(deps: Deps): Module {
  const { db, requireCustomer } = deps;
  return {
    tables: TABLES,
    personalData: businessData(deps),
    tasks: checkTasks(deps),
    crons: [CHECK_CRON],
    routes: [
      route(getBusiness, async ({ customer }) => {
        const { user_id: customerId } = await requireCustomer(customer);
        return readFirmOf(db, customerId);
      }),
      route(changeBusiness, async ({ customer, body }) => {
        const { user_id: customerId, channel } = await requireCustomer(customer);
        return changeFirm(deps, { customerId, channel, typed: body });
      }),
    ],
  };
}
