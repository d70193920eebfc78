import type { FastifyReply, FastifyRequest } from 'fastify';
import { ago, DAY_MS } from '../../../platform/clock.ts';
import type { Module } from '../../../platform/module.ts';
import type { Tables } from '../../../platform/tables.ts';
import { KNOWN_DEVICE_DAYS } from './activity/known-devices.ts';
import { createNoteOwnEvent, type NoteOwnEvent } from './activity/note-event.ts';
import { type Attempted, noteAttempt, noteSignIn, type SignedIn } from './activity/note-sign-in.ts';
import { earliestEvent, ownActivityRoute } from './activity/own-activity.ts';
import type { Deps } from './deps.ts';
import { ownSecondFactorRoutes } from './own-second-factor.ts';
import type { CeremonyDeps } from './passkeys/ceremonies.ts';
import { createChallenges } from './passkeys/challenges.ts';
import { ownPasskeyRoutes } from './passkeys/own-passkeys.ts';
import { relyingPartyOf } from './passkeys/relying-party.ts';
import { oldestEnrolment } from './second-factor-store.ts';

export { deviceToken, forgetDevices } from './activity/known-devices.ts';
export { type NoteDeps, type NoteOwnEvent, noteEvent } from './activity/note-event.ts';
export {
  type CeremonyDeps,
  checkAssertion,
  checkCreation,
  creationOptions,
  readAssertion,
  requestOptions,
} from './passkeys/ceremonies.ts';
export { ENROL_PROMPT } from './passkeys/relying-party.ts';
export {
  deletePasskeysOf,
  findByCredential,
  insertPasskey,
  listPasskeys,
  noteUse,
} from './passkeys/store.ts';
export { SECURITY_FILES } from './personal-data.ts';
export { digestOf } from './recovery-codes.ts';
export {
  deleteNewSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  hasSecondFactor,
  useRecoveryCode,
  useStep,
} from './second-factor-store.ts';

/** All but the challenges are deleted with their account. */
export const SECURITY_TABLES: Tables = {
  account_events: { deletedWith: 'accounts' },
  known_devices: { deletedWith: 'accounts' },
  passkeys: { deletedWith: 'accounts' },
  recovery_codes: { deletedWith: 'accounts' },
  second_factor_enrolments: { deletedWith: 'accounts' },
  second_factors: { deletedWith: 'accounts' },
  used_challenges: { impersonal: 'challenges of passkeys that were used' },
};

export type Security = Module & {
  /** Passkey ceremonies; null if browsers cannot use passkeys here. */
  passkeys: CeremonyDeps | null;
  noteEvent: NoteOwnEvent;
  /** Records a sign-in and remembers its browser; mails the owner if the account did not know it before. */
  noteSignIn(request: FastifyRequest, reply: FastifyReply, signedIn: SignedIn): Promise<void>;
  /** Records what somebody did with an address that need not be theirs, once it is answered. */
  noteAttempt(request: FastifyRequest, reply: FastifyReply, attempted: Attempted): void;
};

/** What secures an account besides its password: passkeys, codes of an app, and what its owner sees of its use. */
export async function createSecurity(deps: Deps): Promise<Security> {
  const challengeKey = await deps.secrets.read('passkey-challenges');
  const relyingParty = relyingPartyOf(deps.publicUrl);
  const challenges = createChallenges({ ...deps, secret: challengeKey });
  const passkeys = relyingParty && { relyingParty, challenges };
  return {
    passkeys,
    noteEvent: createNoteOwnEvent(deps),
    noteSignIn: (...signedIn) => noteSignIn(deps, ...signedIn),
    noteAttempt: (...attempted) => noteAttempt(deps, ...attempted),
    routes: [
      ...ownSecondFactorRoutes(deps),
      ownActivityRoute(deps),
      ...ownPasskeyRoutes({ ...deps, canAdd: passkeys !== null }),
    ],
    expires: [
      { table: 'account_events', column: 'happened_at', before: earliestEvent },
      // For as long as their cookie lasts.
      { table: 'known_devices', column: 'last_used_at', before: ago(KNOWN_DEVICE_DAYS * DAY_MS) },
      { table: 'second_factor_enrolments', column: 'begun_at', before: oldestEnrolment, isHourly: true },
      { table: 'used_challenges', column: 'expires_at', isHourly: true },
    ],
  };
}
