import { createHmac, createSecretKey, timingSafeEqual } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import * as z from 'zod';
import { Problem } from './problem.ts';
import { findStoredJson } from './stored-json.ts';

/** Characters of the signature that begins a cursor: 96 bits. */
const SIGNATURE_LENGTH = 16;

const storedPlace = z.array(z.string());

/** A list as seen by one customer. */
export type CustomerList = {
  /** The customer who asks, even if the rows belong to another. */
  customerId: CustomerId;
  /** Names the list and its order. */
  list: string;
};

/**
 * Signs the opaque cursors of lists, so that one that was tampered with or belongs to another list or customer is refused before
 * a query sees it.
 */
export type Cursors = {
  encode(list: CustomerList, place: readonly string[]): string;
  /** Throws the problem `invalid-cursor` unless this list issued the cursor to this customer. */
  decode(list: CustomerList, cursor: string): string[];
};

/** The words of a statement that reads a list in that order: behind what is sorted by, and between a row and the last one read. */
export const DIRECTIONS = {
  asc: { direction: sql`asc`, beyond: sql`>` },
  desc: { direction: sql`desc`, beyond: sql`<` },
};

/** Signs cursors for the list and the customer that they belong to, with a secret shared by all nodes. */
export function createCursors(secret: string): Cursors {
  const key = createSecretKey(Buffer.from(secret));
  const seal = ({ customerId, list }: CustomerList, text: string) => {
    const signature = createHmac('sha256', key).update(`${customerId}\n${list}\n${text}`).digest('base64url');
    return signature.slice(0, SIGNATURE_LENGTH) + Buffer.from(text).toString('base64url');
  };
  return {
    encode: (list, place) => seal(list, JSON.stringify(place)),
    decode(list, cursor) {
      const text = Buffer.from(cursor.slice(SIGNATURE_LENGTH), 'base64url').toString();
      const expected = Buffer.from(seal(list, text));
      const given = Buffer.from(cursor);
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) {
        throw new Problem('invalid-cursor');
      }
      const place = findStoredJson(storedPlace, text);
      if (!place) throw new Problem('invalid-cursor');
      return place;
    },
  };
}

/** The cursor is null on the last page. */
export type Page<Row> = { rows: Row[]; cursor: string | null };

type PageOptions<Row> = CustomerList & {
  cursors: Cursors;
  /** If absent, the page begins at the start of the list. */
  cursor?: string;
  limit: number;
  /** Reads up to `count` rows in the order of the list, after a place or, for null, from the start. */
  read(after: readonly string[] | null, count: number): Promise<readonly Row[]>;
  /** The values the list is ordered by, as texts that the database accepts back; the last one is unique. */
  placeOf(row: Row): readonly string[];
};

/** One page of a list by keyset. Reads one row more than requested, to know whether there is a next page. */
export async function keysetPage<Row>(options: PageOptions<Row>): Promise<Page<Row>> {
  const { cursors, cursor, limit, read, placeOf } = options;
  const after = cursor === undefined ? null : cursors.decode(options, cursor);
  const found = await read(after, limit + 1);
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { rows, cursor: last ? cursors.encode(options, placeOf(last)) : null };
}
