import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@keepsake/contracts';

/** Without signs that look alike (Crockford's Base32): 80 bits, which nobody finds by their hash. */
const SIGNS = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 4;

/** Ten codes in groups, such as `3f9k-0wqd-x7m2-h1ta`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, makeGroup).join('-'));
}

const makeGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () => SIGNS.charAt(randomInt(SIGNS.length))).join('');

/** What is kept of a code. It needs no key of this installation: codes outlive the loss of one. */
export function digestOf(accountId: string, code: string): Buffer {
  return createHash('sha256')
    .update(`${accountId} ${normalised(code)}`)
    .digest();
}

/** However a code is spelt: in capitals, without its dashes, with the letters that look like digits. */
function normalised(code: string): string {
  return code
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replaceAll('o', '0')
    .replaceAll(/[il]/g, '1');
}
