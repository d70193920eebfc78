import {
  declareOwnWithdrawal,
  declareWithdrawal as declareWithdrawalEndpoint,
  getOrderWithdrawal,
} from '@keepsake/contracts/orders/withdrawals';
import { ago, DAY_MS } from '../../../platform/clock.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import { declareWithdrawal } from './declare.ts';
import type { Deps } from './deps.ts';
import { passOnTask } from './pass-on.ts';
import { TABLES, withdrawalsData } from './personal-data.ts';
import { presentWithdrawal } from './present-withdrawal.ts';
import { withdrawalRecovery } from './recover-withdrawals.ts';

export { readWithdrawn } from './store.ts';

/** Claims from a contract lapse three years after the end of the year in most of our countries. */
const STORED_WITHDRAWAL_DAYS = 4 * 365;

/** Withdrawals from contracts: declared by anybody, stored, acknowledged and reported to the shop. */
export function createWithdrawals(deps: Deps): Module {
  return {
    routes: [
      route(declareWithdrawalEndpoint, ({ body, attempt, request }) => {
        const declaration = { ...body, productCodes: [] };
        return declareWithdrawal(deps, { declaration, attempt, ip: request.ip, customer: null });
      }),
      route(declareOwnWithdrawal, async ({ customer, body: declaration, attempt, request }) => {
        // Consumers have the right of withdrawal; businesses have none.
        if (customer.isBusiness) throw new Problem('forbidden');
        return declareWithdrawal(deps, { declaration, attempt, ip: request.ip, customer });
      }),
      route(getOrderWithdrawal, ({ customer, params: { orderCode } }) =>
        presentWithdrawal(deps, { customerId: customer.customerId, orderCode }, customer),
      ),
    ],
    tasks: [passOnTask(deps)],
    expires: [{ table: 'withdrawals', column: 'declared_at', before: ago(STORED_WITHDRAWAL_DAYS * DAY_MS) }],
    recoveries: [withdrawalRecovery(deps)],
    tables: TABLES,
    personalData: withdrawalsData(deps),
  };
}
