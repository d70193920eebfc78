import {
  getNeededNews,
  type NeededBy,
  setOrderNeededBy,
  setProjectNeededBy,
} from '@keepsake/contracts/orders/needed-by';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { route } from '../../../platform/http/route.ts';
import type { Module } from '../../../platform/module.ts';
import { Problem } from '../../../platform/problem.ts';
import type { DatedOrder } from '../../orders/orders/index.ts';
import type { DatedProject, EndedProject } from '../projects/index.ts';
import type { Deps } from './deps.ts';
import { judgeOrders, judgeProject, type StoredDate } from './judge.ts';
import { CHECK_CRON, checkTask, readNews } from './notify.ts';
import { NEEDED_DATA, TABLES } from './personal-data.ts';
import { setDate } from './set-date.ts';
import { carryDate, type NeededRef, removeDate } from './store.ts';

export type NeededDates = Module & {
  judgeOrders(customerId: CustomerId, orders: readonly DatedOrder[]): ReturnType<typeof judgeOrders>;
  judgeProject(project: DatedProject, stored: StoredDate): NeededBy;
  /** Sets a date for its customer if there is none; an existing one stays. */
  setFirst(ref: NeededRef, needed: { date: string; occasion: string }): Promise<void>;
  /** Ends the date of a project together with it: it becomes that of the order, if there is one, in the same transaction. */
  endProject(trx: Queryable, ended: EndedProject): Promise<void>;
};

/**
 * The days on which customers need what they began or ordered: compared with delivery promises, with mails while there are
 * choices.
 */
export function createNeededBy(deps: Deps): NeededDates {
  return {
    routes: [
      route(setProjectNeededBy, ({ customer: { customerId }, params: { projectId }, body }) =>
        setDate(deps, { customerId, kind: 'project', reference: projectId }, body),
      ),
      route(setOrderNeededBy, ({ customer: { customerId }, params: { orderCode }, body }) =>
        setDate(deps, { customerId, kind: 'order', reference: orderCode }, body),
      ),
      route(getNeededNews, async ({ customer: { customerId } }) => ({
        items: await readNews(deps, customerId),
      })),
    ],
    tasks: [checkTask(deps)],
    crons: [CHECK_CRON],
    tables: TABLES,
    personalData: NEEDED_DATA,
    judgeOrders: (customerId, orders) => judgeOrders(deps, customerId, orders),
    judgeProject: (project, stored) => judgeProject(deps, project, stored),
    async setFirst(ref, needed) {
      await setDate(deps, ref, { ...needed, basedOn: null }).catch((error) => {
        if (!(error instanceof Problem && error.code === 'conflict')) throw error;
      });
    },
    async endProject(trx, { customerId, projectId, orderCode }) {
      if (orderCode !== null) await carryDate(trx, { customerId, projectId, orderCode });
      await removeDate(trx, { customerId, kind: 'project', reference: projectId });
    },
  };
}
