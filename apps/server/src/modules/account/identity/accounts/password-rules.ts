import { COMMON_PASSWORDS } from './common-passwords.ts';

export const MIN_PASSWORD_LENGTH = 10;
/** Keeps a request's hashing work bounded. */
export const MAX_PASSWORD_LENGTH = 128;

type PasswordFault = 'password.tooShort' | 'password.tooLong' | 'password.tooCommon';

/** Why a password cannot be taken, or null. Length counts characters as people see them, not UTF-16 units. */
export function findPasswordFault(password: string, email: string): PasswordFault | null {
  if (password.length > MAX_PASSWORD_LENGTH * 2) return 'password.tooLong';
  const characters = [...password];
  if (characters.length < MIN_PASSWORD_LENGTH) return 'password.tooShort';
  if (characters.length > MAX_PASSWORD_LENGTH) return 'password.tooLong';
  return isGuessable(password.toLowerCase(), email.toLowerCase()) ? 'password.tooCommon' : null;
}

function isGuessable(password: string, email: string): boolean {
  if (new Set(password).size < 3) return true;
  return password === email || password === email.split('@')[0] || COMMON_PASSWORDS.has(password);
}
