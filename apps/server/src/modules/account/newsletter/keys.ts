import { createHmac } from 'node:crypto';
import { type CustomerTokens, createCustomerTokens } from '../../../platform/customer-tokens.ts';
import type { Queryable } from '../../../platform/database/database.ts';
import { foldAddress } from '../../../platform/mail-address.ts';

/**
 * HMACs that identify addresses without storing them, and tokens in newsletters that let their recipients unsubscribe, each the same
 * in all of them and valid for nothing else.
 */
export type Keys = CustomerTokens & {
  /** HMAC of an address, in any spelling. */
  hmacOf(db: Queryable, email: string): Promise<Buffer>;
};

export function createKeys(secret: string): Keys {
  const mac = (what: string, text: string | Buffer) =>
    createHmac('sha256', secret).update(`${what}:`).update(text).digest();
  return {
    hmacOf: async (db, email) => mac('address', await foldAddress(db, email)),
    ...createCustomerTokens((id) => mac('unsubscribe', id)),
  };
}
