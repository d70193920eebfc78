import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Cron } from '../../../../platform/jobs/jobs.ts';
import type { Module } from '../../../../platform/module.ts';
import type { CallOrigin } from '../../../../platform/security-log.ts';
import { EVENTS_KEPT_MS } from '../store.ts';
import type { CallbackDeps } from './deps.ts';
import { callbackData, TABLES } from './personal-data.ts';
import { callbackRoutes, mountSchemas } from './routes.ts';
import { type CallbackChoice, changeChoice, readChoice } from './settings.ts';
import { forgetTries } from './store.ts';

export { createKeyring } from './keys.ts';

type Callbacks = Module & {
  /** The callback settings in customers/me. */
  readChoice(customerId: CustomerId): Promise<CallbackChoice>;
  /** Changes them, in the transaction of the other details. Throws `invalid-request`. */
  changeChoice(
    trx: Queryable,
    customerId: CustomerId,
    choice: Partial<CallbackChoice> & { request: CallOrigin },
  ): Promise<void>;
};

const FORGET = 'forget-callback-tries';
const FORGET_CRON: Cron = { task: FORGET, at: '57 3 * * *' };

/** Callbacks to business customers' own systems: their address, its keys, and the outcome of each callback. */
export function createCallbacks(deps: CallbackDeps): Callbacks {
  const { db, clock } = deps;
  return {
    routes: callbackRoutes(deps),
    tasks: [
      {
        name: FORGET,
        waitsForReconcile: false,
        handle: () => forgetTries(db, new Date(clock().getTime() - EVENTS_KEPT_MS)),
      },
    ],
    crons: [FORGET_CRON],
    mount: mountSchemas,
    tables: TABLES,
    personalData: callbackData(deps),
    readChoice: (customerId) => readChoice(db, customerId),
    changeChoice: (trx, customerId, choice) => changeChoice(deps, trx, customerId, choice),
  };
}
