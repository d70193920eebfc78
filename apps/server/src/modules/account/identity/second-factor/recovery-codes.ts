import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@keepsake/contracts';

/** Excludes characters that look alike (Crockford's Base32). 80 bits are too many to guess from a hash. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Ten codes in groups, such as `3f9k-0wqd-x7m2-h1ta`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, makeGroup).join('-'));
}

const makeGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

/** The stored form of a code. It needs no key of this installation, because codes must survive the loss of one. */
export function digestOf(accountId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${accountId} ${normalised(code)}`)
    .digest();
}

/** Normalises a code: capitals, dashes, and letters that look like digits. */
function normalised(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
}
