import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldAddress } from '../../../platform/mail-address.ts';

/** What addresses are known by when they are not kept, and who holds a token of a newsletter. */
export type Keys = {
  /** HMAC of an address, however it is spelt. */
  hmacOf(db: Queryable, email: string): Promise<Buffer>;
  /** The token by which a newsletter lets its recipient unsubscribe: the same in all of them, and nothing else is opened by it. */
  tokenFor(userId: string): string;
  /** The customer of a token; null for one that is none of ours. */
  customerOf(token: string): string | null;
};

const ID_BYTES = 16;
const MAC_BYTES = 16;

export function createKeys(secret: string): Keys {
  const mac = (what: string, text: string | Buffer) =>
    createHmac('sha256', secret).update(`${what}:`).update(text).digest();
  const seal = (id: Buffer) => mac('unsubscribe', id).subarray(0, MAC_BYTES);
  return {
    hmacOf: async (db, email) => mac('address', await foldAddress(db, email)),
    tokenFor(userId) {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, seal(id)]).toString('base64url');
    },
    customerOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), seal(id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
