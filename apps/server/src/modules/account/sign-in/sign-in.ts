import { DAY_SECONDS, HOUR_SECONDS, MINUTE_SECONDS } from '@keepsake/contracts/platform/limits';
import { isMailAddress } from '@keepsake/contracts/platform/mail-address';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { spelledAddress } from '../../../platform/mail-address.ts';
import { networkOf } from '../../../platform/network.ts';
import type { ThrottlePolicy } from '../../../platform/throttle.ts';
import {
  emailFaults,
  type Faults,
  givenPasswordFaults,
  hasFaults,
  readForm,
  throttledText,
} from '../pages/index.ts';
import { ENROL_PROMPT, requestOptions } from '../security/index.ts';
import { continueSignIn } from './continue-sign-in.ts';
import type { PageDeps } from './deps.ts';
import { openForm } from './interactions.ts';

const block = { firstBlockSeconds: 30, longestBlockSeconds: 15 * MINUTE_SECONDS };

/** Limits sign-ins per e-mail address, whether or not it has an account. */
export const ACCOUNT_POLICY: ThrottlePolicy = {
  name: 'account',
  freeAttempts: 5,
  ...block,
  forgetAfterSeconds: DAY_SECONDS,
};
/** Limits sign-ins per network address, which a whole office may share. */
export const NETWORK_POLICY: ThrottlePolicy = {
  name: 'network',
  freeAttempts: 40,
  ...block,
  forgetAfterSeconds: HOUR_SECONDS,
};

/** The first page of an interaction. */
export async function showSignIn(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, appearance, addresses, show } = await openForm(deps, request, reply, 'signIn');
  const isRequested = 'sign-in' in (request.query as object);
  // Many providers know the hint, few the prompt, and each ignores what it does not know.
  const isNew = interaction.prompt.name === 'create' || interaction.params.screen_hint === 'signup';
  if (interaction.prompt.name === ENROL_PROMPT) return reply.redirect(addresses.newPasskey, 303);
  if (isNew && !isRequested) return reply.redirect(addresses.register, 303);
  const hint = interaction.params.login_hint ?? '';
  const passkey = deps.passkeys && { options: requestOptions(deps.passkeys, interaction.uid) };
  // The web app asks for the customer it shows, but this browser is signed in as another one here.
  const { reasons } = interaction.prompt;
  const isAnother = reasons.includes('id_token_hint') && !reasons.includes('no_session');
  const email = isMailAddress(hint) ? hint : '';
  const faults =
    isAnother && email
      ? { '': appearance.t('signIn.otherAccount', { email: spelledAddress(email) }) }
      : undefined;
  const notice = (await deps.isDemoComing()) ? appearance.t('signIn.demoComing') : undefined;
  return show({ email }, { passkey, faults, notice });
}

export async function signIn(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, appearance, refuse } = await openForm(deps, request, reply, 'signIn');
  const form = readForm(request.body);
  const { email } = form;
  const repeated = (faults: Faults, status?: number) => refuse({ email }, faults, status);
  const faults = { ...emailFaults(appearance, form), ...givenPasswordFaults(appearance, form) };
  if (hasFaults(faults)) return repeated(faults);
  const network = networkOf(request.ip);
  const blockedUntil =
    (await deps.throttle.attempt(NETWORK_POLICY, network)) ??
    (await deps.throttle.attempt(ACCOUNT_POLICY, email));
  if (blockedUntil)
    return repeated({ '': throttledText(deps, appearance, 'signIn.throttled', blockedUntil) }, 429);
  const since = deps.clock();
  const account = await deps.accounts.findToSignIn(email);
  // A hash is computed even without an account, so that the duration reveals nothing. A pending registration is not looked up:
  // the answer would distinguish addresses with an account from those without.
  const isCorrect = await deps.passwords.isCorrect(account?.passwordHash ?? null, form.password);
  if (!account || !isCorrect) {
    deps.noteAttempt(request, reply, { email, kind: 'sign-in-failed' });
    await deps.security.record('sign-in-failed', { request, subject: email });
    return repeated({ '': appearance.t('signIn.wrong') });
  }
  await deps.throttle.forget(ACCOUNT_POLICY, email);
  await deps.throttle.giveBack(NETWORK_POLICY, network);
  return continueSignIn(deps, request, reply, { interaction, account, since, step: 'password' });
}
