import { ADDRESS_MESSAGES, type AddressField } from '@keepsake/contracts';

/** Fields of an order besides its reference: an address. */
export const ADDRESS_FIELDS: readonly string[] = [
  ...(Object.keys(ADDRESS_MESSAGES) as AddressField[]),
  'country',
];
export const ITEM_FIELDS: readonly string[] = ['article', 'quantity', 'photos'];
export const CSV_COLUMNS: readonly string[] = ['account', 'reference', ...ADDRESS_FIELDS, ...ITEM_FIELDS];
