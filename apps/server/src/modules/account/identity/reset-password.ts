import type { FastifyReply, FastifyRequest } from 'fastify';
import { queueMail } from '../../../platform/mail.ts';
import type { PageDeps } from './deps.ts';
import { isMailLimitReached, requireInteraction, showCheckMail } from './interactions.ts';
import type { LinkPurpose } from './link-purpose.ts';
import { composeAccountMail, requestLink } from './mailed-links.ts';
import { voidTokens } from './mailed-tokens.ts';
import { addressesOf } from './pages/addresses.ts';
import { toVisit } from './pages/appearance.ts';
import { emailFaults, type Faults, hasFaults, readForm } from './pages/form.ts';
import { forgottenPage } from './pages/form-pages.ts';
import { sendPage } from './pages/send-page.ts';
import { endSessionsOf } from './provider/sessions.ts';
import { findAccount, findAccountByEmail, updatePassword } from './store.ts';
import { ACCOUNT_POLICY } from './throttle.ts';

const RESET_PASSWORD = 'reset-password';

export async function showForgottenPassword(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const page = forgottenPage(deps.appearances.ofInteraction(interaction), { addresses });
  return sendPage(reply, deps.policies, page);
}

export async function requestReset(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const form = readForm(request.body);
  const { email } = form;
  const again = (faults: Faults, status = 422) => {
    const filled = { addresses: addressesOf(interaction.uid), values: { email }, faults };
    return sendPage(reply, deps.policies, forgottenPage(appearance, filled), status);
  };
  const faults = emailFaults(appearance, form);
  if (hasFaults(faults)) return again(faults);
  if (await isMailLimitReached(deps, request.ip)) return again({ '': appearance.t('busy.intro') }, 429);
  const asked = { email, interaction: interaction.uid, visit: toVisit(appearance) };
  await requestLink(deps.db, RESET_PASSWORD, asked);
  return showCheckMail(reply, interaction, { email, kind: 'password' });
}

/** The link of a 'forgotten password' mail, which sets a new password. */
export function resetPasswordPurpose(deps: Pick<PageDeps, 'appearances' | 'throttle'>): LinkPurpose {
  return {
    name: RESET_PASSWORD,
    lifetimeSeconds: 3_600,
    whenUsed: 'bad-link',
    done: 'resetDone',
    async writeMail(trx, { email }) {
      const account = await findAccountByEmail(trx, email);
      return account && { mail: 'reset', to: account, accountId: account.id, hasLink: true };
    },
    async readPage() {
      return { page: 'reset', asks: ['newPassword'] };
    },
    /** Also ends all sessions, voids other links and mails the owner. */
    async confirm(trx, { accountId, visit }, { passwordHash }, now) {
      const account = accountId && (await findAccount(trx, accountId));
      if (!account || passwordHash === null) return null;
      await updatePassword(trx, account, passwordHash, now);
      await endSessionsOf(trx, account.id);
      await voidTokens(trx, RESET_PASSWORD, account.email);
      await deps.throttle.forget(ACCOUNT_POLICY, account.email, trx);
      const appearance = deps.appearances.ofVisit({ ...visit, locale: account.locale });
      const mail = { mail: 'changed', to: account, link: appearance.home } as const;
      await queueMail(trx, composeAccountMail(appearance, mail));
      return {};
    },
  };
}
