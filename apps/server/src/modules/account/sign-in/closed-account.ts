import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import * as z from 'zod';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { findAccount } from '../accounts/index.ts';
import { addressesOf, closedPage, donePage, sendPage } from '../pages/index.ts';
import type { PageDeps } from './deps.ts';
import { type FinishDeps, finishSignIn, type SignedIn } from './finish-sign-in.ts';
import { requireInteraction } from './interactions.ts';

/** How long the proof counts: somebody else may come to the page. */
const OFFER_MS = 10 * MINUTE_MS;

/** The proven account, stored in the interaction; unlike `result`, it is not a sign-in. */
const offer = z.object({
  form: z.literal('closed'),
  accountId: customerIdSchema,
  /** The offer is void once the password has changed. */
  passwordChangedAt: z.iso.datetime(),
  amr: z.array(z.string()),
  at: z.iso.datetime(),
});

/** Admits somebody who has proved enough: completes the sign-in, or offers to keep a closed account. */
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
 * Redirects a sign-in to a closed account to the page that offers to keep it: until then there is neither a session nor a token.
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
  const lastDay = await deps.closings().lastDayToKeep(account.id, appearance.locale);
  if (lastDay === null) return send(donePage(appearance, 'closedGone', appearance.home), 410);
  return send(closedPage(appearance, { action: addresses.closed, lastDay }));
}

/** 'Keep my account' reopens it and completes the sign-in; 'not now' discards the proof. */
export async function answerClosed(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const interaction = await requireInteraction(deps, request, reply);
  const addresses = addressesOf(interaction.uid);
  const offered = await findOffered(deps, interaction);
  if ((request.body as { answer?: unknown } | undefined)?.answer !== 'keep') {
    interaction.lastSubmission = {};
    await interaction.persist();
    return reply.redirect(`${addresses.closed}?left`, 303);
  }
  // The page says why: the offer has expired, or the account is gone.
  if (!offered || !(await deps.closings().keep(offered.account.id, request)))
    return reply.redirect(addresses.closed, 303);
  const since = deps.clock();
  return finishSignIn(deps, request, reply, { interaction, since, ...offered });
}

/** The account whose ownership was proved in this interaction a moment ago. */
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
