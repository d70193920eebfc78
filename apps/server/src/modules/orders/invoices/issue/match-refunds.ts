import type { OrderRef } from '@keepsake/contracts/orders/orders';
import { decimalAmount } from '@keepsake/contracts/platform/currencies';
import type { Database } from '../../../../platform/database/database.ts';
import { leftOutOf } from './held-shares.ts';
import { grossOf, type HeldShare, matchOfNote, matchRefund } from './match-refund.ts';
import { type IssuedNote, insertMatches, readMatches, readNotes, type StoredMatch } from './match-store.ts';
import type { InvoicedOrder, Sold } from './read-order.ts';
import { requireOwner } from './supplies.ts';

export type Matching = {
  refunds: Sold['refunds'];
  held: readonly HeldShare[];
  leftOut: ReturnType<typeof leftOutOf>;
};

/** Matches refunds that have no match yet, behind those that have. Pure: `existing` and `notes` are what is stored. */
export function matchNew(
  { refunds, ...matching }: Matching,
  { existing, notes }: { existing: readonly StoredMatch[]; notes: readonly IssuedNote[] },
): StoredMatch[] {
  const added: StoredMatch[] = [];
  const add = (refundId: string, isEarlier: boolean, match: ReturnType<typeof matchRefund>) =>
    added.push({ ...match, refundId, isEarlier });
  const isKnown = (id: string) => [...existing, ...added].some(({ refundId }) => refundId === id);
  for (const note of notes)
    if (!isKnown(note.id))
      add(note.id, true, matchOfNote(note.taxes, { ...matching, before: [...existing, ...added] }));
  for (const refund of refunds) {
    if (isKnown(refund.id)) continue;
    const match = matchRefund(refund, { ...matching, before: [...existing, ...added] });
    add(refund.id, false, { ...match, surplus: match.surplus + refund.surplus });
  }
  return added;
}

type Invoiced = {
  ref: OrderRef;
  channel: string;
  sold: Sold;
  order: InvoicedOrder;
  invoice: { number: string; shares: readonly HeldShare[] };
  now: Date;
};

/**
 * The matches of all refunds of an order. Each is decided once, under a lock, and recorded: whatever is reported later, and however
 * many workers do this, a number that was given to a credit note keeps it.
 */
export function matchRefunds(
  db: Database,
  { ref, channel, sold, order, invoice, now }: Invoiced,
): Promise<StoredMatch[]> {
  return db.transaction().execute(async (trx) => {
    await requireOwner(trx, ref);
    const existing = await readMatches(trx, ref);
    const notes = await readNotes(trx, { customerId: ref.customerId, channel, number: invoice.number });
    const held = invoice.shares;
    const matching = { refunds: sold.refunds, held, leftOut: leftOutOf(sold, order, held) };
    const matches = matchNew(matching, { existing, notes });
    await insertMatches(trx, ref, { matches, after: existing.length, now });
    return [...existing, ...matches];
  });
}

type Compared = {
  order: InvoicedOrder;
  refunds: Sold['refunds'];
  /** What the order costs today. */
  today: number;
  invoiced: number;
  matches: readonly StoredMatch[];
};

/** What is wrong between an order and its documents, in a sentence for the operator; undefined if they agree. */
export function findDifference({ order, refunds, today, invoiced, matches }: Compared): string | undefined {
  const money = (amount: number) => `${decimalAmount(amount, order.currency)} ${order.currency}`;
  const lost = refunds.find(({ unknown }) => unknown.length > 0);
  if (lost) {
    const credited = grossOf(matches.find(({ refundId }) => refundId === lost.id)?.credited ?? []);
    const rest = credited > 0 ? `${money(credited)} were credited on others` : 'nothing was credited for it';
    return `A refund of ${money(lost.amount)} names what the order does not have (${lost.unknown.join(', ')}): ${rest}.`;
  }
  const surplus = matches.reduce((sum, match) => sum + match.surplus, 0);
  if (surplus > 0) return `More was paid back than it was invoiced for: ${money(surplus)}.`;
  const left = invoiced - grossOf(matches.flatMap(({ credited }) => credited));
  if (today > invoiced) return `Since its invoice it has become dearer, by ${money(today - invoiced)}.`;
  if (today < left)
    return `Since its invoice it has become cheaper, and ${money(left - today)} of that were not reported as paid back.`;
  return undefined;
}
