import * as z from 'zod/mini';

/** The B2B account status [B2B-01]. A validated account has none of them, and consumers have none either. */
export const b2bStatus = z.enum(['Default', 'New', 'Blocked']);
export type B2bStatus = z.infer<typeof b2bStatus>;

/** What an account needs before an operator looks at it, in the order of the form. A firm without a VAT id says so instead. */
export const B2B_DETAILS = ['company', 'registerNumber', 'vatId', 'invoiceEmail', 'contacts'] as const;
export const b2bDetail = z.enum(B2B_DETAILS);
export type B2bDetail = z.infer<typeof b2bDetail>;
