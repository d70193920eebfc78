import path from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '../../../apps/server/src/platform/database/embedded-postgres.ts';
import type { Stage } from './stage.ts';

const log = { info: () => undefined, warn: console.warn, error: console.error };

/** A PostgreSQL of its own below the stage's folder, and its address on a Unix socket. */
export async function startDatabase(stage: Stage, name = 'database') {
  const dataDir = path.join(stage.folder, name);
  const postgres = await startEmbeddedPostgres({ dataDir, log, durable: false });
  stage.onEnd(postgres.stop);
  return {
    url: postgres.url,
    /** The rows of a statement, on a connection of its own. */
    query: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) =>
      query<Row>(postgres.url, text, values),
  };
}

/** The rows of a statement at an address, on a connection of its own. */
export async function query<Row extends pg.QueryResultRow>(
  url: string,
  text: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'drill' });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}
