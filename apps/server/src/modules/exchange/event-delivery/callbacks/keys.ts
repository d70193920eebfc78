import { randomBytes } from 'node:crypto';
import { KEY_OVERLAP_HOURS, MAX_CALLBACK_KEYS } from '@keepsake/contracts/exchange/callbacks';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { HOUR_MS } from '../../../../platform/clock.ts';
import { Problem } from '../../../../platform/problem.ts';
import { secretKeyOf, unwrapSecret, wrapSecret } from '../../../../platform/secret-keys.ts';
import { parseStoredJson } from '../../../../platform/stored-json.ts';

const storedKeys = z.array(z.object({ key: z.string(), until: z.iso.datetime().nullable() }));
/** Keys of one customer, newest first; only the newest has no end. */
export type Keys = z.infer<typeof storedKeys>;

/** Reads and writes the keys of customers, stored encrypted: somebody who reads the database cannot sign anything. */
export type Keyring = {
  seal(customerId: CustomerId, keys: Keys): string;
  open(customerId: CustomerId, sealed: string): Keys;
};

/** Encrypts the keys of all customers with one secret of the installation. */
export function createKeyring(secret: string): Keyring {
  const key = secretKeyOf(secret);
  const nameOf = (customerId: CustomerId) => `callbacks of ${customerId}`;
  return {
    seal: (customerId, keys) => wrapSecret(key, nameOf(customerId), JSON.stringify(keys)),
    open: (customerId, sealed) =>
      parseStoredJson(
        storedKeys,
        unwrapSecret([key], nameOf(customerId), sealed),
        `the key of the ${nameOf(customerId)}`,
      ),
  };
}

/** A key in the format of Standard Webhooks. */
const newKey = (): string => `whsec_${randomBytes(32).toString('base64')}`;

export const firstKeys = (): Keys => [{ key: newKey(), until: null }];

/** The keys that sign at a moment. */
export const keysInUse = (keys: Keys, now: Date): Keys =>
  keys.filter(({ until }) => until === null || until > now.toISOString());

/**
 * Puts a new key before those in use, which sign for another day; a key that was never shown is dropped at once. Throws
 * `too-many-requests` rather than end a key early, because somebody may still verify with it.
 */
export function rotateKeys(keys: Keys, { isShown, now }: { isShown: boolean; now: Date }): Keys {
  const until = new Date(now.getTime() + KEY_OVERLAP_HOURS * HOUR_MS).toISOString();
  const older = keysInUse(keys, now)
    .filter(({ until: end }) => isShown || end !== null)
    .map((each) => ({ ...each, until: each.until ?? until }));
  if (older.length >= MAX_CALLBACK_KEYS) throw new Problem('too-many-requests');
  return [...firstKeys(), ...older];
}

/** Until when older keys are valid; null if there are none. */
export function olderUntil(keys: Keys, now: Date): string | null {
  const ends = keysInUse(keys, now).flatMap(({ until }) => until ?? []);
  return ends.toSorted().at(-1) ?? null;
}
