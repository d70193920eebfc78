import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { findRunningPostgres } from '../../../platform/database/embedded-postgres.ts';

/** Moves an export back by days, in the data folder of a running Keepsake. */
export async function ageExport(dataDir: string, exportId: string, days: number): Promise<void> {
  const url = (await findRunningPostgres(dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  await sql`update photo_exports set created_at = created_at - make_interval(days => ${days}),
    updated_at = updated_at - make_interval(days => ${days}) where id = ${exportId}`.execute(db);
  await close();
}
