import { sql } from 'kysely';
import pino from 'pino';
import { openDatabase } from '../../../platform/database/database.ts';
import { findRunningPostgres } from '../../../platform/database/embedded-postgres.ts';

/** Moves a customer's registration back by months, in the data folder of a running Keepsake. */
export async function ageRegistration(dataDir: string, email: string, months: number): Promise<void> {
  const url = (await findRunningPostgres(dataDir)) ?? '';
  const { db, close } = openDatabase({ url, maxConnections: 1, log: pino({ level: 'silent' }) });
  const ago = sql`make_interval(months => ${months})`;
  await sql`update customers set registered_at = registered_at - ${ago} where email = ${email}`.execute(db);
  await sql`update storage_accounts set registered_at = registered_at - ${ago},
    projected_deletion_date = projected_deletion_date - ${ago}
    where user_id = (select user_id from customers where email = ${email})`.execute(db);
  await close();
}
