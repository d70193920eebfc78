import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a text, or what JSON holds, names one of these as a whole, however it is spelt: an id, an e-mail address and not the end of
 * another one.
 */
export function mentions(text: RawBuilder<unknown>, names: readonly string[]): RawBuilder<SqlBool> {
  const pattern = `(?<![\\w.+%-])(${names.map(escapePattern).join('|')})(?![\\w-]|\\.\\w)`;
  return sql<SqlBool>`${text} ~* ${pattern}`;
}

/** The name as it stands in JSON, for PostgreSQL's regular expressions. */
function escapePattern(name: string): string {
  return JSON.stringify(name)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
