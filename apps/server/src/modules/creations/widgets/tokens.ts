import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldAddress } from '../../../platform/mail-address.ts';

/** The secret from which addresses of widgets and refusals are derived. */
export const SECRET = 'widgets';

const TOKEN_BYTES = 24;
const SEAL_BYTES = 16;
const HASH_BYTES = 32;

/**
 * The tokens in addresses of widgets (ADR 48). A token is derived from the widget's id, so that its customer can see it again
 * without the database storing it; it is looked up by its hash.
 */
export type Tokens = ReturnType<typeof createTokens>;

export function createTokens(secret: string) {
  const mac = (what: string, text: string | Buffer) =>
    createHmac('sha256', secret).update(`${what}:`).update(text).digest();
  const seal = (hash: Buffer) => mac('refusal', hash).subarray(0, SEAL_BYTES);
  return {
    tokenOf: (widgetId: string): string =>
      mac('widget', widgetId).subarray(0, TOKEN_BYTES).toString('base64url'),
    hashOf: (token: string): Buffer => createHash('sha256').update(token).digest(),
    /** Identifies an address that refuses mails without storing it. */
    hmacOf: async (db: Queryable, email: string): Promise<Buffer> =>
      mac('address', await foldAddress(db, email)),
    /** Lets its holder refuse further mails to that address, and nothing else. */
    refusalTokenOf: (addressHmac: Buffer): string =>
      Buffer.concat([addressHmac, seal(addressHmac)]).toString('base64url'),
    /** The address of such a token, as an HMAC; null if the token is not ours. */
    refusedAddressOf(token: string): Buffer | null {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== HASH_BYTES + SEAL_BYTES) return null;
      const hash = bytes.subarray(0, HASH_BYTES);
      return timingSafeEqual(bytes.subarray(HASH_BYTES), seal(hash)) ? hash : null;
    },
  };
}
