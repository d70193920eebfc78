import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { SessionNotFound } from 'oidc-provider/lib/helpers/errors.js';
import { Problem } from '../../../platform/problem.ts';
import type { PageDeps } from './deps.ts';
import type { LinkPage, LinkRequest } from './link-page.ts';
import { addressesOf } from './pages/addresses.ts';
import type { Appearance } from './pages/appearance.ts';
import type { Filled } from './pages/form-pages.ts';
import { checkMailPage } from './pages/message-pages.ts';
import { sendPage } from './pages/send-page.ts';
import { timeOfSignIn } from './store.ts';

/** The sign-in that this browser is in the middle of; throws oidc-provider's SessionNotFound when there is none. */
async function requireInteraction(
  { provider }: Pick<PageDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction> {
  const interaction = await provider.interactionDetails(request.raw, reply.raw);
  if (interaction.uid !== (request.params as { uid?: string }).uid)
    throw new SessionNotFound('another interaction');
  return interaction;
}

/** Null where there is none: mailed links are also opened in other browsers and much later. */
export async function findInteraction(
  deps: Pick<PageDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Interaction | null> {
  try {
    return await requireInteraction(deps, request, reply);
  } catch (error) {
    if (error instanceof SessionNotFound) return null;
    throw error;
  }
}

type FormPage = (appearance: Appearance, filled: Filled) => string;

/** One of an interaction's forms. `show` sends its page: with what was filled in and its faults, or empty. */
export async function openForm(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  formPage: FormPage,
) {
  const interaction = await requireInteraction(deps, request, reply);
  const appearance = deps.appearances.ofInteraction(interaction);
  const addresses = addressesOf(interaction.uid);
  const show = (filled: Omit<Filled, 'addresses'> = {}, status = filled.faults ? 422 : 200) =>
    sendPage(reply, deps.policies, formPage(appearance, { addresses, ...filled }), status);
  return { interaction, appearance, addresses, show };
}

type SignedIn = {
  interaction: Interaction;
  /** The account with the password, or by the link, that it was signed in with. */
  account: Parameters<typeof timeOfSignIn>[0] & { id: string };
  /** A moment before the account was read: a password set since then ends this sign-in, however long it took. */
  since: Date;
};

/** Ends the interaction with a signed-in account and sends the browser to where it was going. */
export async function finishSignIn(
  { provider }: Pick<PageDeps, 'provider'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { interaction, account, since }: SignedIn,
): Promise<FastifyReply> {
  const login = { accountId: account.id, ts: timeOfSignIn(account, since), amr: ['pwd'] };
  const result = { [interaction.prompt.name]: {}, login };
  const next = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.redirect(next, 303);
}

/** Requests the mail of a link; false when this network address has requested too many. */
export async function requestMail<Asked extends LinkRequest>(
  { db }: Pick<PageDeps, 'db'>,
  { link }: LinkPage<Asked>,
  asked: Asked | (() => Promise<Asked>),
  address: string,
): Promise<boolean> {
  try {
    await link.request(db, asked, address);
    return true;
  } catch (error) {
    if (error instanceof Problem && error.code === 'too-many-requests') return false;
    throw error;
  }
}

type Sent = { email: string; kind: 'register' | 'password' };

/** Redirects to 'check your mail'. The interaction carries the e-mail address, to keep it out of the URL. */
export async function showCheckMail(
  reply: FastifyReply,
  interaction: Interaction,
  sent: Sent,
): Promise<FastifyReply> {
  interaction.lastSubmission = sent;
  await interaction.persist();
  return reply.redirect(addressesOf(interaction.uid).checkMail, 303);
}

export async function checkMail(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const { email, kind } = (interaction.lastSubmission ?? {}) as Partial<Sent>;
  if (!email || !kind) return reply.redirect(addresses.signIn, 303);
  const appearance = deps.appearances.ofInteraction(interaction);
  return sendPage(reply, deps.policies, checkMailPage(appearance, { email, kind, addresses }));
}
