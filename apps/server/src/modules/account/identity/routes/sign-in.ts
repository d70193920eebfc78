import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isMailAddress } from '../../../../platform/mail.ts';
import { findAccountByEmail } from '../accounts/account-store.ts';
import { ACCOUNT_POLICY, NETWORK_POLICY, networkOf } from '../accounts/throttle-rules.ts';
import { type Registration, registration, requestMail } from '../mails/mail-task.ts';
import type { Appearance } from '../pages/appearance.ts';
import type { Faults } from '../pages/form.ts';
import { signInPage } from '../pages/form-pages.ts';
import { findWaiting } from '../tokens/mailed-tokens.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { emailFaults, givenPasswordFaults, hasFaults, type Posted, readForm } from './forms.ts';
import { finishSignIn, requireInteraction } from './interactions.ts';
import { showCheckMail } from './mail-requests.ts';
import type { RouteDeps } from './route-deps.ts';

/** Sign-in: the first page of an interaction. */
export function mountSignIn(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/interaction/:uid', async (request, reply) => {
    const interaction = await requireInteraction(deps, request, reply);
    const addresses = addressesOf(interaction.uid);
    const isAsked = 'sign-in' in (request.query as object);
    if (interaction.prompt.name === 'create' && !isAsked) return reply.redirect(addresses.register, 303);
    const hint = interaction.params.login_hint ?? '';
    const values = { email: isMailAddress(hint) ? hint : '' };
    return sendPage(
      reply,
      deps.policies,
      signInPage(deps.appearances.ofInteraction(interaction), { addresses, values }),
    );
  });
  app.post('/interaction/:uid', { config: { rateLimit: { max: 60 } } }, (request, reply) =>
    signIn(deps, request, reply),
  );
}

async function signIn(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const form = readForm(request.body);
  const again = (faults: Faults, status = 422) => {
    const page = signInPage(appearance, {
      addresses: addressesOf(interaction.uid),
      values: { email: form.email },
      faults,
    });
    return sendPage(reply, deps.policies, page, status);
  };
  const faults = { ...emailFaults(appearance, form), ...givenPasswordFaults(appearance, form) };
  if (hasFaults(faults)) return again(faults);
  const network = networkOf(request.ip);
  const blockedUntil =
    (await deps.throttle.attempt(NETWORK_POLICY, network)) ??
    (await deps.throttle.attempt(ACCOUNT_POLICY, form.email));
  if (blockedUntil) return again({ '': throttledText(deps, appearance, blockedUntil) }, 429);
  const known = await checkPassword(deps, form);
  if (!known) return again({ '': appearance.t('signIn.wrong') });
  await deps.throttle.forget(ACCOUNT_POLICY, form.email);
  await deps.throttle.giveBack(NETWORK_POLICY, network);
  if ('accountId' in known)
    return finishSignIn(deps, request, reply, { interaction, accountId: known.accountId });
  await requestMail(deps.db, { kind: 'registration', ...known.waiting, interaction: interaction.uid });
  return showCheckMail(reply, interaction, { email: form.email, kind: 'register' });
}

type Known = { accountId: string } | { waiting: Registration };

/**
 * Who this is: an account, or a registration that waits for its confirmation. One hash is computed in any case, so
 * that the time says nothing.
 */
async function checkPassword(deps: RouteDeps, { email, password }: Posted): Promise<Known | null> {
  const account = await findAccountByEmail(deps.db, email);
  const found = account ? null : await findWaiting(deps.db, 'confirm-email', email, deps.clock());
  const waiting = found === null ? null : registration.parse(found);
  const passwordHash = account?.passwordHash ?? waiting?.passwordHash ?? null;
  if (!(await deps.passwords.isCorrect(passwordHash, password))) return null;
  if (account) return { accountId: account.id };
  return waiting ? { waiting } : null;
}

function throttledText({ clock }: RouteDeps, { t }: Appearance, until: Date): string {
  const minutes = Math.max(1, Math.ceil((until.getTime() - clock().getTime()) / 60_000));
  return t('signIn.throttled', { count: minutes, minutes });
}
