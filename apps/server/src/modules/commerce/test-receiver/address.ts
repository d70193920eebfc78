import { createHmac, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const MAC_BYTES = 16;

/** Unguessable addresses, one per customer. */
export function createAddresses(secret: string) {
  const seal = (id: Buffer) => createHmac('sha256', secret).update(id).digest().subarray(0, MAC_BYTES);
  return {
    tokenFor(userId: string): string {
      const id = Buffer.from(userId.replaceAll('-', ''), 'hex');
      return Buffer.concat([id, seal(id)]).toString('base64url');
    },
    /** The customer of a token; null if it is not ours. */
    customerOf(token: string): string | null {
      const bytes = Buffer.from(token, 'base64url');
      if (bytes.length !== ID_BYTES + MAC_BYTES) return null;
      const id = bytes.subarray(0, ID_BYTES);
      if (!timingSafeEqual(bytes.subarray(ID_BYTES), seal(id))) return null;
      return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    },
  };
}
