import { randomUUIDv7 } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { bringToLife } from '../accounts/create-account.ts';
import { type Registration, registration } from '../mails/mail-task.ts';
import { confirmPage } from '../pages/form-pages.ts';
import { donePage } from '../pages/message-pages.ts';
import { findToken, spendToken } from '../tokens/mailed-tokens.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { readForm } from './forms.ts';
import { findInteraction, finishSignIn } from './interactions.ts';
import { showBadLink, tokenOf } from './mailed-links.ts';
import type { RouteDeps } from './route-deps.ts';

const PURPOSE = 'confirm-email';

/** The link of a registration's mail: GET shows a button, POST makes the account, a second POST says the same. */
export function mountConfirmEmail(app: FastifyInstance, deps: RouteDeps): void {
  app.get<{ Params: { uid: string } }>('/interaction/:uid/confirm-email', async (request, reply) => {
    const token = tokenOf(request);
    const found = await findToken(deps.db, deps.pepper, PURPOSE, token, deps.clock());
    if (!found) return showBadLink(deps, request, reply);
    const { visit } = registration.parse(found.payload);
    const action = addressesOf(request.params.uid).confirm;
    const page = confirmPage(deps.appearances.dress(visit), { action, email: found.email, token });
    return sendPage(reply, deps.policies, page);
  });
  app.post('/interaction/:uid/confirm-email', (request, reply) => confirmEmail(deps, request, reply));
}

async function confirmEmail(deps: RouteDeps, request: FastifyRequest, reply: FastifyReply) {
  const { token } = readForm(request.body);
  const found = await findToken(deps.db, deps.pepper, PURPOSE, token, deps.clock());
  if (!found) return showBadLink(deps, request, reply);
  const wanted = registration.parse(found.payload);
  const accountId = await spend(deps, token, wanted);
  const interaction = await findInteraction(deps, request, reply);
  const isSameBrowser = interaction?.uid === wanted.interaction;
  // Only the browser that registered goes on as the new customer: it knows the password.
  if (accountId && interaction && isSameBrowser)
    return finishSignIn(deps, request, reply, { interaction, accountId });
  const appearance = deps.appearances.dress(wanted.visit);
  const next = interaction ? `${addressesOf(interaction.uid).signIn}?sign-in` : appearance.home;
  return sendPage(reply, deps.policies, donePage(appearance, 'confirmed', next));
}

/** Id of the account that this token has just brought to life; null when it, or another one, did so before. */
async function spend(deps: RouteDeps, token: string, wanted: Registration): Promise<string | null> {
  const { email, name, passwordHash, visit } = wanted;
  const now = deps.clock();
  return deps.db.transaction().execute(async (trx) => {
    if (!(await spendToken(trx, deps.pepper, PURPOSE, token, now))) return null;
    const account = {
      id: randomUUIDv7(),
      email,
      name,
      passwordHash,
      identityType: 'consumer' as const,
      b2bAuthenticationMethod: null,
      channel: visit.channel,
      locale: visit.locale,
      registeredAt: now,
    };
    return (await bringToLife(deps, trx, account)) ? account.id : null;
  });
}
