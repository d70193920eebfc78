import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database/database.ts';

/** One plain mailbox: no lists, names, quotes, comments or line breaks, at most 254 characters (RFC 5321). */
const ADDRESS = /^[^\s@"(),:;<>[\]\\\p{Cc}]{1,64}@[a-z0-9](?:[a-z0-9.-]{0,187}[a-z0-9])?$/iu;

/** Whether a text is an address that one mail can be sent to. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && ADDRESS.test(text) && !/\.\.|^\.|\.@/.test(text);
}

/**
 * The spelling in which addresses of one mailbox are equal. The database alone folds, for its unique indexes as for every
 * comparison: JavaScript folds some letters (İ) differently, and what differs passes by a limit or finds nobody.
 */
export function folded(address: string | Expression<string>): RawBuilder<string> {
  return sql<string>`lower(${address})`;
}

/** The folded address as text, for what is not compared in the database. */
export async function foldAddress(db: Queryable, address: string): Promise<string> {
  const { rows } = await sql<{ address: string }>`select ${folded(address)} as address`.execute(db);
  return rows[0]?.address ?? address;
}
