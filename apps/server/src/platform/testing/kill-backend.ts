import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../database/database.ts';
import { findRunningPostgres } from '../database/embedded-postgres.ts';

/**
 * Kills a backend of the PostgreSQL in a data folder, as the kernel does when memory runs out; PostgreSQL then ends all others.
 */
export async function killBackend(dataDir: string): Promise<void> {
  const url = (await findRunningPostgres(dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
    where backend_type = 'client backend' and pid <> pg_backend_pid() order by random() limit 1`.execute(db);
  for (const { pid } of rows) process.kill(pid, 'SIGKILL');
  await close();
}
