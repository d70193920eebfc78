import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';

/** The id of a customer nobody has met. */
export const newCustomerId = (): CustomerId => asCustomerId(randomUUID());

/** A text known to be a customer's id. */
export const asCustomerId = (text: string): CustomerId => text as CustomerId;
