import { type RawBuilder, type SqlBool, sql } from 'kysely';

/**
 * Whether a text, or the content of JSON, contains one of these names as a whole word, ignoring case: an id, or an e-mail address
 * that is not the end of a longer one.
 */
export function mentions(text: RawBuilder<unknown>, names: readonly string[]): RawBuilder<SqlBool> {
  const pattern = `(?<![\\w.+%-])(${names.map(escapePattern).join('|')})(?![\\w-]|\\.\\w)`;
  return sql<SqlBool>`${text} ~* ${pattern}`;
}

/** The name as it appears in JSON, escaped for PostgreSQL's regular expressions. */
function escapePattern(name: string): string {
  return JSON.stringify(name)
    .slice(1, -1)
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}
