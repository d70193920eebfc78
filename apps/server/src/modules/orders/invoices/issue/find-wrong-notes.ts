import { sumOf, taxKeyOf } from '@keepsake/contracts/orders/included-tax';
import { decimalAmount } from '@keepsake/contracts/platform/currencies';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/database.ts';
import type { TaxTotal } from '../../invoice-documents/index.ts';
import { taxesOfNote } from './compose-credit-note.ts';
import { NotIssuable } from './compose-document.ts';
import { leftOutOf, sharesOf } from './held-shares.ts';
import { type Match, matchRefund } from './match-refund.ts';
import { type IssuedNote, readMatches, readNotes } from './match-store.ts';
import { readSold } from './read-order.ts';
import { readIssued } from './store.ts';

/** A credit note that says something else than its refund. */
export type WrongNote = { channel: string; orderCode: string; number: string; sentence: string };

type Noted = { customerId: CustomerId; orderCode: string; invoiceId: string; channel: string };

/**
 * Credit notes from before refunds were matched that credit what was never invoiced, or at other rates than what was paid back. They are
 * only told: an issued document does not change, and how it is corrected is for the retailer's tax adviser.
 */
export async function* findWrongNotes(db: Queryable): AsyncIterable<WrongNote> {
  for (const noted of await listNoted(db)) {
    const { orderCode, channel } = noted;
    try {
      for (const wrong of await compareNotes(db, noted)) yield { orderCode, channel, ...wrong };
    } catch (error) {
      if (!(error instanceof NotIssuable)) throw error;
      yield {
        orderCode,
        channel,
        number: 'its credit notes',
        sentence: `cannot be checked: ${error.message}`,
      };
    }
  }
}

/** Orders with a credit note whose refund was not matched when it was issued. */
async function listNoted(db: Queryable): Promise<Noted[]> {
  const { rows } = await sql<Noted>`
    select distinct supply.customer_id as "customerId", supply.order_code as "orderCode", supply.invoice_id as "invoiceId",
      invoice.channel
    from invoice_supplies as supply
    join invoices as invoice on invoice.user_id = supply.customer_id and invoice.id = supply.invoice_id
    join invoices as note on note.user_id = invoice.user_id and note.channel = invoice.channel
      and note.credits = invoice.number and note.service is null
    left join refund_matches as match on match.user_id = note.user_id and match.refund_id = note.id
    where supply.service is null and coalesce(match.is_earlier, true)
    order by supply.order_code`.execute(db);
  return rows;
}

async function compareNotes(db: Queryable, { customerId, orderCode, invoiceId, channel }: Noted) {
  const sold = await readSold(db, { customerId, orderCode });
  const invoice = await readIssued(db, { customerId, invoiceId });
  if (!sold || !invoice) return [];
  const order = sold.order('UTC');
  const matches = await readMatches(db, { customerId, orderCode });
  // Later notes make up for what earlier ones took.
  const later = new Set(matches.flatMap(({ refundId, isEarlier }) => (isEarlier ? [] : [refundId])));
  const all = await readNotes(db, { customerId, channel, number: invoice.number });
  const notes = all.filter(({ id }) => !later.has(id));
  const held = invoice.shares ?? sharesOf(order, invoice.taxes);
  const matching = { held, leftOut: leftOutOf(sold, order, held) };
  const right: { match: Match; taxes: TaxTotal[] }[] = [];
  return notes.flatMap((note) => {
    const refund = sold.refunds.find(({ id }) => id === note.id);
    if (!refund) return [];
    const match = matchRefund(refund, { ...matching, before: right.map((each) => each.match) });
    const before = right.flatMap((each) => each.taxes);
    const taxes = taxesOfNote(match.credited, { invoice: invoice.taxes, before, currency: order.currency });
    right.push({ match, taxes });
    return sentencesOf(note, taxes, order.currency);
  });
}

function sentencesOf({ number, taxes }: IssuedNote, right: readonly TaxTotal[], currency: string) {
  const text = (totals: readonly TaxTotal[]) =>
    totals
      .map(
        ({ rate, net, tax }) =>
          `${decimalAmount(net, currency)} + ${decimalAmount(tax, currency)} (${rate / 100} %)`,
      )
      .join(', ');
  const keyOf = (totals: readonly TaxTotal[]) =>
    totals
      .map((total) => `${taxKeyOf(total)} ${total.net} ${total.tax}`)
      .toSorted()
      .join();
  if (keyOf(taxes) === keyOf(right)) return [];
  const should =
    sumOf(right.map(({ net, tax }) => net + tax)) === 0
      ? 'nothing, which is all that was invoiced of it'
      : text(right);
  return [{ number, sentence: `credits ${text(taxes)} ${currency} instead of ${should}` }];
}
