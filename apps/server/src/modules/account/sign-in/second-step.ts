import { CODE_DIGITS } from '@keepsake/contracts/account/second-factor';
import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import { DAY_SECONDS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Interaction } from 'oidc-provider';
import * as z from 'zod';
import { deviceOf } from '../../../platform/http/device.ts';
import type { ThrottlePolicy } from '../../../platform/throttle.ts';
import { findAccount, type StoredAccount } from '../accounts/index.ts';
import { FIRST_STEP_MS, findStep } from '../credentials/index.ts';
import {
  addressesOf,
  type Faults,
  readForm,
  type SecondStepKind,
  secondStepPage,
  sendPage,
  sentForm,
  throttledText,
} from '../pages/index.ts';
import {
  digestOf,
  findSecondFactor,
  hasSecondFactor,
  noteEvent,
  useRecoveryCode,
  useStep,
} from '../security/index.ts';
import { admit } from './closed-account.ts';
import type { PageDeps } from './deps.ts';
import type { SignedIn } from './finish-sign-in.ts';
import { requireInteraction } from './interactions.ts';

/**
 * Limits an account's attempts at the second step, over all sign-ins; only those who know the password use any up. Recovery codes
 * have a limit of their own, so that somebody guessing codes does not lock out the owner.
 */
const policy = (name: string): ThrottlePolicy => ({
  name,
  freeAttempts: 5,
  firstBlockSeconds: 30,
  longestBlockSeconds: HOUR_SECONDS,
  forgetAfterSeconds: 7 * DAY_SECONDS,
});
const POLICIES = { code: policy('one-time-code'), recovery: policy('recovery-code') };

/** Who has completed the first step, stored in the interaction; unlike `result`, it is not a sign-in. */
const firstStep = z.object({
  form: z.literal('secondStep'),
  accountId: customerIdSchema,
  /** The first step is void once the password has changed. */
  passwordChangedAt: z.iso.datetime(),
  amr: z.array(z.string()),
  at: z.iso.datetime(),
  refusal: sentForm.shape.refusal,
});
type FirstStep = z.infer<typeof firstStep>;

/** Redirects from the first step to the page of the second: until then there is neither a session nor a token. */
export async function askForSecondStep(
  { clock }: Pick<PageDeps, 'clock'>,
  reply: FastifyReply,
  { interaction, account, amr }: Omit<SignedIn, 'since'>,
): Promise<FastifyReply> {
  await keep(interaction, {
    form: 'secondStep',
    accountId: account.id,
    passwordChangedAt: account.passwordChangedAt.toISOString(),
    amr: [...amr],
    at: clock().toISOString(),
  });
  return reply.redirect(addressesOf(interaction.uid).code, 303);
}

async function keep(interaction: Interaction, step: FirstStep): Promise<void> {
  interaction.lastSubmission = step;
  await interaction.persist();
}

/** The page that asks for an app's code, or for a recovery code. */
export function showSecondStep(kind: SecondStepKind) {
  return async (deps: PageDeps, request: FastifyRequest, reply: FastifyReply) => {
    const interaction = await requireInteraction(deps, request, reply);
    const addresses = addressesOf(interaction.uid);
    const taken = await findFirstStep(deps, interaction);
    if (!taken) return reply.redirect(`${addresses.signIn}?sign-in`, 303);
    const { refusal, ...step } = taken.step;
    if (refusal) await keep(interaction, step);
    const appearance = deps.appearances.ofInteraction(interaction);
    const page = secondStepPage(appearance, { kind, addresses, faults: refusal?.faults });
    return sendPage(reply, deps.policies, page, refusal?.status);
  };
}

/** A correct code completes the sign-in; of several at once only one does. */
export function submitSecondStep(kind: SecondStepKind) {
  return async (deps: PageDeps, request: FastifyRequest, reply: FastifyReply) => {
    const interaction = await requireInteraction(deps, request, reply);
    const addresses = addressesOf(interaction.uid);
    const since = deps.clock();
    const taken = await findFirstStep(deps, interaction);
    if (!taken) return reply.redirect(`${addresses.signIn}?sign-in`, 303);
    const { account, step } = taken;
    const appearance = deps.appearances.ofInteraction(interaction);
    const refuse = async (faults: Faults, status = 422) => {
      await keep(interaction, { ...step, refusal: { faults, status } });
      return reply.redirect(addresses[kind], 303);
    };
    const { code } = readForm(request.body);
    if (code === '') return refuse({ code: appearance.t(`${kind}.missing`, { digits: CODE_DIGITS }) });
    const blockedUntil = await deps.throttle.attempt(POLICIES[kind], account.id);
    if (blockedUntil)
      return refuse({ '': throttledText(deps, appearance, `${kind}.throttled`, blockedUntil) }, 429);
    if (!(await isRight[kind](deps, { account, code, request }))) {
      await deps.security.record('second-step-failed', { request, customerId: account.id });
      await noteEvent(deps, deps.db, { account, kind: 'second-factor-failed', device: deviceOf(request) });
      return refuse({ code: appearance.t(`${kind}.wrong`) });
    }
    await deps.throttle.forget(POLICIES[kind], account.id);
    const amr = [...new Set([...step.amr, 'otp', 'mfa'])];
    return admit(deps, request, reply, { interaction, account, since, amr });
  };
}

type Given = { account: StoredAccount; code: string; request: FastifyRequest };

/** Uses up the given code if it is correct. */
const isRight: Record<SecondStepKind, (deps: PageDeps, given: Given) => Promise<boolean>> = {
  async code({ db, clock, seals, log }, { account: { id }, code }) {
    const found = await findSecondFactor(db, id);
    if (!found) return false;
    try {
      const step = findStep(seals.unwrap(id, found.secret), code, clock());
      return step !== null && (await useStep(db, id, step));
    } catch (err) {
      // The key was lost and replaced; recovery codes do not depend on it.
      log.error({ err }, 'a second factor cannot be read');
      return false;
    }
  },
  async recovery(deps, { account, code, request }) {
    const isUsed = await deps.db.transaction().execute(async (trx) => {
      if (!(await useRecoveryCode(trx, account.id, digestOf(account.id, code)))) return false;
      await noteEvent(deps, trx, { account, kind: 'recovery-code-used', device: deviceOf(request) });
      return true;
    });
    if (isUsed) await deps.security.record('recovery-code-used', { request, customerId: account.id });
    return isUsed;
  },
};

/** The account whose first step was completed in this interaction a moment ago, if a second one is still required. */
async function findFirstStep(
  { db, clock }: Pick<PageDeps, 'db' | 'clock'>,
  { lastSubmission }: Interaction,
): Promise<{ account: StoredAccount; step: FirstStep } | null> {
  const step = firstStep.safeParse(lastSubmission).data;
  if (!step || clock().getTime() - Date.parse(step.at) > FIRST_STEP_MS) return null;
  const account = await findAccount(db, step.accountId);
  if (account?.passwordChangedAt.toISOString() !== step.passwordChangedAt) return null;
  return (await hasSecondFactor(db, account.id)) ? { account, step } : null;
}
