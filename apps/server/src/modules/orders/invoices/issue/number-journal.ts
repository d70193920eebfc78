import { customerIdSchema } from '@keepsake/contracts/platform/ids';
import * as z from 'zod';
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
