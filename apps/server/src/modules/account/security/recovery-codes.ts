import { createHash, randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@keepsake/contracts/account/second-factor';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { CROCKFORD_BASE32 } from '../../../platform/ids.ts';

/** 16 characters are 80 bits: too many to guess from a hash. */
const CODE_GROUPS = 4;
const GROUP_LENGTH = 4;

/** Ten codes in groups, such as `3f9k-0wqd-x7m2-h1ta`. */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: RECOVERY_CODES }, () =>
    Array.from({ length: CODE_GROUPS }, makeGroup).join('-'),
  );
}

const makeGroup = () =>
  Array.from({ length: GROUP_LENGTH }, () =>
    CROCKFORD_BASE32.charAt(randomInt(CROCKFORD_BASE32.length)),
  ).join('');

/** The stored form of a code. It needs no key of this installation, because codes must survive the loss of one. */
export function digestOf(accountId: CustomerId, code: string): Buffer {
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
