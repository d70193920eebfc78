import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';

/** More different texts than modules have statements: a text of values would otherwise fill the connections' memory. */
const MOST_PREPARED = 300;
const names = new Map<string, string>();

/**
 * A pool whose connections parse each statement once (ADR 16). For statements that name the columns they answer with:
 * a `*` fails on open connections when a column is added.
 */
export function prepareStatements(pool: pg.Pool): PostgresPool {
  async function connect(): Promise<PostgresPoolClient> {
    const client = await pool.connect();
    const query = (text: string, values: readonly unknown[]) =>
      client.query(values.length === 0 ? text : { name: nameOf(text), text, values: [...values] });
    return {
      // The other signature is for cursors, which Kysely uses for streams alone.
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    };
  }
  return { options: pool.options, connect, end: () => pool.end() };
}

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known || names.size >= MOST_PREPARED) return known;
  const name = `keepsake-${names.size}`;
  names.set(text, name);
  return name;
}
