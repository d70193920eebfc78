import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import * as z from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import type { PageDeps } from './deps.ts';
import { type FinishDeps, finishSignIn, type SignedIn } from './finish-sign-in.ts';
import { requireInteraction } from './interactions.ts';
import { addressesOf } from './pages/addresses.ts';
import { closedPage, donePage } from './pages/message-pages.ts';
import { sendPage } from './pages/send-page.ts';
import { findAccount } from './store.ts';

/** How long what they proved counts: somebody else may come to the page. */
const OFFER_MS = 10 * MINUTE_MS;

/** Who was right, in the interaction; not the sign-in that `result` would be. */
const offer = z.object({
  form: z.literal('closed'),
  accountId: z.string(),
  /** Another password since then, and the offer is void. */
  passwordChangedAt: z.iso.datetime(),
  amr: z.array(z.string()),
  at: z.iso.datetime(),
});

/** Lets in whoever has proved enough: ends the sign-in, or offers to keep an account that is closed. */
export async function admit(
  deps: FinishDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  signedIn: SignedIn,
): Promise<FastifyReply> {
  if (signedIn.account.closedAt) return offerToKeep(deps, reply, signedIn);
  return finishSignIn(deps, request, reply, signedIn);
}

/**
 * Leads whoever has signed in to a closed account to the page that offers to keep it: there is no session and no
 * token before they do.
 */
async function offerToKeep(
  { clock }: Pick<PageDeps, 'clock'>,
  reply: FastifyReply,
  { interaction, account, amr }: Omit<SignedIn, 'since'>,
): Promise<FastifyReply> {
  const offered: z.input<typeof offer> = {
    form: 'closed',
    accountId: account.id,
    passwordChangedAt: account.passwordChangedAt.toISOString(),
    amr: [...amr],
    at: clock().toISOString(),
  };
  interaction.lastSubmission = offered;
  await interaction.persist();
  return reply.redirect(addressesOf(interaction.uid).closed, 303);
}

export async function showClosed(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const appearance = deps.appearances.ofInteraction(interaction);
  const send = (page: string, status?: number) => sendPage(reply, deps.policies, page, status);
  if ('left' in (request.query as object))
    return send(donePage(appearance, 'closedLeft', `${addresses.signIn}?sign-in`));
  const { account } = (await findOffered(deps, interaction)) ?? {};
  if (!account) return reply.redirect(`${addresses.signIn}?sign-in`, 303);
  const lastDay = await deps.closings.lastDayToKeep(account.id, appearance.locale);
  if (lastDay === null) return send(donePage(appearance, 'closedGone', appearance.home), 410);
  return send(closedPage(appearance, { action: addresses.closed, lastDay }));
}

/** 'Keep my account' opens it and ends the sign-in; 'not now' forgets who was right. */
export async function answerClosed(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const offered = await findOffered(deps, interaction);
  if ((request.body as { answer?: unknown } | undefined)?.answer !== 'keep') {
    interaction.lastSubmission = {};
    await interaction.persist();
    return reply.redirect(`${addresses.closed}?left`, 303);
  }
  // The page says what is the matter: the offer is over, or the account is gone.
  if (!offered || !(await deps.closings.keep(offered.account.id, request)))
    return reply.redirect(addresses.closed, 303);
  const since = deps.clock();
  return finishSignIn(deps, request, reply, { interaction, since, ...offered });
}

/** The account that somebody proved to be theirs in this interaction a moment ago. */
async function findOffered(
  { db, clock }: Pick<PageDeps, 'db' | 'clock'>,
  { lastSubmission }: Interaction,
): Promise<Pick<SignedIn, 'account' | 'amr'> | null> {
  const offered = offer.safeParse(lastSubmission).data;
  if (!offered || clock().getTime() - Date.parse(offered.at) > OFFER_MS) return null;
  const account = await findAccount(db, offered.accountId);
  if (account?.passwordChangedAt.toISOString() !== offered.passwordChangedAt) return null;
  return { account, amr: offered.amr };
}
