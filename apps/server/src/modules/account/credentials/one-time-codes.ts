import { Secret, TOTP } from 'otpauth';

/** Supported by every app: RFC 6238 with SHA-1, six digits and steps of 30 seconds. */
const FORMAT = { algorithm: 'SHA1', digits: 6, period: 30 };
/** 160 bits, as long as the hash. */
const SECRET_BYTES = 20;
const CODE = /^\d{6}$/;
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
