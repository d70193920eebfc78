import type { FastifyReply, FastifyRequest } from 'fastify';
import { offerToKeep } from './closed-account.ts';
import type { PageDeps } from './deps.ts';
import { finishSignIn, type SignedIn } from './finish-sign-in.ts';

/** What somebody has proved first: a password, a link mailed to them, or a passkey that verified its user. */
export type FirstStep = keyof typeof AMR;

const AMR = {
  password: ['pwd'],
  mail: ['email'],
  // Something they have, and something they know or are: both factors.
  passkey: ['hwk', 'user', 'mfa'],
} as const;

type Proved = Omit<SignedIn, 'amr'> & { step: FirstStep };

/**
 * The one way on for whoever has proved to be an account's owner, however they did. It decides what is still needed; its caller
 * neither ends the sign-in nor records it.
 */
export async function continueSignIn(
  deps: Pick<PageDeps, 'provider' | 'security' | 'clock'>,
  request: FastifyRequest,
  reply: FastifyReply,
  { step, ...proved }: Proved,
): Promise<FastifyReply> {
  const signedIn = { ...proved, amr: AMR[step] };
  if (proved.account.closedAt) return offerToKeep(deps, reply, signedIn);
  return finishSignIn(deps, request, reply, signedIn);
}
