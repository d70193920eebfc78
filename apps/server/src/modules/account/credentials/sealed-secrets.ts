import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from '../../../platform/secret-keys.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** Wraps the secrets behind codes, so that a copy of the database yields no codes (ADR 19). */
export type Seals = {
  wrap(owner: string, secret: string): string;
  /** Throws if the key is not the one it was wrapped with. */
  unwrap(owner: string, stored: string): string;
};

export async function createSeals(secrets: Secrets): Promise<Seals> {
  const key: SecretKey = secretKeyOf(await secrets.read('second-factors'));
  // So that one account's secret cannot stand in for another's.
  const nameOf = (owner: string) => `second-factor ${owner}`;
  return {
    wrap: (owner, secret) => wrapSecret(key, nameOf(owner), secret),
    unwrap: (owner, stored) => unwrapSecret([key], nameOf(owner), stored),
  };
}
