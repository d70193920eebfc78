import type { CustomerId } from '../platform/ids.ts';

/**
 * Parameter of the address of a page that every account has, such as its security: which account the mail is about. Its value is a
 * `markOf` it.
 */
export const MAILED_ACCOUNT = 'account';

/** Tells accounts apart, and names nobody: the end of the customer's id, which is random. */
export const markOf = (customerId: CustomerId): string => customerId.slice(-12);
