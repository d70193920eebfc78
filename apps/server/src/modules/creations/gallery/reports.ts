import { REPORT_KINDS } from '@keepsake/contracts/creations/gallery';
import { plainText } from '@keepsake/contracts/platform/plain-text';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import { networkOf } from '../../../platform/network.ts';
import { Problem } from '../../../platform/problem.ts';
import { MAIL_PACE, type ThrottlePolicy } from '../../../platform/throttle.ts';
import type { Parts } from './deps.ts';

const MAX_NOTE = 500;
/** Limits reports from one network. */
const NETWORK_POLICY: ThrottlePolicy = {
  ...MAIL_PACE,
  name: 'gallery-report',
  freeAttempts: 5,
};
/** Reports stored per entry; the operator will look at it anyway. */
const MAX_REPORTS = 50;

const form = z.object({
  kind: z.enum(REPORT_KINDS),
  note: z
    .string()
    .max(4_000)
    .transform((note) => plainText(note).slice(0, MAX_NOTE).toWellFormed())
    .default(''),
});

/** Stores a visitor's report on an entry. Throws `too-many-requests` and `invalid-request`. */
export async function reportEntry(
  { db, clock, throttle }: Pick<Parts, 'db' | 'clock' | 'throttle'>,
  entryId: string,
  { fields, ip }: { fields: unknown; ip: string },
): Promise<void> {
  const { success, data } = form.safeParse(fields);
  if (!success) throw new Problem('invalid-request');
  if (await throttle.attempt(NETWORK_POLICY, networkOf(ip))) throw new Problem('too-many-requests');
  await sql`insert into gallery_reports (id, entry_id, kind, note, reported_at)
    select ${newId()}, ${entryId}, ${data.kind}, ${data.note}, ${clock()}::timestamptz
    where (select count(*) from gallery_reports where entry_id = ${entryId}) < ${MAX_REPORTS}`.execute(db);
}

/**
 * Deletes the reports that the operator has looked at, by their ids; those that arrive meanwhile stay. Returns how many were
 * deleted.
 */
export async function dismissReports(
  db: Database,
  entryId: string,
  reportIds: readonly string[],
): Promise<number> {
  if (reportIds.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom('gallery_reports')
    .where('entry_id', '=', entryId)
    .where('id', 'in', [...reportIds])
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
