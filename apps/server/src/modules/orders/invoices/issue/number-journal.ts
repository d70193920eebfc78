import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
import { newId } from '../../../../platform/ids.ts';
import type { JournalKind } from '../../../../platform/recovery/journal.ts';

const numbered = z.object({
  channel: z.string(),
  number: z.string(),
  invoiceId: z.string(),
  customerId: customerIdSchema,
  orderCode: z.string(),
  numberedAt: z.iso.datetime(),
  currency: z.string(),
  net: z.int(),
  tax: z.int(),
  gross: z.int(),
});
export type NumberedInvoice = z.infer<typeof numbered>;

/**
 * Numbers, each written before it is given out. One whose transaction failed may be given to another invoice afterwards, so an
 * invoice's latest entry counts, and a number's latest.
 */
export const NUMBERS: JournalKind<NumberedInvoice> = {
  name: 'invoice-numbers',
  body: numbered,
  subjectOf: ({ invoiceId }) => invoiceId,
};

/** The number of an invoice, which its channel counts. */
export type ChannelNumber = { channel: string; number: string };

export const ISSUED_PREFIX = 'issued-invoices/';

/**
 * The key of an issued pdf, never used twice. It carries the number, for a database that has lost it (ADR 82), and no customer,
 * because it is kept after the account is gone.
 */
export const keyOfIssued = ({ channel, number }: ChannelNumber): string =>
  `${ISSUED_PREFIX}${channel}/${number}/${newId()}`;

/** Channel and number in a key; the number is null in keys of earlier releases. */
export function parseIssuedKey(key: string): { channel: string; number: string | null } {
  const [channel = '', ...rest] = key.slice(ISSUED_PREFIX.length).split('/');
  return { channel, number: rest.length > 1 ? (rest[0] ?? null) : null };
}
