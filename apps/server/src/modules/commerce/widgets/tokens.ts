import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldAddress } from '../../../platform/mail-address.ts';

/** The secret that addresses of widgets and refusals are derived from. */
export const SECRET = 'widgets';

const TOKEN_BYTES = 24;
const SEAL_BYTES = 16;
const HASH_BYTES = 32;

/**
 * What addresses of widgets are made of (ADR 48). A token is derived from the widget's id, so that its customer sees it again
 * and the database does not hold it; it is found by its hash.
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
    /** By which it is known who wants no mails, without their address. */
    hmacOf: async (db: Queryable, email: string): Promise<Buffer> =>
      mac('address', await foldAddress(db, email)),
    /** Lets whoever holds it refuse further mails to that address, and nothing else. */
    refusalTokenOf: (addressHmac: Buffer): string =>
      Buffer.concat([addressHmac, seal(addressHmac)]).toString('base64url'),
    /** The address that such a token is about; null for one that is none of ours. */
    refusedAddressOf(token: string): Buffer | null {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== HASH_BYTES + SEAL_BYTES) return null;
      const hash = bytes.subarray(0, HASH_BYTES);
      return timingSafeEqual(bytes.subarray(HASH_BYTES), seal(hash)) ? hash : null;
    },
  };
}
