import { voucherKeyOf } from '@keepsake/contracts/orders/voucher-rules';
import { type GeneralVoucher, generalVoucher } from '@keepsake/contracts/orders/vouchers';
import { sql } from 'kysely';
import * as z from 'zod';
import type { Database, Queryable } from '../../../platform/database/database.ts';
import { parseJsonFile, type ReadFile } from '../../../platform/operator-file.ts';
import { Problem } from '../../../platform/problem.ts';
import { isChannelId } from '../../frame/channels/index.ts';
import { contentOf } from './save-voucher.ts';
import { insertVoucher, isSameContent, lockVoucher, updateVoucher } from './store.ts';

/** The service name of vouchers from the file; its dot keeps it distinct from any service's credential. */
const SERVICE = 'operator.file';

const voucherFile = z
  .strictObject({ vouchers: z.array(z.unknown()) })
  .superRefine(({ vouchers }, context) => {
    const keys = new Map<string, number>();
    for (const [at, given] of vouchers.entries()) {
      for (const { path, message } of findFaults(given, { at, keys }))
        context.addIssue({ code: 'custom', path: ['vouchers', at, ...path], message });
    }
  })
  .transform(({ vouchers }) => vouchers.map((each) => generalVoucher.parse(each)));

type Fault = { path: PropertyKey[]; message: string };
type Place = {
  at: number;
  /** The keys of earlier codes with their places; the voucher's own is added. */
  keys: Map<string, number>;
};

/** What is wrong with a voucher of the file, by itself or compared with earlier ones. */
function findFaults(given: unknown, { at, keys }: Place): Fault[] {
  const { data, error } = generalVoucher.safeParse(given);
  if (error) return error.issues.map(({ path, message }) => ({ path, message }));
  const key = voucherKeyOf(data.code);
  if (key === null) return [{ path: ['code'], message: 'has neither letters nor digits' }];
  const same = keys.get(key);
  keys.set(key, at);
  const unknown = (data.channels ?? []).filter((channel) => !isChannelId(channel));
  return [
    ...(same === undefined
      ? []
      : [{ path: ['code'], message: `customers cannot tell it from that of vouchers[${same}]` }]),
    ...unknown.map((id) => ({ path: ['channels'], message: `'${id}' is not one of the channels` })),
  ];
}

/** Reads the operator's vouchers: all of them, or the faults of the file. */
export const parseVoucherFile = (text: string): ReadFile<GeneralVoucher[]> =>
  parseJsonFile(voucherFile, text);

export type SavedFile = { added: number; changed: number; ended: number; unchanged: number };

/**
 * Makes these the operator's vouchers, in one transaction; those no longer in the file end. Throws `conflict` for a code that a
 * service has reported, or that customers cannot tell from a known one.
 */
export async function saveVoucherFile(
  db: Database,
  vouchers: readonly GeneralVoucher[],
  now: Date,
): Promise<SavedFile> {
  return db.transaction().execute(async (trx) => {
    const outcomes: ('added' | 'changed' | 'unchanged')[] = [];
    const keys: string[] = [];
    for (const voucher of vouchers) {
      const key = voucherKeyOf(voucher.code) ?? '';
      keys.push(key);
      outcomes.push(await save(trx, key, voucher));
    }
    const { numAffectedRows } = await sql`
      update vouchers set ends_at = ${now}::timestamptz, version = version + 1, content_hash = sha256('ended')
      where service = ${SERVICE} and key <> all(${keys}::text[])
        and (ends_at is null or ends_at > ${now}::timestamptz)`.execute(trx);
    const count = (requested: string) => outcomes.filter((outcome) => outcome === requested).length;
    const ended = Number(numAffectedRows ?? 0n);
    return { added: count('added'), changed: count('changed'), ended, unchanged: count('unchanged') };
  });
}

async function save(trx: Queryable, key: string, voucher: GeneralVoucher) {
  const { code } = voucher;
  const first = contentOf(voucher, { version: 1, customerId: null });
  if (await insertVoucher(trx, { key, service: SERVICE }, first)) return 'added';
  const existing = await lockVoucher(trx, key);
  if (existing.service !== SERVICE)
    throw new Problem('conflict', { detail: `A service already has a voucher with the code ${code}` });
  if (existing.code !== code)
    throw new Problem('conflict', { detail: `The code ${code} is too similar to ${existing.code}` });
  if (isSameContent(first, existing)) return 'unchanged';
  await updateVoucher(trx, key, { ...first, version: existing.version + 1 });
  return 'changed';
}
