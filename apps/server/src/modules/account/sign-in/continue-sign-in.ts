import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasSecondFactor } from '../security/index.ts';
import { admit } from './closed-account.ts';
import type { FinishDeps, SignedIn } from './finish-sign-in.ts';
import { askForSecondStep } from './second-step.ts';

/** What was proved first: a password, a mailed link, or a passkey; `key` is a passkey that did not verify its user. */
export type FirstStep = keyof typeof AMR;

const AMR = {
  password: ['pwd'],
  mail: ['email'],
  // Something they have, and something they know or are: both factors.
  passkey: ['pop', 'user', 'mfa'],
  key: ['pop', 'user'],
} as const;

type Proved = Omit<SignedIn, 'amr'> & { step: FirstStep };

/**
 * The only way on after proving ownership of an account, by whatever means. It decides what is still needed; its caller neither
 * completes nor records the sign-in.
 */
export async function continueSignIn(
  deps: FinishDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { step, ...proved }: Proved,
): Promise<FastifyReply> {
  const signedIn = { ...proved, amr: AMR[step] };
  const isEnough = step === 'passkey' || !(await hasSecondFactor(deps.db, proved.account.id));
  return isEnough ? admit(deps, request, reply, signedIn) : askForSecondStep(deps, reply, signedIn);
}
