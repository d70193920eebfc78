import { sql } from 'kysely';
import pino from 'pino';
import { type Backfill, fillBatch, type Progress } from '../platform/database/backfills.ts';
import type { Database } from '../platform/database/database.ts';

/** Lets a backfill go through all rows, as in a database that its migration found with rows; returns how the round ended. */
export async function runRound(db: Database, backfill: Backfill): Promise<Progress> {
  await sql`update backfills set done_at = null, position = null where name = ${backfill.name}`.execute(db);
  let progress: Progress = 'more';
  while (progress === 'more') progress = await fillBatch(db, backfill, pino({ level: 'silent' }));
  return progress;
}
