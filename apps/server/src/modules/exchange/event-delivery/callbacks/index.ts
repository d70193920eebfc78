import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ago } from '../../../../platform/clock.ts';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { Module } from '../../../../platform/module.ts';
import type { CallOrigin } from '../../../../platform/security-log.ts';
import type { CallbackChoice } from '../../../account/customers/index.ts';
import { EVENTS_RETENTION_MS } from '../store.ts';
import type { CallbackDeps } from './deps.ts';
import { callbackData, TABLES } from './personal-data.ts';
import { callbackRoutes, mountSchemas } from './routes.ts';
import { changeChoice, readChoice } from './settings.ts';

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

/** Callbacks to business customers' own systems: their address, its keys, and the outcome of each callback. */
export function createCallbacks(deps: CallbackDeps): Callbacks {
  const { db } = deps;
  return {
    routes: callbackRoutes(deps),
    mount: mountSchemas,
    tables: TABLES,
    expires: [{ table: 'callback_tries', column: 'tried_at', before: ago(EVENTS_RETENTION_MS) }],
    personalData: callbackData(deps),
    readChoice: (customerId) => readChoice(db, customerId),
    changeChoice: (trx, customerId, choice) => changeChoice(deps, trx, customerId, choice),
  };
}
