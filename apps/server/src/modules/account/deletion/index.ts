import { DELETION_LINK_HOURS } from '@keepsake/contracts/account/account-deletion';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Module } from '../../../platform/module.ts';
import type { IsErased } from '../../../platform/personal-data.ts';
import { findChannel } from '../../frame/channels/index.ts';
import { findCustomer, findRecipient } from '../customers/index.ts';
import type { LinkPurpose } from '../mailed-links/index.ts';
import { keepAccount, type RequestedClosing, requestedClosing } from './close-account.ts';
import { type ClosedGate, createClosedAccounts, type Gate, refuseClosed } from './closed-accounts.ts';
import { deleteCustomerTask } from './delete-by-operator.ts';
import type { Closings, Deps } from './deps.ts';
import { createErasure } from './erasure/index.ts';
import { findGrace, lastDayInWords } from './grace.ts';
import { confirmationMail } from './mails.ts';
import { accountRecoveries } from './recover-accounts.ts';
import { deletionRoutes } from './routes.ts';
import { findPending } from './store.ts';

export { requestDeletion } from './delete-by-operator.ts';
export type { Closings, OnAccountClosed } from './deps.ts';
export { createTombstones, listErasures, type UnderWay } from './erasure/index.ts';

export type AccountDeletion = Module & {
  /** Whether a deletion awaits confirmation. */
  isPending(customerId: CustomerId): Promise<boolean>;
  isErased: IsErased;
  /** A gate that refuses the tokens of closed accounts. */
  refuseClosed<G extends Gate>(gate: G): ClosedGate<G>;
} & Closings;

/**
 * How customers delete their account, wherever it is kept: requested, confirmed by mail, undone within days, and erased after
 * that.
 */
export async function createAccountDeletion(deps: Deps): Promise<AccountDeletion> {
  const { db, clock } = deps;
  const link = deps.createLink(deletionLink(deps));
  const erasure = await createErasure(deps);
  const { isErased } = erasure;
  const closedAccounts = await createClosedAccounts({ ...deps, isErased });
  const keep = (customerId: CustomerId, request: FastifyRequest) => keepOwn(deps, customerId, request);
  return {
    routes: deletionRoutes({ ...deps, link, keep }),
    tables: { account_closings: { customer: 'user_id', erasedBy: 'module' }, ...erasure.tables },
    /** Requests that nobody confirmed in time. */
    expires: [
      { table: 'account_closings', column: 'expires_at', only: sql`closed_at is null`, isHourly: true },
    ],
    tasks: [deleteCustomerTask(deps), ...erasure.tasks],
    crons: erasure.crons,
    recoveries: [...accountRecoveries(deps, erasure), ...erasure.recoveries],
    personalData: erasure.personalData,
    isErased,
    isPending: async (customerId) => (await findPending(db, customerId, clock())) !== null,
    async lastDayToKeep(customerId, locale) {
      const grace = await findGrace(db, customerId);
      return grace && lastDayInWords(grace, locale);
    },
    keep,
    refuseClosed: (gate) => refuseClosed(gate, closedAccounts),
  };
}

function deletionLink(deps: Pick<Deps, 'clock' | 'publicUrl' | 'accounts'>): LinkPurpose<RequestedClosing> {
  return {
    name: 'delete-account',
    lifetimeSeconds: DELETION_LINK_HOURS * HOUR_SECONDS,
    requested: requestedClosing,
    async writeMail(trx, { customerId, closingId, channel }) {
      const closing = await findPending(trx, customerId, deps.clock());
      const to = await findRecipient(trx, customerId);
      if (!to || closing?.id !== closingId) return null;
      const brand = findChannel(channel ?? undefined) ?? to.channel;
      return confirmationMail(deps, { to, brand, accountId: deps.accounts ? customerId : null });
    },
  };
}

async function keepOwn(deps: Deps, customerId: CustomerId, request: FastifyRequest): Promise<boolean> {
  const { db, accounts, security } = deps;
  const isReopened = await db.transaction().execute(async (trx) => {
    if (!(await keepAccount(deps, trx, customerId))) return false;
    await accounts?.noteEvent(trx, { customerId, kind: 'account-kept', request });
    return true;
  });
  if (isReopened) await security.record('account-kept', { request, customerId });
  return isReopened || (await findCustomer(db, customerId))?.deleted_at === null;
}
