import { domainToUnicode } from 'node:url';
import { toMailAddress } from '@keepsake/contracts/platform/mail-address';
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

/**
 * An address in its owner's spelling, for its owner to read: `anna@müller.example`, which is stored and sent to as
 * `anna@xn--mller-kva.example`. Others get the ASCII form, in which no letter passes for another.
 */
export function spelledAddress(address: string): string {
  const at = address.lastIndexOf('@');
  const spelled = address.slice(0, at + 1) + domainToUnicode(address.slice(at + 1));
  return at > 0 && toMailAddress(spelled) === address ? spelled : address;
}
