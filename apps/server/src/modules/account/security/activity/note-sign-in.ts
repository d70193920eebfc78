import { HOUR_SECONDS } from '@keepsake/contracts/platform/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from '../../../../platform/http/device.ts';
import type { ThrottlePolicy } from '../../../../platform/throttle.ts';
import { findAccountByEmail, type StoredAccount } from '../../accounts/index.ts';
import type { Visit } from '../../pages/index.ts';
import type { Deps } from '../deps.ts';
import { hasRecentEvent } from './event-store.ts';
import { AT_ONCE_MS, addDevice, deviceToken, keepDeviceToken, useDevice } from './known-devices.ts';
import { type NoteDeps, noteEvent } from './note-event.ts';

/** Limits the mails about new devices to one account: a browser that keeps no cookies is new each time. */
const NEW_DEVICE_POLICY: ThrottlePolicy = {
  name: 'new-device',
  freeAttempts: 5,
  firstBlockSeconds: HOUR_SECONDS,
  longestBlockSeconds: HOUR_SECONDS,
  forgetAfterSeconds: HOUR_SECONDS,
};

type SignInDeps = NoteDeps & Pick<Deps, 'db' | 'log' | 'throttle'>;
export type SignedIn = { account: StoredAccount; visit: Visit };
export type Attempted = { email: string; kind: 'sign-in-failed' | 'password-reset-requested' };

/** Records a sign-in and remembers its browser; mails the owner if the account did not know it before. */
export async function noteSignIn(
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { account, visit }: SignedIn,
): Promise<void> {
  const { db, clock, publicUrl } = deps;
  const token = deviceToken(publicUrl, request);
  const used = { accountId: account.id, token, now: clock() };
  const signedIn = { account, device: deviceOf(request), visit };
  const wasKnown = await db.transaction().execute(async (trx) => {
    if (!(await useDevice(trx, used))) return false;
    await noteEvent(deps, trx, { ...signedIn, kind: 'signed-in' });
    return true;
  });
  if (!wasKnown) {
    const isTooOften = (await deps.throttle.attempt(NEW_DEVICE_POLICY, account.id)) !== null;
    await db.transaction().execute(async (trx) => {
      const { isKnown, isFirst } = await addDevice(trx, used);
      if (isKnown || isFirst) return noteEvent(deps, trx, { ...signedIn, kind: 'signed-in' });
      const kind = 'signed-in-new-device';
      const recently = { now: used.now, ms: AT_ONCE_MS };
      const isAgain = await hasRecentEvent(trx, { ...used, ...signedIn, kind, recently });
      return noteEvent(deps, trx, { ...signedIn, kind, hasMail: !isTooOften && !isAgain });
    });
  }
  keepDeviceToken(reply, publicUrl, token);
}

/**
 * Records what somebody did with an address that need not be theirs. Runs after the answer, so that its duration does not reveal
 * whether the address has an account; a node that stops at that moment loses it.
 */
export function noteAttempt(
  deps: SignInDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { email, kind }: Attempted,
): void {
  const device = deviceOf(request);
  const note = async () => {
    const account = await findAccountByEmail(deps.db, email);
    if (account) await noteEvent(deps, deps.db, { account, kind, device });
  };
  reply.raw.once('close', () => {
    note().catch((err) => deps.log.error({ err }, 'an attempt was not noted for its account'));
  });
}
