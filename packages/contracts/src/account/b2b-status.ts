import * as z from 'zod/mini';

/** The B2B account status [B2B-01]. Validated accounts and consumers have none. */
export const b2bStatus = z.enum(['Default', 'New', 'Blocked']);
export type B2bStatus = z.infer<typeof b2bStatus>;

/** What an account has to provide before an operator reviews it, in form order. A firm without a VAT id declares that instead. */
export const B2B_DETAILS = ['company', 'registerNumber', 'vatId', 'invoiceEmail', 'contacts'] as const;
export const b2bDetail = z.enum(B2B_DETAILS);
export type B2bDetail = z.infer<typeof b2bDetail>;
