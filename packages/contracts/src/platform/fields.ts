import * as z from 'zod/mini';
import { MAX_IDS_PER_CALL, MAX_PAGE_SIZE } from './limits.ts';

/** Our id format: a lower-case UUID. */
export const id = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));

/** The caller's own identity type and account id, as in the token; a 404 for anybody else's. */
export const ownAccount = { type: z.string().check(z.minLength(1), z.maxLength(40)), sub: id };

/** Ids for a call that takes several; duplicates are allowed and count once. */
export const ids = z.array(id).check(z.minLength(1), z.maxLength(MAX_IDS_PER_CALL));

/** An opaque cursor from an earlier page; album cursors contain a name, hence the length. */
export const cursor = z.string().check(z.minLength(1), z.maxLength(2_000));

/** The page limit used for chunking, an integer from 1 to MAX_PAGE_SIZE [PHO-11]; query values arrive as decimal text. */
export const limit = z.pipe(
  z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))]),
  z.int().check(z.minimum(1), z.maximum(MAX_PAGE_SIZE)),
);

/** Neither calendars nor PostgreSQL have a year 0. */
const isInSomeYear = z.refine<string>((time) => !time.startsWith('0000'), 'is in no year');

/** A UTC instant, RFC 3339, as Keepsake writes it. What callers send is a `sentInstant`. */
export const instant = z.iso.datetime().check(isInSomeYear);

/** A single line of display text: no control characters, no lone surrogates. */
export const label = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[^\p{Cc}\p{Cs}]+$/u));

export const count = z.int().check(z.minimum(0));

/** The code of an order, a product or a voucher; used in addresses and printed on parcels. */
export const code = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/));

/** Money in the smallest unit of its currency, such as pence, öre or yen: up to ten million pounds. */
export const minorUnits = z.int().check(z.minimum(0), z.maximum(1_000_000_000));

/** The version of what a service stores, which it increments with each change: PostgreSQL's largest integer bounds it. */
export const version = z.int().check(z.minimum(1), z.maximum(2_147_483_647));

/** SHA-256 of a content, in hexadecimal. */
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** A calendar day, `2026-06-15`. */
export const day = z.iso.date().check(isInSomeYear);

/** A first and a last day, both inclusive. What callers send is checked as `deliveryDays`. */
export type Days = { from: string; to: string };
export const days: z.ZodMiniType<Days, Days> = z.object({ from: z.string(), to: z.string() });

/** A position in a list as a decimal integer; query values arrive as text. */
export const offset = z.union([count, z.pipe(z.string().check(z.regex(/^\d{1,7}$/)), z.transform(Number))]);

/** A boolean; query values arrive as text. */
export const flag = z.union([
  z.boolean(),
  z.pipe(
    z.enum(['true', 'false']),
    z.transform((text) => text === 'true'),
  ),
]);

/** Page size, an integer from 1 to `most`; query values arrive as text. */
export const rowsUpTo = (most: number, fallback: number) =>
  z._default(
    z.pipe(
      z.union([z.int(), z.pipe(z.string().check(z.regex(/^\d{1,6}$/)), z.transform(Number))]),
      z.int().check(z.minimum(1), z.maximum(most)),
    ),
    fallback,
  );
