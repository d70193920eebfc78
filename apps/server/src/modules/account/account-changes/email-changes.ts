import {
  cancelEmailChange,
  confirmEmailChange,
  getEmailChange,
  type PendingEmailChange,
  requestEmailChange,
  resendEmailChange,
  undoEmailChange,
} from '@keepsake/contracts/account/email-changes';
import { type Device, deviceOf } from '../../../platform/http/device.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import { newId } from '../../../platform/ids.ts';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { Problem } from '../../../platform/problem.ts';
import { findAccountByEmail, ownVisit, requireOwn, type StoredAccount } from '../accounts/index.ts';
import { justSent, pendingTimes } from '../mailed-links/index.ts';
import { noteEvent } from '../security/index.ts';
import type { Deps } from './deps.ts';
import {
  applyChange,
  CHANGE_LINK_SECONDS,
  createEmailChangeLinks,
  type EmailChangeLinks,
  hashOfRandomPassword,
  undoChange,
} from './email-change-links.ts';
import {
  deletePendingChange,
  type EmailChange,
  findPendingChange,
  markSentAgain,
  replacePendingChange,
} from './email-change-store.ts';

/** The calls that change the address of an account, which the embedded provider keeps. */
export function emailChangeRoutes(deps: Deps): Route[] {
  const links = createEmailChangeLinks(deps);
  return [...ownRoutes(deps, links), ...linkRoutes(deps, links)];
}

function ownRoutes(deps: Deps, links: EmailChangeLinks): Route[] {
  const { db, clock } = deps;
  return [
    route(getEmailChange, async ({ customer, params }) => {
      const account = await requireOwn(db, customer, params);
      const pending = await findPendingChange(db, account.id, clock());
      return { email: spelledAddress(account.email), pending: pending && toPending(pending, clock()) };
    }),
    route(requestEmailChange, async ({ customer, params, body, request }) => {
      const account = await requireOwn(db, customer, params);
      const pending = await requestChange(deps, links, { account, ...body, device: deviceOf(request) });
      await deps.security.record('email-change-requested', { request, customerId: account.id });
      return pending;
    }),
    route(resendEmailChange, async ({ customer, params }) => {
      const account = await requireOwn(db, customer, params);
      const now = clock();
      if (!(await findPendingChange(db, account.id, now))) throw new Problem('not-found');
      const times = { recently: justSent(now), expiresAt: linkEnd(now) };
      return db.transaction().execute(async (trx) => {
        const change = await markSentAgain(trx, account.id, times);
        if (!change) throw new Problem('too-many-requests');
        await links.confirm.queue(trx, requestedOf(deps, change.id, account, account.channel));
        return toPending(change, now);
      });
    }),
    route(cancelEmailChange, async ({ customer, params, request }) => {
      const account = await requireOwn(db, customer, params);
      await db.transaction().execute(async (trx) => {
        if (!(await deletePendingChange(trx, account.id))) return;
        await noteEvent(deps, trx, { account, kind: 'email-change-cancelled', device: deviceOf(request) });
      });
    }),
  ];
}

type Requested = { account: StoredAccount; email: string; channel: string; device: Device };

/** Stores a change and mails its link, in one transaction; the same change just now stays as it is. Throws `email-in-use`. */
async function requestChange(
  deps: Deps,
  links: EmailChangeLinks,
  { account, email, channel, device }: Requested,
): Promise<PendingEmailChange> {
  const { db, clock } = deps;
  // Another case of one's own address is no other's.
  const owner = await findAccountByEmail(db, email);
  if (owner && (owner.id !== account.id || owner.email === email)) throw new Problem('email-in-use');
  const now = clock();
  const change = {
    id: newId(),
    account_id: account.id,
    old_email: account.email,
    new_email: email,
    sent_at: now,
    expires_at: linkEnd(now),
  };
  const waits = await db.transaction().execute(async (trx) => {
    if (!(await replacePendingChange(trx, change, justSent(now))))
      return findPendingChange(trx, account.id, now);
    await links.confirm.queue(trx, requestedOf(deps, change.id, account, channel));
    await noteEvent(deps, trx, { account, kind: 'email-change-requested', device });
    return change;
  });
  return toPending(waits ?? change, now);
}

function linkRoutes(deps: Deps, links: EmailChangeLinks): Route[] {
  const { db, security } = deps;
  return [
    route(confirmEmailChange, async ({ customer, params, request }) => {
      const { id } = await requireOwn(db, customer, params);
      const opened = await links.confirm.open(db, params.token);
      if (!opened) throw new Problem('not-found');
      // A token mailed to a wrong address must not hand the account to whoever owns that address.
      if (opened.accountId !== id) throw new Problem('another-account');
      const outcome = await links.confirm.confirm(params.token, (trx, { requested }, now) =>
        applyChange(trx, { deps, links, requested, device: deviceOf(request) }, now),
      );
      if (outcome.state === 'bad') throw new Problem('not-found');
      if (outcome.state === 'done') await security.record('email-changed', { request, customerId: id });
    }),
    route(undoEmailChange, async ({ params, request }) => {
      const opened = await links.undo.open(db, params.token);
      if (!opened) throw new Problem('not-found');
      const { accountId: customerId } = opened;
      if (opened.isUsed) return { customerId };
      const passwordHash = await hashOfRandomPassword(deps);
      const outcome = await links.undo.confirm(params.token, (trx, { requested }, now) =>
        undoChange(trx, { deps, requested, passwordHash, device: deviceOf(request) }, now),
      );
      if (outcome.state === 'bad') throw new Problem('not-found');
      if (outcome.state === 'done')
        await security.record('email-change-undone', { request, customerId: outcome.result.id });
      return { customerId };
    }),
  ];
}

const requestedOf = (
  deps: Pick<Deps, 'publicUrl' | 'appearances'>,
  changeId: string,
  account: StoredAccount,
  channel: string,
) => ({
  changeId,
  visit: ownVisit(deps, account, channel),
});

const linkEnd = (now: Date) => new Date(now.getTime() + CHANGE_LINK_SECONDS * 1000);

function toPending(
  { new_email, expires_at, sent_at }: Pick<EmailChange, 'new_email' | 'expires_at' | 'sent_at'>,
  now: Date,
): PendingEmailChange {
  return {
    email: spelledAddress(new_email),
    ...pendingTimes({ sentAt: sent_at, expiresAt: expires_at }, now),
  };
}
