import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** What every app supports: RFC 6238 with SHA-1, six digits and steps of 30 seconds. */
const STEP_SECONDS = 30;
const DIGITS = 6;
const SECRET_BYTES = 20;
/** How far a device's clock may be off, in steps. */
const DRIFT = 1;

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an app makes its codes of, in Base32: 160 bits, as long as the hash. */
export function makeSecret(): string {
  let bits = '';
  for (const byte of randomBytes(SECRET_BYTES)) bits += byte.toString(2).padStart(8, '0');
  return bits.replaceAll(/.{5}/g, (five) => BASE32.charAt(Number.parseInt(five, 2)));
}

function bytesOf(secret: string): Buffer {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / STEP_SECONDS);

/** The code of a step (RFC 4226, 5.3). */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', bytesOf(secret)).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0x0f;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0');
}

/** The step, around now, whose code was given; null when it is none of them. All are compared, in constant time. */
export function findStep(secret: string, code: string, now: Date): number | null {
  const given = Buffer.from(
    code
      .replaceAll(/\s/g, '')
      .padEnd(DIGITS)
      .slice(0, 2 * DIGITS),
  );
  let found: number | null = null;
  for (let step = stepAt(now) - DRIFT; step <= stepAt(now) + DRIFT; step++) {
    const right = Buffer.from(codeAt(secret, step));
    if (given.length === right.length && timingSafeEqual(given, right)) found = step;
  }
  return found;
}

/** The address that apps read from a QR code; both names are what they list the account by, and have no colon in it. */
export function enrolmentAddress(secret: string, { brand, email }: { brand: string; email: string }): string {
  const [issuer, account] = [brand, email].map((name) => encodeURIComponent(name.replaceAll(':', ' ')));
  return `otpauth://totp/${issuer}:${account}?secret=${secret}&issuer=${issuer}`;
}
