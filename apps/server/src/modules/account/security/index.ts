export { deviceToken, forgetDevices } from './activity/known-devices.ts';
export { createNoteOwnEvent, type NoteDeps, type NoteOwnEvent, noteEvent } from './activity/note-event.ts';
export { noteAttempt, noteSignIn } from './activity/note-sign-in.ts';
export { ACTIVITY_CRON, forgetActivityTask, ownActivityRoute } from './activity/own-activity.ts';
export { ownSecondFactorRoutes } from './own-second-factor.ts';
export {
  type CeremonyDeps,
  checkAssertion,
  checkCreation,
  creationOptions,
  readAssertion,
  requestOptions,
} from './passkeys/ceremonies.ts';
export { createChallenges, forgetUsedChallenges } from './passkeys/challenges.ts';
export { ownPasskeyRoutes } from './passkeys/own-passkeys.ts';
export { ENROL_PROMPT, relyingPartyOf } from './passkeys/relying-party.ts';
export {
  deletePasskeysOf,
  findByCredential,
  handleOf,
  insertPasskey,
  listPasskeys,
  noteUse,
} from './passkeys/store.ts';
export { digestOf } from './recovery-codes.ts';
export {
  deleteNewSecondFactor,
  deleteSecondFactor,
  findSecondFactor,
  forgetEnrolments,
  hasSecondFactor,
  useRecoveryCode,
  useStep,
} from './second-factor-store.ts';
