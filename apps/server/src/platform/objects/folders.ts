import type { CustomerId } from '@keepsake/contracts/platform/ids';

/** Folders of the store that have a folder for each customer, named after the customer's id: erasure empties it. */
export const CUSTOMER_FOLDERS = [
  'photos',
  'turned-photos',
  'my-data',
  'order-files',
  'online-products',
  'project-pictures',
  'invoices',
] as const;

/**
 * Folders without customers' ids. Issued invoices outlive their customer and then name nobody (ADR 46); a legacy upload may belong
 * to nobody yet. A customer's are found by the rows that name them: `invoices` and `legacy_uploads`, and before these exist
 * `pending_objects`.
 */
const SHARED_FOLDERS = ['issued-invoices', 'legacy-uploads'] as const;

const KEYS_OF_CUSTOMERS = new RegExp(`^(?:${CUSTOMER_FOLDERS.join('|')})/([0-9a-f-]{36})/`);
const SHARED_KEYS = new RegExp(`^(?:${SHARED_FOLDERS.join('|')})/`);

/** Whether a key is one that we create, and never twice; anything else in a bucket was put there by others. */
export const isOwnKey = (key: string): boolean => KEYS_OF_CUSTOMERS.test(key) || SHARED_KEYS.test(key);

/** The id of the customer that a key names, or null. */
const customerOfKey = (key: string): string | null => KEYS_OF_CUSTOMERS.exec(key)?.[1] ?? null;

/** Whether a customer's file may be stored under a key: in the customer's own folder, or in one without customers. */
export const isKeyOf = (customerId: CustomerId, key: string): boolean =>
  (customerOfKey(key) ?? (SHARED_KEYS.test(key) ? customerId : null)) === customerId;
