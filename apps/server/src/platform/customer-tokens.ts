import { timingSafeEqual } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { ID_BYTES } from '@keepsake/contracts/platform/limits';
import { bytesOfId, customerIdOfHex } from './ids.ts';

const MAC_BYTES = 16;

/** Tokens for addresses that always stay the same: the bytes of a customer's id and a MAC of them, in base64url. */
export type CustomerTokens = {
  tokenFor(customerId: CustomerId): string;
  /** The customer of a token; null if it is not ours. */
  customerOf(token: string): CustomerId | null;
};

/** `mac` computes an HMAC with a key, or for a purpose, that no other tokens have. */
export function createCustomerTokens(mac: (id: Buffer) => Buffer): CustomerTokens {
  const seal = (id: Buffer) => mac(id).subarray(0, MAC_BYTES);
  return {
    tokenFor(customerId) {
      const id = bytesOfId(customerId);
      return Buffer.concat([id, seal(id)]).toString('base64url');
    },
    customerOf(token) {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
      const id = bytes.subarray(0, ID_BYTES);
      return timingSafeEqual(bytes.subarray(ID_BYTES), seal(id)) ? customerIdOfHex(id.toString('hex')) : null;
    },
  };
}
