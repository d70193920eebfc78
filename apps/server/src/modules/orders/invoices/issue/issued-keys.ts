import { newId } from '../../../../platform/ids.ts';

export const ISSUED_PREFIX = 'issued-invoices/';

/**
 * The key of an issued pdf, never used twice. It carries the number, for a database that has lost it (ADR 82), and no customer,
 * because it is kept after the account is gone.
 */
export const keyOfIssued = ({ channel, number }: { channel: string; number: string }): string =>
  `${ISSUED_PREFIX}${channel}/${number}/${newId()}`;

/** Channel and number in a key; the number is null in keys of earlier releases. */
export function parseIssuedKey(key: string): { channel: string; number: string | null } {
  const [channel = '', ...rest] = key.slice(ISSUED_PREFIX.length).split('/');
  return { channel, number: rest.length > 1 ? (rest[0] ?? null) : null };
}
