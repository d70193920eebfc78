import pg from 'pg';
import { StartupError } from '../startup-error.ts';
import { isConnectionFailure } from './is-connection-failure.ts';

const CONNECT_MS = 15_000;
/** SQLSTATE: wrong password or user, no such database, no right to connect. */
const REFUSED = /^(28...|3D000|42501)$/;

/** Throws StartupError with one sentence when a database of the retailer's own does not let us in. */
export async function requireDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = firstOf(error);
    if (!isConnectionFailure(error) && !REFUSED.test(code ?? '')) throw error;
    throw new StartupError(
      `The database refuses the connection (${code ?? message}): check DATABASE_URL. See the table in README.md.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** A name of several addresses fails once for each of them. */
function firstOf(error: unknown): NodeJS.ErrnoException {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors[0] : (error as Error);
}
