import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sql } from 'kysely';
import type { Queryable } from '../../../platform/database/database.ts';
import { NOBODY, newId } from '../../../platform/ids.ts';
import { keepObject } from '../../../platform/objects/pending-objects.ts';
import type { LostSpan, Recovery, RecoveryStep } from '../../../platform/recovery/recovery.ts';
import { findRequests } from '../orders/index.ts';
import type { Deps } from './deps.ts';
import { type FindDeps, findLostInvoices, type LostPdf, readPdf } from './find-lost-invoices.ts';
import { nameOfSeries, parseNumber } from './issue/invoice-numbers.ts';
import { readRun } from './issue/number-invoice.ts';
import type { ChannelNumber, NumberedInvoice } from './issue/number-journal.ts';
import { keepXml } from './issue/store.ts';
import { insertInvoice, savePdf } from './store.ts';

type RecoverDeps = FindDeps & Pick<Deps, 'clock'>;

/**
 * After a restore: numbers given out since the backup are known again from the journal, and invoices from their pdfs, so that no
 * number is given twice and no supply invoiced twice. What nothing proves is recorded as a gap, and numbers begin anew if some may
 * have been given that nothing tells of (ADR 82).
 */
export function invoiceRecovery(deps: RecoverDeps): Recovery {
  return {
    async plan(lost) {
      const { numbers, keys, gaps } = await findLostInvoices(deps, lost);
      return [
        ...stepOf('numbers of invoices are known again', numbers.map(describeNumber), () =>
          eachIn(deps, numbers, bindNumber),
        ),
        ...stepOf('invoices are back from their pdfs', keys, () => eachIn(deps, keys, restorePdf)),
        ...stepOf('numbers are recorded as gaps: no invoice is left of them', gaps.map(nameOf), () =>
          eachIn(deps, gaps, noteGap),
        ),
        ...(await planRun(deps, lost, gaps)),
      ];
    },
  };
}

const nameOf = ({ channel, number }: ChannelNumber) => `${channel} ${number}`;
const describeNumber = ({ channel, number, orderCode, currency, gross }: NumberedInvoice) =>
  `${channel} ${number} for ${orderCode}: ${gross} ${currency} in minor units`;

const stepOf = (notified: string, items: string[], apply: () => Promise<void>): RecoveryStep[] =>
  items.length === 0 ? [] : [{ notified, items, apply }];

/** Each in a transaction of its own. */
async function eachIn<Item>(
  deps: RecoverDeps,
  items: readonly Item[],
  recover: (deps: RecoverDeps, trx: Queryable, item: Item) => Promise<void>,
): Promise<void> {
  for (const item of items) await deps.db.transaction().execute((trx) => recover(deps, trx, item));
}

/** Binds a number to its invoice again, which its job may still have to draw, and the invoice to its order. */
async function bindNumber(_deps: RecoverDeps, trx: Queryable, entry: NumberedInvoice): Promise<void> {
  const { channel, number, invoiceId, customerId, orderCode, numberedAt } = entry;
  const parsed = parseNumber(channel, number);
  if (!parsed) return;
  const { series, place } = parsed;
  const at = new Date(numberedAt);
  const name = nameOfSeries(series);
  await sql`insert into invoice_series (series, value) values (${name}, ${place})
    on conflict (series) do update set value = greatest(invoice_series.value, excluded.value)`.execute(trx);
  const bound = { channel, number, customer_id: customerId, invoice_id: invoiceId };
  await trx
    .insertInto('invoice_numbers')
    .values({ ...bound, series: name, place, created_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  if (series.kind !== 'invoice') return;
  // A supply that the backup knows without a number had its id chosen then, which the journal has, too.
  await sql`insert into invoice_supplies (order_code, customer_id, invoice_id, created_at)
    values (${orderCode}, ${customerId}, ${invoiceId}, ${at})
    on conflict (order_code) do update set invoice_id = excluded.invoice_id
      where invoice_supplies.service is null`.execute(trx);
}

/** Makes the row of a stored pdf. An invoice that the journal does not have gets the id of its order's supply, or a new one. */
async function restorePdf(deps: RecoverDeps, trx: Queryable, key: string): Promise<void> {
  const lost = await readPdf(deps, key);
  if (!lost) return;
  const { channel, pdf, xml, details } = lost;
  const { customerId, invoiceId } = await findIdentity(trx, lost);
  const { currency, net, tax, gross } = details;
  const context = { channel, number: details.number, invoiceId, customerId, orderCode: details.orderCode };
  const numberedAt = new Date(`${details.issuedOn}T12:00:00Z`).toISOString();
  await bindNumber(deps, trx, { ...context, numberedAt, currency, net, tax, gross });
  const sha256 = createHash('sha256').update(pdf).digest();
  const { orderCode, isPaid, ...notified } = details;
  const state = isPaid ? ('paid' as const) : ('open' as const);
  const content = { ...notified, version: 1, channel, orderCodes: [orderCode], state, contentHash: sha256 };
  const ref = { customerId, invoiceId };
  const now = deps.clock();
  // Another pdf of this number was drawn and lost a race.
  if (!(await insertInvoice(trx, { ...ref, reported: null, content, now }))) return;
  await savePdf(trx, ref, { objectKey: key, sha256, bytes: pdf.length, crc32: crc32(pdf), before: null });
  await keepXml(trx, ref, { channel, number: details.number, xml, shares: null, now });
  await keepObject(trx, key);
}

/** Whose an invoice is, and its id: by its number, else by its order. */
async function findIdentity(trx: Queryable, { channel, details }: LostPdf) {
  const numbered = await trx
    .selectFrom('invoice_numbers')
    .select(['customer_id as customerId', 'invoice_id as invoiceId'])
    .where('channel', '=', channel)
    .where('number', '=', details.number)
    .executeTakeFirst();
  if (numbered) return numbered;
  const supply = await trx
    .selectFrom('invoice_supplies')
    .select(['customer_id as customerId', 'invoice_id as invoiceId'])
    .where('order_code', '=', details.orderCode)
    .where('service', 'is', null)
    .executeTakeFirst();
  const invoiceId = (details.kind === 'invoice' ? supply?.invoiceId : null) ?? newId();
  const [ordered] = await findRequests(trx, [details.orderCode]);
  return { customerId: supply?.customerId ?? ordered?.customerId ?? NOBODY, invoiceId };
}

async function noteGap(
  { clock }: Pick<RecoverDeps, 'clock'>,
  trx: Queryable,
  { channel, number }: ChannelNumber,
): Promise<void> {
  await trx
    .insertInto('invoice_number_gaps')
    .values({ channel, number, noted_at: clock() })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Numbers begin anew, once per restore, if some may have been given out that neither journal nor store tells of. */
async function planRun(
  { db }: Pick<RecoverDeps, 'db'>,
  lost: LostSpan,
  gaps: readonly ChannelNumber[],
): Promise<RecoveryStep[]> {
  if (lost.isComplete() && gaps.length === 0) return [];
  const { rows } = await sql<{ isIssuing: boolean; isDone: boolean }>`
    select exists (select from invoice_series) or ${gaps.length > 0}::boolean as "isIssuing",
      exists (select from invoice_runs where begun_at >= ${lost.until}) as "isDone"`.execute(db);
  if (!rows[0]?.isIssuing || rows[0].isDone) return [];
  const run = (await readRun(db)) + 1;
  const apply = async () => {
    await sql`insert into invoice_runs (run, begun_at) values (${run}, clock_timestamp()) on conflict do nothing`.execute(
      db,
    );
  };
  const why = gaps.length > 0 ? 'numbers are missing' : 'the journal does not have everything';
  return stepOf('series of invoice numbers begin anew', [`KI${run}-…, KC${run}-…: ${why}`], apply);
}
