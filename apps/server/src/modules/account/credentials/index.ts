/** What customers and operators prove themselves with: passwords, and codes of an app. */
export { enrolmentAddress, findStep, makeSecret } from './one-time-codes.ts';
export { findPasswordFault, PASSWORD_LIMITS } from './password-rules.ts';
export { createPasswords, type Passwords } from './passwords.ts';
export { createSeals, type Seals } from './sealed-secrets.ts';
