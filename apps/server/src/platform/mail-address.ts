import { type Expression, type RawBuilder, sql } from 'kysely';
import type { Queryable } from './database/database.ts';

/**
 * The spelling in which addresses of one mailbox are equal. Only the database folds, for its unique indexes as for every
 * comparison: JavaScript folds some letters (İ) differently, and a mismatch would bypass a limit or find nobody.
 */
export function folded(address: string | Expression<string>): RawBuilder<string> {
  return sql<string>`lower(${address})`;
}

/** The folded address as text, for comparisons outside the database. */
export async function foldAddress(db: Queryable, address: string): Promise<string> {
  const { rows } = await sql<{ address: string }>`select ${folded(address)} as address`.execute(db);
  return rows[0]?.address ?? address;
}
