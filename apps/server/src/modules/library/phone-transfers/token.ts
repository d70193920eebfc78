import { createHash, randomBytes } from 'node:crypto';

/** 16 bytes of the customer's id, so that the row is found where the customer's are, and 256 random bits, in base64url. */
const TOKEN = /^[\w-]{64}$/;
const ID_BYTES = 16;

/** A new token of a customer; only its hash is to be kept. */
export function makeToken(userId: string): { token: string; hash: Buffer } {
  const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
  const token = Buffer.concat([id, randomBytes(32)]).toString('base64url');
  return { token, hash: hashOf(token) };
}

/** Whose token it claims to be and the hash it is known by; null for what cannot be one. */
export function readToken(token: string): { userId: string; hash: Buffer } | null {
  if (!TOKEN.test(token)) return null;
  const hex = Buffer.from(token, 'base64url').subarray(0, ID_BYTES).toString('hex');
  const userId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return { userId, hash: hashOf(token) };
}

/** A hash without a secret is enough: nobody guesses 256 random bits. */
function hashOf(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}
