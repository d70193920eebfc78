import {
  cancelAccountDeletion,
  confirmAccountDeletion,
  DELETION_CONSEQUENCES,
  DELETION_LINK_HOURS,
  getAccountDeletion,
  getClosedAccount,
  keepAccount,
  requestAccountDeletion,
  resendAccountDeletion,
} from '@keepsake/contracts/account/account-deletion';
import type { PendingLink } from '@keepsake/contracts/account/email-changes';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { FastifyRequest } from 'fastify';
import { customerIdOf, type Principal } from '../../../platform/auth.ts';
import { HOUR_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import type { PersonalData } from '../../../platform/personal-data.ts';
import { Problem } from '../../../platform/problem.ts';
import { findRecipient, requireOpenCustomer } from '../customers/index.ts';
import { justSent, type MailedLink, pendingTimes } from '../mailed-links/index.ts';
import { closeAccount, type RequestedClosing } from './close-account.ts';
import type { Closings, Deps } from './deps.ts';
import { findGrace, lastDayOf } from './grace.ts';
import {
  deletePending,
  findClosing,
  findPending,
  markSentAgain,
  replacePending,
  type WaitingClosing,
} from './store.ts';

const LINK_MS = DELETION_LINK_HOURS * HOUR_MS;

type RouteDeps = Deps & Pick<Closings, 'keep'> & { link: MailedLink<RequestedClosing> };

/** The calls by which customers delete their account. */
export function deletionRoutes(deps: RouteDeps): Route[] {
  return [...requestRoutes(deps), ...closingRoutes(deps)];
}

/** Calls about a deletion that its customer has yet to confirm. */
function requestRoutes(deps: RouteDeps): Route[] {
  const { db, clock, link, issuer } = deps;
  return [
    route(getAccountDeletion, async ({ customer, params }) => {
      const customerId = requireOwnId(issuer, customer, params);
      const pending = await findPending(db, customerId, clock());
      const blockedUntil = await deps.accounts?.findUndoEnd(customerId);
      return {
        consequences: await countLosses(deps.personalData(), customerId),
        pending: pending && toPending(pending, clock()),
        blockedUntil: blockedUntil?.toISOString() ?? null,
      };
    }),
    route(requestAccountDeletion, async ({ customer, params, body: { channel }, request }) => {
      const customerId = requireOwnId(issuer, customer, params);
      const pending = await requestClosing(deps, { customerId, channel, request });
      await deps.security.record('account-deletion-requested', { request, customerId });
      return pending;
    }),
    route(resendAccountDeletion, async ({ customer, params }) => {
      const customerId = requireOwnId(issuer, customer, params);
      const now = clock();
      if (!(await findPending(db, customerId, now))) throw new Problem('not-found');
      const times = { recently: justSent(now), expiresAt: linkEnd(now) };
      return db.transaction().execute(async (trx) => {
        const closing = await markSentAgain(trx, customerId, times);
        if (!closing) throw new Problem('too-many-requests');
        await link.queue(trx, { customerId, closingId: closing.id, channel: null });
        return toPending(closing, now);
      });
    }),
    route(cancelAccountDeletion, async ({ customer, params, request }) => {
      const customerId = requireOwnId(issuer, customer, params);
      await db.transaction().execute(async (trx) => {
        if (await deletePending(trx, customerId))
          await deps.accounts?.noteEvent(trx, { customerId, kind: 'deletion-cancelled', request });
      });
    }),
  ];
}

type Requested = { customerId: CustomerId; channel: string; request: FastifyRequest };

/**
 * Stores the request and mails its link, in one transaction; the same request just now stays as it is. Throws `not-found`,
 * `no-address`, `email-change-undoable` and `account-deleted`.
 */
async function requestClosing(
  { db, clock, link, accounts }: RouteDeps,
  { customerId, channel, request }: Requested,
): Promise<PendingLink> {
  await requireOpenCustomer(db, customerId);
  // Without an address nobody could confirm the request.
  if ((await findRecipient(db, customerId))?.email === '') throw new Problem('no-address');
  if (await accounts?.findUndoEnd(customerId)) throw new Problem('email-change-undoable');
  const now = clock();
  const times = { requested_at: now, sent_at: now, expires_at: linkEnd(now) };
  const closing = { user_id: customerId, id: newId(), ...times };
  const waits = await db.transaction().execute(async (trx) => {
    if (!(await replacePending(trx, closing, justSent(now)))) return findPending(trx, customerId, now);
    await link.queue(trx, { customerId, closingId: closing.id, channel });
    await accounts?.noteEvent(trx, { customerId, kind: 'deletion-requested', request });
    return closing;
  });
  if (!waits) throw new Problem('account-deleted');
  return toPending(waits, now);
}

/** Calls that close an account, and those about a closed one. */
function closingRoutes(deps: RouteDeps): Route[] {
  const { db, link, security, issuer } = deps;
  return [
    route(confirmAccountDeletion, async ({ customer, params, request }) => {
      const customerId = requireOwnId(issuer, customer, params);
      const opened = await link.open(db, params.token);
      if (!opened) throw new Problem('not-found');
      if (opened.requested.customerId !== customerId) throw new Problem('another-account');
      const outcome = await link.confirm(params.token, async (trx, { requested }, now) => {
        const eraseAt = await closeAccount(deps, trx, requested, now);
        if (eraseAt) await deps.accounts?.noteEvent(trx, { customerId, kind: 'account-closed', request });
        return eraseAt;
      });
      if (outcome.state === 'done') await security.record('account-closed', { request, customerId });
      else if (!(await isClosedBy(db, opened.requested))) throw new Problem('not-found');
    }),
    route(getClosedAccount, async ({ customer, params }) => {
      const grace = await findGrace(db, requireOwnId(issuer, customer, params));
      if (!grace) throw new Problem('not-found');
      return { lastDay: lastDayOf(grace) };
    }),
    route(keepAccount, async ({ customer, params, request }) => {
      if (!(await deps.keep(requireOwnId(issuer, customer, params), request))) throw new Problem('not-found');
    }),
  ];
}

/** Whether this request closed the account: a link used before the customer came back no longer counts. */
async function isClosedBy(db: Queryable, { customerId, closingId }: RequestedClosing): Promise<boolean> {
  const closing = await findClosing(db, customerId);
  return closing?.id === closingId && closing.closed_at !== null;
}

/** The caller's id, which the path must name too, as its provider knows it. Throws the problem `not-found` for another's. */
function requireOwnId(
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

const linkEnd = (now: Date) => new Date(now.getTime() + LINK_MS);

const toPending = (
  { expires_at, sent_at }: Pick<WaitingClosing, 'expires_at' | 'sent_at'>,
  now: Date,
): PendingLink => pendingTimes({ sentAt: sent_at, expiresAt: expires_at }, now);
