import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from '../../../../platform/secret-keys.ts';
import type { Secrets } from '../../../../platform/secrets.ts';

/** Wraps what codes are made of: a copy of the database makes none (ADR 19). */
export type Seals = {
  wrap(accountId: string, secret: string): string;
  /** Throws when the key is another one than it was wrapped with. */
  unwrap(accountId: string, stored: string): string;
};

export async function createSeals(secrets: Secrets): Promise<Seals> {
  const key: SecretKey = secretKeyOf(await secrets.read('second-factors'));
  // One account's cannot stand in for another's.
  const nameOf = (accountId: string) => `second-factor ${accountId}`;
  return {
    wrap: (accountId, secret) => wrapSecret(key, nameOf(accountId), secret),
    unwrap: (accountId, stored) => unwrapSecret([key], nameOf(accountId), stored),
  };
}
