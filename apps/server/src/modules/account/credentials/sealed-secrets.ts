import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from '../../../platform/secret-keys.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** Wraps the secrets behind codes, so that a copy of the database yields no codes (ADR 19). */
export type Seals = {
  wrap(accountId: string, secret: string): string;
  /** Throws if the key is not the one it was wrapped with. */
  unwrap(accountId: string, stored: string): string;
};

export async function createSeals(secrets: Secrets): Promise<Seals> {
  const key: SecretKey = secretKeyOf(await secrets.read('second-factors'));
  // So that one account's secret cannot stand in for another's.
  const nameOf = (accountId: string) => `second-factor ${accountId}`;
  return {
    wrap: (accountId, secret) => wrapSecret(key, nameOf(accountId), secret),
    unwrap: (accountId, stored) => unwrapSecret([key], nameOf(accountId), stored),
  };
}
