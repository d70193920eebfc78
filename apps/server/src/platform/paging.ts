import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import { Problem } from './problem.ts';

/** Characters of the signature before the place: 96 bits. */
const SIGNATURE_LENGTH = 16;

/**
 * Opaque marks of places in lists, for the next page. `list` names the list, whose it is and how it is sorted. They are
 * signed, so that a mark that was changed, or of another list or customer, is refused and no query ever sees it.
 */
export type PageMarks = {
  encode(list: string, place: readonly string[]): string;
  /** Throws the problem `invalid-cursor` for what is no mark of this list. */
  decode(list: string, mark: string): string[];
};

export function createPageMarks(secret: string): PageMarks {
  const key = createSecretKey(Buffer.from(secret));
  const sign = (list: string, text: string) =>
    createHmac('sha256', key).update(`${list}\n${text}`).digest('base64url').slice(0, SIGNATURE_LENGTH);
  return {
    encode(list, place) {
      const text = JSON.stringify(place);
      return sign(list, text) + Buffer.from(text).toString('base64url');
    },
    decode(list, mark) {
      const text = Buffer.from(mark.slice(SIGNATURE_LENGTH), 'base64url').toString();
      const expected = Buffer.from(sign(list, text) + Buffer.from(text).toString('base64url'));
      const given = Buffer.from(mark);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Problem('invalid-cursor');
      }
      return JSON.parse(text);
    },
  };
}
