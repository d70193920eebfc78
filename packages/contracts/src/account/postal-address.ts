import * as z from 'zod/mini';
import { label } from '../platform/fields.ts';

/**
 * A delivery address as recorded when the order was placed, however it was checked; later changes of the customer's own
 * addresses do not affect it.
 */
export const postalAddress = z.strictObject({
  name: label,
  company: z.optional(label),
  streetName: label,
  streetNumber: z.optional(label),
  /** A second line: floor, building, care of. */
  addressLine: z.optional(label),
  postalCode: z.optional(label),
  city: label,
  region: z.optional(label),
  /** ISO 3166-1 alpha-2. */
  country: z.string().check(z.regex(/^[A-Z]{2}$/)),
  phoneNumber: z.optional(label),
});
export type PostalAddress = z.infer<typeof postalAddress>;
