import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { CROCKFORD_BASE32, customerIdOfHex } from '../../../platform/ids.ts';

const LENGTH = 26;

/** The name of a customer's FTP user and folder: the customer's id in 26 letters and digits. */
export function ftpUserOf(customerId: CustomerId): string {
  let rest = BigInt(`0x${customerId.replaceAll('-', '')}`);
  let name = '';
  for (let at = 0; at < LENGTH; at++) {
    name = (CROCKFORD_BASE32[Number(rest % 32n)] ?? '') + name;
    rest /= 32n;
  }
  return name;
}

/** The customer of that folder; null if the name is invalid. */
export function customerOfFtpUser(name: string): CustomerId | null {
  if (!/^[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(name)) return null;
  let value = 0n;
  for (const letter of name) value = value * 32n + BigInt(CROCKFORD_BASE32.indexOf(letter));
  const hex = value.toString(16).padStart(32, '0');
  return customerIdOfHex(hex);
}
