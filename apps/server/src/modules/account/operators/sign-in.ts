import { CODE_DIGITS } from '@keepsake/contracts/account/second-factor';
import { DAY_SECONDS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from '../../../platform/network.ts';
import type { ThrottlePolicy } from '../../../platform/throttle.ts';
import { enrolmentAddress, findStep, makeSecret } from '../credentials/index.ts';
import {
  emailFaults,
  type Faults,
  givenPasswordFaults,
  hasFaults,
  readForm,
  sendPage,
  throttledText,
} from '../pages/index.ts';
import { ADDRESSES, appearanceFor, OPERATOR_PATH } from './appearance.ts';
import type { PageDeps, PageHandler } from './deps.ts';
import { findSession, keepNewFactor, type OperatorSession, startSession } from './sessions.ts';
import { codePage, setUpPage, signInPage } from './sign-in-pages.ts';
import { addFactor, findOperatorByEmail, useFactorStep } from './store.ts';

const policy = (name: string, freeAttempts: number): ThrottlePolicy => ({
  name,
  freeAttempts,
  firstBlockSeconds: 30,
  longestBlockSeconds: HOUR_SECONDS,
  forgetAfterSeconds: DAY_SECONDS,
});
const NETWORK_POLICY = policy('operator-network', 20);
const PASSWORD_POLICY = policy('operator-password', 5);
const CODE_POLICY = policy('operator-code', 5);

export const showSignIn: PageHandler = async (deps, request, reply) => {
  const session = await findSession(deps.db, { ...deps, request }, deps.clock());
  if (session?.isComplete) return reply.redirect(OPERATOR_PATH, 303);
  return sendPage(reply, deps.policies, signInPage(appearanceFor(deps, request), { email: '' }));
};

/** The first step: the password of an operator, never that of a customer. */
export const signIn: PageHandler = async (deps, request, reply) => {
  const appearance = appearanceFor(deps, request);
  const form = readForm(request.body);
  const { email } = form;
  const refuse = (faults: Faults, status = 422) =>
    sendPage(reply, deps.policies, signInPage(appearance, { email, faults }), status);
  const faults = { ...emailFaults(appearance, form), ...givenPasswordFaults(appearance, form) };
  if (hasFaults(faults)) return refuse(faults);
  const network = networkOf(request.ip);
  const blockedUntil =
    (await deps.throttle.attempt(NETWORK_POLICY, network)) ??
    (await deps.throttle.attempt(PASSWORD_POLICY, email));
  if (blockedUntil)
    return refuse({ '': throttledText(deps, appearance, 'operator.throttled', blockedUntil) }, 429);
  const operator = await findOperatorByEmail(deps.db, email);
  if (!(await deps.passwords.isCorrect(operator?.passwordHash ?? null, form.password)) || !operator) {
    await deps.security.record('operator-sign-in-failed', { request, subject: email, reason: 'PASSWORD' });
    return refuse({ '': appearance.t('operator.wrong') });
  }
  await deps.throttle.forget(PASSWORD_POLICY, email);
  await deps.throttle.giveBack(NETWORK_POLICY, network);
  const started = { operatorId: operator.id, isComplete: false, now: deps.clock() };
  await startSession(deps.db, { ...deps, request, reply }, started);
  return reply.redirect(nextOf({ operator }), 303);
};

/** Where a sign-in continues after its first step. */
const nextOf = ({ operator }: Pick<OperatorSession, 'operator'>): string =>
  operator.factorSecret === null ? ADDRESSES.setUp : ADDRESSES.code;

/** The session whose second step belongs on this page; otherwise the address to redirect to. */
async function findFirstStep(
  deps: PageDeps,
  request: FastifyRequest,
  address: string,
): Promise<OperatorSession | string> {
  const session = await findSession(deps.db, { ...deps, request }, deps.clock());
  if (!session) return ADDRESSES.signIn;
  if (session.isComplete) return OPERATOR_PATH;
  const next = nextOf(session);
  return next === address ? session : next;
}

export const showCode: PageHandler = async (deps, request, reply) => {
  const session = await findFirstStep(deps, request, ADDRESSES.code);
  if (typeof session === 'string') return reply.redirect(session, 303);
  return sendPage(reply, deps.policies, codePage(appearanceFor(deps, session.operator.locale)));
};

/** The second step. Only now does a session exist that opens anything. */
export const submitCode: PageHandler = async (deps, request, reply) => {
  const session = await findFirstStep(deps, request, ADDRESSES.code);
  if (typeof session === 'string') return reply.redirect(session, 303);
  const { operator } = session;
  const appearance = appearanceFor(deps, operator.locale);
  const use = (step: number) => useFactorStep(deps.db, operator.id, step);
  const refused = await checkCode(deps, request, { session, secret: operator.factorSecret ?? '', use });
  if (refused) return sendPage(reply, deps.policies, codePage(appearance, refused.faults), refused.status);
  return finish(deps, request, reply, session);
};

export const showSetUp: PageHandler = async (deps, request, reply) => {
  const session = await findFirstStep(deps, request, ADDRESSES.setUp);
  if (typeof session === 'string') return reply.redirect(session, 303);
  return sendSetUp(deps, reply, { session });
};

/** Sets up the second factor that every operator has, confirmed by a first correct code, which completes the second step, too. */
export const submitSetUp: PageHandler = async (deps, request, reply) => {
  const session = await findFirstStep(deps, request, ADDRESSES.setUp);
  if (typeof session === 'string') return reply.redirect(session, 303);
  const { operator, newFactorSecret: secret } = session;
  if (secret === null) return reply.redirect(ADDRESSES.setUp, 303);
  let isAdded = false;
  const use = async (step: number) => {
    isAdded = await addFactor(deps.db, operator.id, { secret, step, now: deps.clock() });
    return true;
  };
  const refused = await checkCode(deps, request, { session, secret, use });
  if (refused) return sendSetUp(deps, reply, { session, ...refused });
  if (!isAdded) return reply.redirect(ADDRESSES.code, 303);
  await deps.security.record('operator-factor-added', { request, subject: operator.email });
  return finish(deps, request, reply, session);
};

type SetUp = { session: OperatorSession; faults?: Faults; status?: number };

async function sendSetUp(deps: PageDeps, reply: FastifyReply, { session, faults, status }: SetUp) {
  const { operator } = session;
  const name = sealOf(operator.id);
  const stored = await keepNewFactor(deps.db, session.id, deps.seals.wrap(name, makeSecret()));
  const secret = deps.seals.unwrap(name, stored);
  const appearance = appearanceFor(deps, operator.locale);
  const brand = `${appearance.brand.name} (${appearance.t('operator.app')})`;
  const address = enrolmentAddress(secret, { brand, email: operator.email });
  return sendPage(reply, deps.policies, setUpPage(appearance, { secret, address, faults }), status);
}

/** Secrets of customers and operators are wrapped under different names. */
const sealOf = (operatorId: string): string => `operator ${operatorId}`;

type Refused = { faults: Faults; status: number };
type Given = {
  session: OperatorSession;
  secret: string;
  /** Uses up the step of a correct code; false if it was used before. */
  use(step: number): Promise<boolean>;
};

/**
 * Uses up the given code; null if it was correct. Wrong codes are forgotten only once it is used up: a code that was seen and is
 * given again would otherwise reset the count of guesses.
 */
async function checkCode(
  deps: PageDeps,
  request: FastifyRequest,
  { session: { operator }, secret, use }: Given,
): Promise<Refused | null> {
  const { t, ...appearance } = appearanceFor(deps, operator.locale);
  const { code } = readForm(request.body);
  if (code === '') return { faults: { code: t('code.missing', { digits: CODE_DIGITS }) }, status: 422 };
  const blockedUntil = await deps.throttle.attempt(CODE_POLICY, operator.id);
  if (blockedUntil) {
    const text = throttledText(deps, { t, ...appearance }, 'operator.throttled', blockedUntil);
    return { faults: { '': text }, status: 429 };
  }
  const step = findStep(deps.seals.unwrap(sealOf(operator.id), secret), code, deps.clock());
  if (step === null || !(await use(step))) {
    const { email: subject } = operator;
    await deps.security.record('operator-sign-in-failed', { request, subject, reason: 'CODE' });
    return { faults: { code: t('code.wrong') }, status: 422 };
  }
  await deps.throttle.forget(CODE_POLICY, operator.id);
  return null;
}

async function finish(
  deps: PageDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { operator }: OperatorSession,
) {
  const started = { operatorId: operator.id, isComplete: true, now: deps.clock() };
  await startSession(deps.db, { ...deps, request, reply }, started);
  await deps.security.record('operator-signed-in', { request, subject: operator.email });
  return reply.redirect(OPERATOR_PATH, 303);
}
