import { createHmac, timingSafeEqual } from 'node:crypto';
import { type CustomerId, customerIdSchema } from '@keepsake/contracts/platform/ids';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldAddress } from '../../../platform/mail-address.ts';

/** HMACs that identify addresses without storing them, and tokens that identify recipients. */
export type Keys = {
  /** HMAC of an address, in any spelling. */
  hmacOf(db: Queryable, email: string): Promise<Buffer>;
  /** The token in a newsletter that lets its recipient unsubscribe: the same in all of them, and valid for nothing else. */
  tokenFor(customerId: CustomerId): string;
  /** The customer of a token; null if it is not ours. */
  customerOf(token: string): CustomerId | null;
};

const ID_BYTES = 16;
const MAC_BYTES = 16;

export function createKeys(secret: string): Keys {
  const mac = (what: string, text: string | Buffer) =>
    createHmac('sha256', secret).update(`${what}:`).update(text).digest();
  const seal = (id: Buffer) => mac('unsubscribe', id).subarray(0, MAC_BYTES);
  return {
    hmacOf: async (db, email) => mac('address', await foldAddress(db, email)),
    tokenFor(customerId) {
      const id = Buffer.from(customerId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, seal(id)]).toString('base64url');
    },
    customerOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), seal(id))) return null;
      return customerIdSchema.parse(id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-'));
    },
  };
}
