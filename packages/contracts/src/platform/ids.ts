import type * as z from 'zod/mini';
import { id } from './fields.ts';

/** A customer's id: a lower-case UUID that no other id can be taken for. */
export const customerIdSchema = id.brand<'CustomerId', 'inout'>();
export type CustomerId = z.output<typeof customerIdSchema>;
