import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { DAY_MS } from './durations.ts';

/** Day of an address's end, counted from 1970: addresses stay the same for a day so that caches work. */
/** Signatures remembered, about 300 bytes each: a page that was listed is listed again. */
const REMEMBERED = 20_000;

export type MediaSigner = {
  /**
   * `/media/{expiry}/{signature}/{ownerId}/{photoId}`; append `/300`, `/800`, `/1300` or `/original`. Instead of an
   * owner there may be another area of addresses, which begins with a word and a slash.
   */
  addressOf(ownerId: string, photoId: string, now: Date): string;
  /** Whether the signature belongs to the rest and its last day has not passed. */
  isGood(parts: { expiry: string; signature: string; ownerId: string; photoId: string }, now: Date): boolean;
};

/** Signs addresses of photographs. One signature serves all sizes; it is good for one to two days. */
export function createMediaSigner({ secret, baseUrl }: { secret: string; baseUrl: string }): MediaSigner {
  const key = createSecretKey(Buffer.from(secret));
  const known = new LRUCache<string, string>({ max: REMEMBERED });
  const sign = (signed: string) => createHmac('sha256', key).update(signed).digest('base64url').slice(0, 32);
  return {
    addressOf(ownerId, photoId, now) {
      const expiry = (Math.floor(now.getTime() / DAY_MS) + 2).toString(36);
      const signed = `${expiry}/${ownerId}/${photoId}`;
      const signature = known.get(signed) ?? sign(signed);
      known.set(signed, signature);
      return `${baseUrl}/media/${expiry}/${signature}/${ownerId}/${photoId}`;
    },
    isGood({ expiry, signature, ownerId, photoId }, now) {
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(`${expiry}/${ownerId}/${photoId}`));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number.parseInt(expiry, 36) * DAY_MS > now.getTime();
    },
  };
}
