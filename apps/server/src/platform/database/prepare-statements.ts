import { createHash } from 'node:crypto';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type { DatabaseWatch } from './watch-database.ts';

/** Above the number of statements we have. Without a limit, SQL with inlined values would fill the connections' memory. */
const MAX_PREPARED = 300;
const names = new Map<string, string>();

/**
 * A pool whose connections parse each statement once (ADR 16, 59). Keep the number of texts small: none whose length depends on
 * that of a list.
 */
export function prepareStatements(pool: PostgresPool, watch: DatabaseWatch): PostgresPool {
  async function connect(): Promise<PostgresPoolClient> {
    const client = await watch.connect();
    const query = (text: string, values: readonly unknown[]) =>
      client.query(values.length === 0 ? text : { name: nameOf(text), text, values: [...values] });
    return {
      // The other signature is for cursors, which Kysely uses only for streams.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
  }
  return { ...pool, connect };
}

/** The result of `*` changes once a newer node adds a column, so such statements are parsed every time. */
const ALL_COLUMNS = /(select|returning|,|\.) ?\*/;
/** 22 characters of base64url are 132 bits: no two of our statements share them. */
const NAME_LENGTH = 22;

/**
 * A name that only the text decides. Behind a pooler nodes of all versions share the connections of the database, and a name stands
 * for the same statement on each of them.
 */
function nameOf(text: string): string | undefined {
  const existing = names.get(text);
  if (existing || names.size >= MAX_PREPARED || ALL_COLUMNS.test(text)) return existing;
  const hash = createHash('sha256').update(text).digest('base64url');
  const name = `keepsake-${hash.slice(0, NAME_LENGTH)}`;
  names.set(text, name);
  return name;
}
