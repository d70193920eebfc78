/** What customers and operators prove themselves with: passwords, and codes of an app. */
export {
  createSeals,
  enrolmentAddress,
  FIRST_STEP_MS,
  findStep,
  makeSecret,
  type Seals,
} from './one-time-codes.ts';
export { findPasswordFault, PASSWORD_LIMITS } from './password-strength.ts';
export { createPasswords, type Passwords } from './passwords.ts';
