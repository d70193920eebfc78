import { CODE_DIGITS } from '@keepsake/contracts/account/second-factor';
import { Secret, TOTP } from 'otpauth';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { type SecretKey, secretKeyOf, unwrapSecret, wrapSecret } from '../../../platform/secret-keys.ts';
import type { Secrets } from '../../../platform/secrets.ts';

/** How long the first step of a sign-in is valid without the code: somebody else may come to the page. */
export const FIRST_STEP_MS = 10 * MINUTE_MS;

/** Supported by every app: RFC 6238 with SHA-1 and steps of 30 seconds. */
const FORMAT = { algorithm: 'SHA1', digits: CODE_DIGITS, period: 30 };
/** 160 bits, as long as the hash. */
const SECRET_BYTES = 20;
const CODE = new RegExp(`^\\d{${CODE_DIGITS}}$`);
/** Tolerated clock drift of a device, in steps. */
const DRIFT = 1;

/** A new secret for an app, in Base32. */
export const makeSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The time step, around now, whose code was given; null if none matches. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const token = code.replaceAll(/\s/g, '');
  if (!CODE.test(token)) return null;
  const delta = new TOTP({ ...FORMAT, secret }).validate({ token, timestamp, window: DRIFT });
  return delta === null ? null : TOTP.counter({ period: FORMAT.period, timestamp }) + delta;
}

/** The address that apps read from a QR code; they list the account by both names, which must not contain a colon. */
export function enrolmentAddress(secret: string, { brand, email }: { brand: string; email: string }): string {
  const [issuer, account] = [brand, email].map((name) => encodeURIComponent(name.replaceAll(':', ' ')));
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}

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
