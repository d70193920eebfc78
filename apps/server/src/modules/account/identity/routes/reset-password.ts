import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { queueMail } from '../../../../platform/mail.ts';
import { findAccount, updatePassword } from '../accounts/account-store.ts';
import { ACCOUNT_POLICY } from '../accounts/throttle-rules.ts';
import { composeMail } from '../mails/compose-mail.ts';
import { passwordReset } from '../mails/mail-task.ts';
import type { Visit } from '../pages/appearance.ts';
import { resetPage } from '../pages/form-pages.ts';
import { donePage } from '../pages/message-pages.ts';
import { endSessionsOf } from '../provider/sessions.ts';
import { findToken, spendToken, voidTokens } from '../tokens/mailed-tokens.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { hasFaults, newPasswordFaults, readForm } from './forms.ts';
import { findInteraction } from './interactions.ts';
import { showBadLink, tokenOf } from './mailed-links.ts';
import type { RouteDeps } from './route-deps.ts';

const PURPOSE = 'reset-password';

/** The link of a 'forgotten password' mail. Opening it spends nothing; a good new password does. */
export function mountResetPassword(app: FastifyInstance, deps: RouteDeps): void {
  app.get<{ Params: { uid: string } }>('/interaction/:uid/reset-password', async (request, reply) => {
    const token = tokenOf(request);
    const found = await findToken(deps.db, deps.pepper, PURPOSE, token, deps.clock());
    if (!found || found.isUsed) return showBadLink(deps, request, reply);
    const { visit } = passwordReset.parse(found.payload);
    const action = addressesOf(request.params.uid).reset;
    return sendPage(
      reply,
      deps.policies,
      resetPage(deps.appearances.dress(visit), { action, email: found.email, token }),
    );
  });
  app.post<{ Params: { uid: string } }>('/interaction/:uid/reset-password', (request, reply) =>
    resetPassword(deps, request, reply),
  );
}

async function resetPassword(
  deps: RouteDeps,
  request: FastifyRequest<{ Params: { uid: string } }>,
  reply: FastifyReply,
) {
  const { token, password } = readForm(request.body);
  const found = await findToken(deps.db, deps.pepper, PURPOSE, token, deps.clock());
  if (!found?.accountId || found.isUsed) return showBadLink(deps, request, reply);
  const { visit } = passwordReset.parse(found.payload);
  const { email, accountId } = found;
  const appearance = deps.appearances.dress(visit);
  const faults = newPasswordFaults(appearance, { email, password });
  if (hasFaults(faults)) {
    const action = addressesOf(request.params.uid).reset;
    return sendPage(reply, deps.policies, resetPage(appearance, { action, email, token, faults }), 422);
  }
  const passwordHash = await deps.passwords.hash(password);
  if (!(await spend(deps, { token, accountId, passwordHash, visit })))
    return showBadLink(deps, request, reply);
  await deps.throttle.forget(ACCOUNT_POLICY, email);
  const interaction = await findInteraction(deps, request, reply);
  const next = interaction ? `${addressesOf(interaction.uid).signIn}?sign-in` : appearance.home;
  return sendPage(reply, deps.policies, donePage(appearance, 'resetDone', next));
}

type Reset = { token: string; accountId: string; passwordHash: string; visit: Visit };

/** New password, no session left, no other link left, the owner told: all or nothing. False when the token is spent. */
async function spend(deps: RouteDeps, { token, accountId, passwordHash, visit }: Reset): Promise<boolean> {
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    if (!(await spendToken(trx, deps.pepper, PURPOSE, token, now))) return false;
    const account = await findAccount(trx, accountId);
    if (!account) return false;
    await updatePassword(trx, accountId, passwordHash, now);
    await endSessionsOf(trx, accountId);
    await voidTokens(trx, PURPOSE, account.email);
    const appearance = deps.appearances.dress({ ...visit, locale: account.locale });
    const { email: to, name } = account;
    await queueMail(trx, composeMail(appearance, { kind: 'changed', to, link: appearance.home, name }));
    return true;
  });
}
