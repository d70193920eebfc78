import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { createBoundedCache } from './bounded-cache.ts';
import { DAY_MS } from './clock.ts';

/** Signatures cached, about 300 bytes each: a page that was listed is soon listed again. */
const MAX_CACHED = 20_000;

export type MediaSigner = {
  /**
   * `/media/{expiry}/{signature}/{area}/{photoId}`; append `/300`, `/800`, `/1300` or `/original`. The area is the
   * owner, or for another kind of address begins with a word and a slash.
   */
  addressOf(area: string, photoId: string, now: Date): string;
  /** Whether the signature matches the other parts and its last day has not passed. */
  isValid(parts: { expiry: string; signature: string; area: string; photoId: string }, now: Date): boolean;
};

/**
 * Signs the addresses of photos. One signature covers all sizes and lasts one to two days: its expiry is a whole day, counted
 * from 1970, so that an address stays the same for a day and caches work.
 */
export function createMediaSigner({ secret, baseUrl }: { secret: string; baseUrl: string }): MediaSigner {
  const key = createSecretKey(Buffer.from(secret));
  const existing = createBoundedCache<string>({ max: MAX_CACHED });
  const sign = (signed: string) => createHmac('sha256', key).update(signed).digest('base64url').slice(0, 32);
  return {
    addressOf(area, photoId, now) {
      const expiry = (Math.floor(now.getTime() / DAY_MS) + 2).toString(36);
      const signed = `${expiry}/${area}/${photoId}`;
      const cached = existing.get(signed);
      const signature = cached ?? sign(signed);
      if (cached === undefined) existing.set(signed, signature);
      return `${baseUrl}/media/${expiry}/${signature}/${area}/${photoId}`;
    },
    isValid({ expiry, signature, area, photoId }, now) {
      const given = Buffer.from(signature);
      const expected = Buffer.from(sign(`${expiry}/${area}/${photoId}`));
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return false;
      return Number.parseInt(expiry, 36) * DAY_MS > now.getTime();
    },
  };
}
