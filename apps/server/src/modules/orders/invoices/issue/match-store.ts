import { rateOf } from '@keepsake/contracts/orders/included-tax';
import type { OrderRef } from '@keepsake/contracts/orders/orders';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import type { Queryable } from '../../../../platform/database/database.ts';
import { parseStoredColumn } from '../../../../platform/stored-json.ts';
import type { TaxTotal } from '../../invoice-documents/index.ts';
import { ISSUED_CATEGORIES } from '../../orders/index.ts';
import { leftOutShare, type Match, share } from './match-refund.ts';

export type StoredMatch = Match & { refundId: string; isEarlier: boolean };

const matchColumns = z.object({ credited: z.array(share), leftOut: z.array(leftOutShare) });

/** The matches of an order's refunds, in the order in which they were decided. */
export async function readMatches(
  db: Queryable,
  { customerId, orderCode }: OrderRef,
): Promise<StoredMatch[]> {
  const rows = await db
    .selectFrom('refund_matches')
    .select(['refund_id', 'credited', 'left_out', 'surplus', 'is_earlier'])
    .where('user_id', '=', customerId)
    .where('order_code', '=', orderCode)
    .orderBy('place')
    .execute();
  return rows.map((row) => ({
    refundId: row.refund_id,
    ...parseStoredColumn(
      matchColumns,
      { credited: row.credited, leftOut: row.left_out },
      `the match of refund ${row.refund_id}`,
    ),
    surplus: row.surplus,
    isEarlier: row.is_earlier,
  }));
}

type New = { matches: readonly StoredMatch[]; after: number; now: Date };

/** Adds matches behind the `after` that an order has. */
export async function insertMatches(
  trx: Queryable,
  { customerId, orderCode }: OrderRef,
  { matches, after, now }: New,
): Promise<void> {
  if (matches.length === 0) return;
  await trx
    .insertInto('refund_matches')
    .values(
      matches.map((match, index) => ({
        user_id: customerId,
        order_code: orderCode,
        refund_id: match.refundId,
        place: after + index + 1,
        credited: JSON.stringify(match.credited),
        left_out: JSON.stringify(match.leftOut),
        surplus: match.surplus,
        is_earlier: match.isEarlier,
        matched_at: now,
      })),
    )
    .execute();
}

export type IssuedNote = { id: string; number: string; gross: number; taxes: TaxTotal[] };

/** The credit notes issued for an invoice, in the order of their numbers. */
export async function readNotes(
  db: Queryable,
  { customerId, channel, number }: { customerId: CustomerId; channel: string; number: string },
): Promise<IssuedNote[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'number', 'gross', 'taxes'])
    .where('user_id', '=', customerId)
    .where('channel', '=', channel)
    .where('credits', '=', number)
    .where('service', 'is', null)
    .orderBy('number')
    .execute();
  return rows.map((row) => ({ ...row, taxes: taxesOf(row) }));
}

const storedTotals = z.array(
  z.object({ category: z.enum(ISSUED_CATEGORIES), rate: z.number(), net: z.number(), tax: z.number() }),
);

/** Of a document issued here. Stored as in the intake, with rates in per cent. */
export const taxesOf = ({ number, taxes }: { number: string; taxes: unknown }): TaxTotal[] =>
  parseStoredColumn(storedTotals, taxes, `invoice ${number}`).map((total) => ({
    ...total,
    rate: rateOf(total.rate),
  }));
