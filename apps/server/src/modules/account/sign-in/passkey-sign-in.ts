import { DAY_SECONDS, HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../../../platform/http/device.ts';
import { networkOf } from '../../../platform/network.ts';
import type { ThrottlePolicy } from '../../../platform/throttle.ts';
import { findPasskeyOwner, type StoredAccount } from '../accounts/index.ts';
import { throttledText } from '../pages/index.ts';
import { checkAssertion, findByCredential, noteEvent, noteUse, readAssertion } from '../security/index.ts';
import { continueSignIn } from './continue-sign-in.ts';
import type { PageDeps } from './deps.ts';
import { openForm } from './interactions.ts';
import { NETWORK_POLICY } from './sign-in.ts';

/** Limits the mails about one suspicious passkey: whoever has a copy can repeat the attempt. */
const SUSPICION_POLICY: ThrottlePolicy = {
  name: 'passkey-suspicious',
  freeAttempts: 1,
  firstBlockSeconds: HOUR_SECONDS,
  longestBlockSeconds: DAY_SECONDS,
  forgetAfterSeconds: DAY_SECONDS,
};

/** The browser's answer to the challenge of a sign-in page. */
export async function signInByPasskey(deps: PageDeps, request: FastifyRequest, reply: FastifyReply) {
  const { interaction, appearance, refuse } = await openForm(deps, request, reply, 'signIn');
  // A stranger who guesses passwords must not lock out an owner with a passkey: only the network's attempts count.
  const network = networkOf(request.ip);
  const blockedUntil = await deps.throttle.attempt(NETWORK_POLICY, network);
  if (blockedUntil)
    return refuse({}, { '': throttledText(deps, appearance, 'signIn.throttled', blockedUntil) }, 429);
  const since = deps.clock();
  const found = await findSigner(deps, interaction.uid, request);
  if ('reason' in found) {
    await deps.security.record('sign-in-failed', { request, reason: found.reason });
    return refuse({ unknownPasskey: found.unknown ?? '' }, { '': appearance.t('passkey.refused') });
  }
  await deps.throttle.giveBack(NETWORK_POLICY, network);
  return continueSignIn(deps, request, reply, { interaction, since, ...found });
}

type Signer = { account: StoredAccount; step: 'passkey' | 'key' };
type Refused = { reason: string; unknown?: string };

/** Finds the signer's passkey. All failures get the same answer: a wrong page, a removed passkey, a copied one. */
async function findSigner(
  deps: PageDeps,
  interaction: string,
  request: FastifyRequest,
): Promise<Signer | Refused> {
  const { passkeys, db } = deps;
  const posted = readAssertion(request.body);
  if (!passkeys || !posted) return { reason: 'NO_PASSKEY' };
  const passkey = await findByCredential(db, Buffer.from(posted.id, 'base64url'));
  const owner = passkey && (await findPasskeyOwner(db, passkey.account_id));
  if (!owner) return { reason: 'PASSKEY_UNKNOWN', unknown: posted.id };
  const checked = await checkAssertion(passkeys, interaction, { posted, publicKey: passkey.public_key });
  const handle = owner.handle?.toString('base64url');
  if (!checked || posted.response.userHandle !== handle) return { reason: 'PASSKEY_INVALID' };
  // As with a password, a sign-in waits for a password being set and for anything else that locks the account.
  const account = await deps.accounts.findToSignIn(owner.email);
  if (account?.id !== passkey.account_id) return { reason: 'PASSKEY_UNKNOWN' };
  const { isUserVerified, ...use } = checked;
  const outcome = await noteUse(db, passkey.id, { ...use, now: deps.clock() });
  if (outcome === 'removed') return { reason: 'PASSKEY_UNKNOWN', unknown: posted.id };
  if (outcome === 'counted-back') {
    await noteSuspicion(deps, request, { account, passkeyId: passkey.id });
    return { reason: 'PASSKEY_COUNTER' };
  }
  return { account, step: isUserVerified ? 'passkey' : 'key' };
}

/** A counter that does not rise means that the key exists twice. */
async function noteSuspicion(
  deps: PageDeps,
  request: FastifyRequest,
  { account, passkeyId }: { account: StoredAccount; passkeyId: string },
): Promise<void> {
  await deps.security.record('passkey-suspicious', { request, customerId: account.id });
  if (await deps.throttle.attempt(SUSPICION_POLICY, passkeyId)) return;
  await noteEvent(deps, deps.db, { account, kind: 'passkey-suspicious', device: deviceOf(request) });
}
