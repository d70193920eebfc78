import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { findAccountByEmail } from '../accounts/account-store.ts';
import { type Registration, registration } from '../mails/mail-task.ts';
import type { Faults } from '../pages/form.ts';
import { choosePasswordPage, confirmPage } from '../pages/form-pages.ts';
import { donePage } from '../pages/message-pages.ts';
import { findToken } from '../tokens/mailed-tokens.ts';
import { addressesOf } from './addresses.ts';
import { sendPage } from './answer.ts';
import { finishRegistration } from './finish-registration.ts';
import { hasFaults, nameFaults, newPasswordFaults, type Posted, readForm } from './forms.ts';
import { findInteraction, finishSignIn } from './interactions.ts';
import { showBadLink, tokenOf } from './mailed-links.ts';
import type { RouteDeps } from './route-deps.ts';

type Asked = { deps: RouteDeps; request: FastifyRequest; reply: FastifyReply };
type Found = { wanted: Registration; isUsed: boolean };

/**
 * The link of a registration's mail: GET shows a button, POST makes the account, a second POST says the same. Anybody
 * can register with anybody's address, so only the browser that registered keeps the password it chose there; in any
 * other one the owner of the mailbox chooses name and password, and nothing of a stranger's remains.
 */
export function mountConfirmEmail(app: FastifyInstance, deps: RouteDeps): void {
  app.get('/interaction/:uid/confirm-email', (request, reply) => showLink({ deps, request, reply }));
  app.post('/interaction/:uid/confirm-email', (request, reply) => confirmEmail({ deps, request, reply }));
}

async function showLink(asked: Asked) {
  const { deps, request, reply } = asked;
  const token = tokenOf(request);
  const found = await findRegistration(deps, token);
  if (!found) return showBadLink(deps, request, reply);
  if (found.isUsed) return showConfirmed(asked, found);
  const isTaken = (await findAccountByEmail(deps.db, found.wanted.email)) !== null;
  if (isTaken) return showBadLink(deps, request, reply);
  return showForm(asked, found, { token, interaction: await findRegistering(asked, found) });
}

async function confirmEmail(asked: Asked) {
  const { deps, request, reply } = asked;
  const form = readForm(request.body);
  const found = await findRegistration(deps, form.token);
  if (!found) return showBadLink(deps, request, reply);
  if (found.isUsed) return showConfirmed(asked, found);
  const interaction = await findRegistering(asked, found);
  if (interaction === null) return confirmElsewhere(asked, found, form);
  const outcome = await finishRegistration(deps, form.token, found.wanted);
  if (outcome === 'taken') return showBadLink(deps, request, reply);
  if (outcome === 'done-before') return showConfirmed(asked, found);
  return finishSignIn(deps, request, reply, { interaction, ...outcome });
}

async function confirmElsewhere(asked: Asked, found: Found, form: Posted) {
  const { deps, request, reply } = asked;
  const { wanted } = found;
  const appearance = deps.appearances.dress(wanted.visit);
  const { name, password, token } = form;
  const faults = {
    ...nameFaults(appearance, form),
    ...newPasswordFaults(appearance, { email: wanted.email, password }),
  };
  if (hasFaults(faults)) return showForm(asked, found, { token, interaction: null, name, faults });
  const passwordHash = await deps.passwords.hash(password);
  const outcome = await finishRegistration(deps, token, { ...wanted, name, passwordHash });
  return outcome === 'taken' ? showBadLink(deps, request, reply) : showConfirmed(asked, found);
}

async function findRegistration(deps: RouteDeps, token: string): Promise<Found | null> {
  const found = await findToken(deps.db, deps.pepper, 'confirm-email', token, deps.clock());
  return found && { wanted: registration.parse(found.payload), isUsed: found.isUsed };
}

/** The interaction that this registration belongs to, when this browser is in the middle of it. */
async function findRegistering({ deps, request, reply }: Asked, { wanted }: Found) {
  const interaction = await findInteraction(deps, request, reply);
  return interaction?.uid === wanted.interaction ? interaction : null;
}

type Shown = { token: string; interaction: Interaction | null; name?: string; faults?: Faults };

function showForm({ deps, reply }: Asked, { wanted }: Found, { token, interaction, name, faults }: Shown) {
  const appearance = deps.appearances.dress(wanted.visit);
  const filled = { action: addressesOf(wanted.interaction).confirm, email: wanted.email, token };
  const page = interaction
    ? confirmPage(appearance, filled)
    : choosePasswordPage(appearance, { ...filled, name: name ?? wanted.name, faults });
  return sendPage(reply, deps.policies, page, faults ? 422 : 200);
}

function showConfirmed({ deps, reply }: Asked, { wanted }: Found) {
  const appearance = deps.appearances.dress(wanted.visit);
  return sendPage(reply, deps.policies, donePage(appearance, 'confirmed', appearance.home));
}
