import * as z from 'zod';
import type { Queryable } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { type Mail, queueMail } from '../../../platform/mail.ts';
import { composeMail } from '../../frame/mails/index.ts';
import type { PageDeps } from './deps.ts';
import { type LinkPurpose, type LinkRequest, linkRequest } from './link-purpose.ts';
import { issueToken } from './mailed-tokens.ts';
import { linkAddress, TOKEN_PARAMETER } from './pages/addresses.ts';
import type { Appearance } from './pages/appearance.ts';
import type { MailKey } from './texts.ts';
import { mailPolicy } from './throttle.ts';

/** The job that mails a link; its handler is in jobs.ts. */
export const MAIL_LINK = 'identity-mail';

/**
 * Requests a mail with a link. The request does the same work whether or not the address has an account, so that its
 * duration tells nothing: only the job looks.
 */
export function requestLink(
  db: Queryable,
  purpose: string,
  request: z.input<typeof linkRequest>,
): Promise<void> {
  return addJob(db, MAIL_LINK, { ...request, purpose }, { maxAttempts: 12 });
}

/** Names of purposes in jobs that an earlier version queued, under `kind`. */
const EARLIER_KINDS: Record<string, string> = {
  registration: 'confirm-email',
  'password-reset': 'reset-password',
};
const queued = z.looseObject({ purpose: z.string().optional(), kind: z.string().optional() });

type Deps = Pick<PageDeps, 'db' | 'clock' | 'publicUrl' | 'pepper' | 'appearances' | 'throttle'>;

/** Does a queued request: writes the mail that the purpose decides on, unless the address got enough of them lately. */
export async function mailLink(
  deps: Deps,
  purposes: readonly LinkPurpose[],
  payload: unknown,
): Promise<void> {
  const { kind = '', purpose: name = EARLIER_KINDS[kind], ...rest } = queued.parse(payload);
  const purpose = purposes.find((one) => one.name === name);
  if (!purpose) throw new Error(`No mailed link has the purpose ${name}`);
  const request = linkRequest.parse(rest);
  await deps.db.transaction().execute((trx) => writeMail(deps, trx, purpose, request));
}

async function writeMail(deps: Deps, trx: Queryable, purpose: LinkPurpose, request: LinkRequest) {
  const { publicUrl, pepper, appearances, throttle, clock } = deps;
  const { email, visit, interaction } = request;
  const written = await purpose.writeMail(trx, request);
  if (!written || (await throttle.attempt(mailPolicy(written.mail), email)) !== null) return;
  const { mail, to, accountId, hasLink } = written;
  const appearance = appearances.ofVisit({ ...visit, locale: to.locale });
  const { name, lifetimeSeconds } = purpose;
  const asked = { purpose: name, lifetimeSeconds, email: to.email, accountId, payload: request };
  const link = hasLink
    ? `${publicUrl}${linkAddress(name, interaction)}?${TOKEN_PARAMETER}=${await issueToken(trx, pepper, asked, clock())}`
    : appearance.home;
  await queueMail(trx, composeAccountMail(appearance, { mail, to, link, note: appearance.t('mail.ignore') }));
}

type AccountMail = {
  mail: MailKey;
  to: { email: string; name: string | null };
  link: string;
  note?: string;
};

/** A mail about an account, in the language of the appearance. */
export function composeAccountMail(
  { t, brand, locale }: Appearance,
  { mail, to, link, note }: AccountMail,
): Mail {
  return composeMail({
    to: { email: to.email, name: to.name, locale },
    brand,
    subject: t(`mail.${mail}.subject`),
    text: t(`mail.${mail}.text`, { brand: brand.name }),
    button: t(`mail.${mail}.button`, { brand: brand.name }),
    link,
    note,
  });
}
