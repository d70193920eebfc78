import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import { type StoredAccount, timeOfSignIn } from '../accounts/index.ts';
import type { PageDeps } from './deps.ts';

export type SignedIn = {
  interaction: Interaction;
  /** The account as it was when its password, link or passkey was verified. */
  account: StoredAccount;
  /** A moment before the account was read: a password set since then invalidates this sign-in, however long it took. */
  since: Date;
  /** How ownership was proved, in the terms of RFC 8176. */
  amr: readonly string[];
};

export type FinishDeps = Pick<
  PageDeps,
  'db' | 'clock' | 'log' | 'provider' | 'security' | 'throttle' | 'appearances' | 'publicUrl' | 'noteSignIn'
>;

/** Completes the interaction with a signed-in account and redirects the browser to its destination. */
export async function finishSignIn(
  deps: FinishDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { interaction, account, since, amr }: SignedIn,
): Promise<FastifyReply> {
  const { provider, security } = deps;
  const visit = deps.appearances.ofInteraction(interaction);
  await deps.noteSignIn(request, reply, { account, visit });
  await security.record('signed-in', { request, subject: account.email, customerId: account.id });
  const login = { accountId: account.id, ts: timeOfSignIn(account, since), amr };
  const result = { [interaction.prompt.name]: {}, login };
  const next = await provider.interactionResult(request.raw, reply.raw, result, {
    mergeWithLastSubmission: false,
  });
  return reply.redirect(next, 303);
}
