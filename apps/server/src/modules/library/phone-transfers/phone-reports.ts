import { isDeepStrictEqual } from 'node:util';
import {
  PHONE_REPORT_MS,
  type savePhoneReport,
  type TransferringPhone,
  transferringPhone,
} from '@keepsake/contracts/library/phone-transfers';
import type { BodyOf } from '@keepsake/contracts/platform/endpoint';
import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Queryable } from '../../../platform/database/database.ts';
import { push } from '../../../platform/push.ts';
import { parseStoredColumn } from '../../../platform/stored-json.ts';
import type { TransferRow } from './store.ts';

/** Phones whose reports are stored per code; more can send photos all the same. */
export const MAX_PHONES = 20;
/** A phone silent for this long counts as away: its page was closed, or it sleeps. */
export const SILENT_AFTER_MS = 3 * PHONE_REPORT_MS;

type Report = Omit<BodyOf<typeof savePhoneReport>, 'awaited'>;
/** A report as stored with the code. */
const storedReports = z.record(
  z.string(),
  z.extend(z.omit(transferringPhone, { phoneId: true }), { at: z.string() }),
);

const reportsOf = ({ id, phones }: TransferRow) =>
  parseStoredColumn(storedReports, phones, `the transfer ${id}`);

/** Stores a phone's report and notifies the desktop if it says anything new. */
export async function saveReport(
  trx: Queryable,
  transfer: TransferRow,
  { phoneId, now, ...report }: Report & { phoneId: string; now: Date },
): Promise<void> {
  const { user_id: customerId, id: transferId } = transfer;
  const before = reportsOf(transfer)[phoneId];
  const after = { refusals: [], ...before, ...report, at: now.toISOString() };
  await sql`update phone_transfers
    set phones = phones || jsonb_build_object(${phoneId}::text, ${JSON.stringify(after)}::jsonb)
    where user_id = ${customerId} and id = ${transferId} and (phones ? ${phoneId}::text
      or (select count(*) < ${MAX_PHONES} from jsonb_object_keys(phones)))`.execute(trx);
  if (before && isDeepStrictEqual({ ...before, at: after.at }, after)) return;
  await push(trx, customerId, { type: 'phone-transfer-changed', data: { transferId, arrival: null } }, now);
}

/** The phones of a code, in their wire format. */
export function phonesOf(transfer: TransferRow, now: Date): TransferringPhone[] {
  return Object.entries(reportsOf(transfer)).map(([phoneId, { at, ...report }]) => ({
    ...report,
    phoneId,
    isOpen: report.isOpen && now.getTime() - Date.parse(at) < SILENT_AFTER_MS,
  }));
}
