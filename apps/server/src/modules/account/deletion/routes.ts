import {
  cancelAccountDeletion,
  confirmAccountDeletion,
  DELETION_CONSEQUENCES,
  getAccountDeletion,
  getClosedAccount,
  keepAccount as keepAccountCall,
  type PendingDeletion,
  requestAccountDeletion,
  resendAccountDeletion,
} from '@keepsake/contracts/account/account-deletion';
import type { AccountEventKind } from '@keepsake/contracts/account/account-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import { customerIdOf, type Principal } from '../../../platform/auth.ts';
import { DAY_MS, MINUTE_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import { Problem } from '../../../platform/problem.ts';
import { endOf, type Recently } from '../../../platform/recently.ts';
import { findRecipient } from '../../frame/mails/index.ts';
import { requireOpenCustomer } from '../customers/index.ts';
import type { MailedLink } from '../mailed-links/index.ts';
import { closeAccount, type RequestedClosing } from './close-account.ts';
import type { Deps } from './deps.ts';
import { findGrace, lastDayOf } from './grace.ts';
import {
  deletePending,
  findClosing,
  findPending,
  markSentAgain,
  replacePending,
  type WaitingClosing,
} from './store.ts';

const RESEND_AFTER_MS = MINUTE_MS;
const LINK_MS = DAY_MS;

type RouteDeps = Deps & {
  link: MailedLink<RequestedClosing>;
  /** False if it is too late. */
  keep(customerId: CustomerId, request: FastifyRequest): Promise<boolean>;
};

/** The calls by which customers delete their account. */
export function deletionRoutes(deps: RouteDeps): Route[] {
  const { db, clock, link, security, issuer } = deps;
  const ownIdOf = (caller: Principal, named: { type: string; sub: string }) =>
    requireOwn(issuer, caller, named);
  const note = async (
    trx: Queryable,
    accountId: CustomerId,
    kind: AccountEventKind,
    request: FastifyRequest,
  ) => deps.accounts?.noteEvent(trx, { accountId, kind, request });
  return [
    route(getAccountDeletion, async ({ customer, params }) => {
      const customerId = ownIdOf(customer, params);
      const pending = await findPending(db, customerId, clock());
      const blockedUntil = await deps.accounts?.findUndoEnd(customerId);
      return {
        consequences: await countLosses(deps.personalData(), customerId),
        pending: pending && toPending(pending, clock()),
        blockedUntil: blockedUntil?.toISOString() ?? null,
      };
    }),
    route(requestAccountDeletion, async ({ customer, params, body: { channel }, request }) => {
      const customerId = ownIdOf(customer, params);
      await requireOpenCustomer(db, customerId);
      // Without an address nobody could confirm the request.
      if ((await findRecipient(db, customerId))?.email === '') throw new Problem('no-address');
      if (await deps.accounts?.findUndoEnd(customerId)) throw new Problem('email-change-undoable');
      const now = clock();
      const times = { requested_at: now, sent_at: now, expires_at: linkEnd(now) };
      const closing = { user_id: customerId, id: newId(), ...times };
      const waits = await db.transaction().execute(async (trx) => {
        if (!(await replacePending(trx, closing, recentlyAt(now)))) return findPending(trx, customerId, now);
        await link.queue(trx, { customerId, closingId: closing.id, channel });
        await note(trx, customerId, 'deletion-requested', request);
        return closing;
      });
      if (!waits) throw new Problem('account-deleted');
      await security.record('account-deletion-requested', { request, customerId });
      return toPending(waits, now);
    }),
    route(resendAccountDeletion, async ({ customer, params }) => {
      const customerId = ownIdOf(customer, params);
      const now = clock();
      if (!(await findPending(db, customerId, now))) throw new Problem('not-found');
      const times = { recently: recentlyAt(now), expiresAt: linkEnd(now) };
      return db.transaction().execute(async (trx) => {
        const closing = await markSentAgain(trx, customerId, times);
        if (!closing) throw new Problem('too-many-requests');
        await link.queue(trx, { customerId, closingId: closing.id, channel: null });
        return toPending(closing, now);
      });
    }),
    route(cancelAccountDeletion, async ({ customer, params, request }) => {
      const customerId = ownIdOf(customer, params);
      await db.transaction().execute(async (trx) => {
        if (await deletePending(trx, customerId)) await note(trx, customerId, 'deletion-cancelled', request);
      });
    }),
    route(confirmAccountDeletion, async ({ customer, params, request }) => {
      const customerId = ownIdOf(customer, params);
      const opened = await link.open(db, params.token);
      if (opened?.requested.customerId !== customerId) throw new Problem('not-found');
      const outcome = await link.confirm(params.token, async (trx, { requested }, now) => {
        const eraseAt = await closeAccount(deps, trx, requested, now);
        if (eraseAt) await note(trx, customerId, 'account-closed', request);
        return eraseAt;
      });
      if (outcome.state === 'done') await security.record('account-closed', { request, customerId });
      else if (!(await isClosedBy(opened.requested))) throw new Problem('not-found');
    }),
    route(getClosedAccount, async ({ customer, params }) => {
      const grace = await findGrace(db, ownIdOf(customer, params));
      if (!grace) throw new Problem('not-found');
      return { lastDay: lastDayOf(grace) };
    }),
    route(keepAccountCall, async ({ customer, params, request }) => {
      if (!(await deps.keep(ownIdOf(customer, params), request))) throw new Problem('not-found');
    }),
  ];

  /** Whether this request closed the account: a link used before the customer came back no longer counts. */
  async function isClosedBy({ customerId, closingId }: RequestedClosing): Promise<boolean> {
    const closing = await findClosing(db, customerId);
    return closing?.id === closingId && closing.closed_at !== null;
  }
}

/** The caller's id, which the path must name too. Throws the problem `not-found` for another's. */
function requireOwn(
  issuer: string,
  { customerId, subjectId, identityType }: Principal,
  { type, sub }: { type: string; sub: string },
): CustomerId {
  if (type !== identityType || customerIdOf(issuer, sub) !== subjectId) throw new Problem('not-found');
  return customerId;
}

/** What would be lost according to all modules, each kind once and in order. */
async function countLosses(personalData: readonly PersonalData[], customerId: CustomerId) {
  const losses = (await Promise.all(personalData.map((stored) => stored.countLosses?.(customerId)))).flat();
  return DELETION_CONSEQUENCES.map((kind) => ({
    kind,
    count: losses.reduce((sum, loss) => sum + (loss?.kind === kind ? loss.count : 0), 0),
  })).filter(({ count }) => count > 0);
}

/** A mail sent in this time is not resent yet. */
const recentlyAt = (now: Date): Recently => ({ now, ms: RESEND_AFTER_MS });
const linkEnd = (now: Date) => new Date(now.getTime() + LINK_MS);

function toPending(
  { expires_at, sent_at }: Pick<WaitingClosing, 'expires_at' | 'sent_at'>,
  now: Date,
): PendingDeletion {
  return {
    expiresAt: expires_at.toISOString(),
    resendAt: endOf(sent_at, recentlyAt(now)).toISOString(),
  };
}
