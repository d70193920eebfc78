import type { PendingLink } from '@keepsake/contracts/account/email-changes';
import { TOKEN_PARAMETER } from '@keepsake/contracts/platform/start-of-page';
import * as z from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { retryConflicts } from '../../../platform/database/errors.ts';
import { onSecondConnection } from '../../../platform/database/second-connections.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { queueSealedMail, readMailKey } from '../../../platform/mail.ts';
import type { Module } from '../../../platform/module.ts';
import { networkOf } from '../../../platform/network.ts';
import type { Platform } from '../../../platform/platform.ts';
import { Problem } from '../../../platform/problem.ts';
import { endOf, type Recently } from '../../../platform/recently.ts';
import type { SecretKey } from '../../../platform/secret-keys.ts';
import { MAIL_PACE, type ThrottlePolicy } from '../../../platform/throttle.ts';
import { composeMail } from '../../frame/mails/index.ts';
import type { LinkPurpose, MailedLink, OpenedLink } from './link-purpose.ts';
import { linkData, TABLES } from './personal-data.ts';
import { linkRecovery } from './recover-links.ts';
import { findToken, issueToken, keepForm, type TokenRef, useToken, voidTokens } from './tokens.ts';

export type { LinkMail, LinkPurpose, MailedLink, OpenedLink } from './link-purpose.ts';

export type MailedLinks = Module & {
  /** Creates the links of a purpose: once, by the module that owns it. */
  createLink<Requested extends object>(purpose: LinkPurpose<Requested>): MailedLink<Requested>;
};

type Deps = Pick<Platform, 'db' | 'secrets' | 'clock' | 'throttle'>;
/** Requests the mail of a purpose's link without the purpose object: a running server writes it. */
export const queueLink = (trx: Queryable, purpose: string, requested: object): Promise<void> =>
  addJob(trx, MAIL_LINK, { ...requested, purpose }, { maxAttempts: 12 });

type Purposes = Map<string, LinkPurpose<object>>;

/** The job that mails a link. */
const MAIL_LINK = 'identity-mail';

/** Mails with a confirming link, for any module and wherever accounts are kept. */
export async function createMailedLinks(deps: Deps): Promise<MailedLinks> {
  const pepper = await deps.secrets.read('identity-pepper');
  const mailKey = await readMailKey(deps.secrets);
  const purposes: Purposes = new Map();
  return {
    createLink(purpose) {
      if (purposes.has(purpose.name)) throw new Error(`Two mailed links have the purpose ${purpose.name}`);
      purposes.set(purpose.name, purpose as unknown as LinkPurpose<object>);
      return createLink(deps, pepper, purpose);
    },
    tasks: [
      {
        name: MAIL_LINK,
        waitsForReconcile: true,
        handle: (payload) => mailLink({ ...deps, pepper, mailKey }, purposes, payload),
      },
    ],
    recoveries: [linkRecovery(deps, MAIL_LINK)],
    tables: TABLES,
    expires: [{ table: 'identity_tokens', column: 'expires_at', isHourly: true }],
    personalData: linkData(deps),
  };
}

function createLink<Requested extends object>(
  { db, clock, throttle }: Deps,
  pepper: string,
  { name: purpose, requested: schema }: LinkPurpose<Requested>,
): MailedLink<Requested> {
  const refOf = (token: string): TokenRef => ({ pepper, purpose, token });
  const queue = (trx: Queryable, requested: Requested) => queueLink(trx, purpose, requested);
  async function open(from: Queryable, token: string): Promise<OpenedLink<Requested> | null> {
    const found = await findToken(from, refOf(token), clock());
    if (!found) return null;
    const { payload, ...state } = found;
    return { ...state, requested: schema.parse(payload) };
  }
  return {
    async request(trx, requested, ip) {
      if (await throttle.attempt(NETWORK_MAIL_POLICY, networkOf(ip))) throw new Problem('too-many-requests');
      await queue(trx, typeof requested === 'function' ? await requested() : requested);
    },
    queue,
    open,
    keepForm: (from, token, sent) => keepForm(from, refOf(token), sent),
    async confirm(token, act) {
      const link = await open(db, token);
      if (!link) return { state: 'bad' };
      const now = clock();
      const useUp = async (trx: Queryable) => {
        if (!(await useToken(trx, refOf(token), now))) return { state: 'used' } as const;
        // The present time: getting this far may have taken a while, and the result is compared with sign-ins.
        const result = await act(trx, link, clock());
        if (result === null) throw new PointlessLink();
        return { state: 'done', result } as const;
      };
      // Two links for the same thing pressed at the same moment void each other: the loser finds itself void.
      return retryConflicts(() => db.transaction().execute(useUp)).catch(badIfPointless);
    },
    void: (trx, email) => voidTokens(trx, purpose, email),
  };
}

/** Rolls back the use of a link that has become pointless. */
class PointlessLink extends Error {}

function badIfPointless(error: unknown): { state: 'bad' } {
  if (error instanceof PointlessLink) return { state: 'bad' };
  throw error;
}

/** Limits the mails of one kind to one recipient. Requests that send no mail do not count. */
const mailPolicy = (kind: string): ThrottlePolicy => ({
  ...MAIL_PACE,
  name: `mail:${kind}`,
  freeAttempts: 5,
});
/** Limits the mails requested from one network address. */
const NETWORK_MAIL_POLICY: ThrottlePolicy = { ...MAIL_PACE, name: 'network-mail', freeAttempts: 30 };

/** Purposes in jobs queued by an earlier version, under `kind`. */
const EARLIER_KINDS: Record<string, string> = {
  registration: 'confirm-email',
  'password-reset': 'reset-password',
};
const queued = z.looseObject({ purpose: z.string().optional(), kind: z.string().optional() });

type WriteDeps = Deps & { pepper: string; mailKey: SecretKey };

/** Handles a queued request: writes the mail that the purpose decides on, unless the address has recently had enough of them. */
async function mailLink(deps: WriteDeps, purposes: Purposes, payload: unknown): Promise<void> {
  const { kind = '', purpose: name = EARLIER_KINDS[kind], ...rest } = queued.parse(payload);
  const purpose = purposes.get(name ?? '');
  if (!purpose) throw new Error(`No mailed link has the purpose ${name}`);
  const requested = purpose.requested.parse(rest);
  await deps.db.transaction().execute((trx) => writeMail(deps, trx, purpose, requested));
}

async function writeMail(
  { pepper, mailKey, throttle, clock }: WriteDeps,
  trx: Queryable,
  purpose: LinkPurpose<object>,
  requested: object,
): Promise<void> {
  const written = await purpose.writeMail(trx, requested);
  if (!written) return;
  const { kind, page, hasToken, accountId = null, ...content } = written;
  const { email } = content.to;
  const attempt = () => throttle.attempt(mailPolicy(kind), email);
  if (await onSecondConnection('an attempt counts whatever becomes of the transaction', attempt)) return;
  const link = new URL(page);
  let until: string | undefined;
  if (hasToken) {
    const { name, lifetimeSeconds } = purpose;
    const token = { purpose: name, lifetimeSeconds, email, accountId, payload: requested };
    const now = clock();
    link.searchParams.set(TOKEN_PARAMETER, await issueToken(trx, pepper, token, now));
    until = new Date(now.getTime() + lifetimeSeconds * 1000).toISOString();
  }
  await queueSealedMail(trx, { ...composeMail({ ...content, kind, link: link.href }), until }, mailKey);
}

/** How soon after a mail with a link another one can be requested. */
const RESEND_AFTER_MS = MINUTE_MS;

/** The time in which a mail was sent that is not sent again yet. */
export const justSent = (now: Date): Recently => ({ now, ms: RESEND_AFTER_MS });

/** Until when a request can be confirmed and from when its mail can be sent again, as on the wire. */
export function pendingTimes(
  { sentAt, expiresAt }: { sentAt: Date; expiresAt: Date },
  now: Date,
): PendingLink {
  return {
    expiresAt: expiresAt.toISOString(),
    resendAt: endOf(sentAt, justSent(now)).toISOString(),
  };
}
