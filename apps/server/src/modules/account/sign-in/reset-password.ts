import { requestOwnPassword } from '@keepsake/contracts/account/email-changes';
import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../../../platform/http/device.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import {
  findAccount,
  findAccountByEmail,
  lockAccount,
  ownVisit,
  requireOwn,
  updatePassword,
} from '../accounts/index.ts';
import { endSessionsOf } from '../embedded-provider/index.ts';
import { accountMail, emailFaults, hasFaults, linkAddress, readForm, toVisit } from '../pages/index.ts';
import { forgetDevices, noteEvent } from '../security/index.ts';
import type { FormDeps, PageDeps } from './deps.ts';
import { openForm, requestMail } from './interactions.ts';
import { type LinkPage, type LinkRequest, linkRequest } from './link-page.ts';
import { ACCOUNT_POLICY } from './sign-in.ts';

const RESET_PASSWORD = 'reset-password';

export async function showForgottenPassword(deps: FormDeps, request: FastifyRequest, reply: FastifyReply) {
  const { show } = await openForm(deps, request, reply, 'forgotten');
  return show();
}

export async function requestReset(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, appearance, refuse, showCheckMail } = await openForm(
    deps,
    request,
    reply,
    'forgotten',
  );
  const form = readForm(request.body);
  const { email } = form;
  const values = { email };
  const faults = emailFaults(appearance, form);
  if (hasFaults(faults)) return refuse(values, faults);
  const requested = { email, interaction: interaction.uid, visit: toVisit(appearance) };
  if (!(await requestMail(deps, deps.links.resetPassword, requested, request.ip)))
    return refuse(values, { '': appearance.t('busy.intro') }, 429);
  deps.noteAttempt(request, reply, { email, kind: 'password-reset-requested' });
  await deps.security.record('password-reset-requested', { request, subject: email });
  return showCheckMail(values);
}

type LinkDeps = Pick<PageDeps, 'createLink' | 'appearances' | 'throttle' | 'publicUrl' | 'clock'>;

/** The link of a 'forgotten password' mail, which sets a new password. */
export function resetPasswordPage(deps: LinkDeps): LinkPage<LinkRequest> {
  const { createLink, appearances, throttle, publicUrl, clock } = deps;
  const link = createLink({
    name: RESET_PASSWORD,
    lifetimeSeconds: HOUR_SECONDS,
    requested: linkRequest,
    async writeMail(trx, { email, visit, interaction }) {
      const account = await findAccountByEmail(trx, email);
      if (!account) return null;
      const page = publicUrl + linkAddress(RESET_PASSWORD, interaction);
      const appearance = appearances.ofVisit({ ...visit, locale: account.locale });
      return accountMail(appearance, { mail: 'reset', to: account, page });
    },
  });
  return {
    event: 'password-changed',
    name: RESET_PASSWORD,
    link,
    whenUsed: 'bad-link',
    done: 'resetDone',
    async readPage(db, { accountId }) {
      const account = accountId && (await findAccount(db, accountId));
      return account ? { page: 'reset', asks: ['newPassword'], name: account.name } : null;
    },
    /** Also ends all sessions, forgets all devices except the one in use, voids other links and notifies the owner. */
    async confirm(trx, { accountId, requested }, { passwordHash, device, deviceToken }) {
      const account = accountId && (await lockAccount(trx, accountId));
      if (!account || passwordHash === null) return null;
      await updatePassword(trx, account, passwordHash, clock());
      await endSessionsOf(trx, account.id);
      await forgetDevices(trx, { accountId: account.id, but: deviceToken });
      await link.void(trx, account.email);
      await throttle.forget(ACCOUNT_POLICY, account.email, trx);
      await noteEvent(deps, trx, { account, kind: 'password-changed', device, visit: requested.visit });
      return {};
    },
  };
}

/**
 * The call by which a signed-in customer changes the password: it mails the reset link to the account's own address, so that
 * somebody who finds an open session cannot set one without the mailbox.
 */
export function ownPasswordRoute(deps: PageDeps): Route {
  return route(requestOwnPassword, async ({ customer, params, body: { channel }, request }) => {
    const account = await requireOwn(deps.db, customer, params);
    const visit = ownVisit(deps, account, channel);
    await deps.db.transaction().execute(async (trx) => {
      await deps.links.resetPassword.link.queue(trx, { email: account.email, visit, interaction: null });
      await noteEvent(deps, trx, { account, kind: 'password-reset-requested', device: deviceOf(request) });
    });
    await deps.security.record('password-reset-requested', { request, customerId: account.id });
  });
}
