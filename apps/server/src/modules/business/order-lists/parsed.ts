import type { AddressField } from '@keepsake/contracts/account/address-formats';
import { ADDRESS_MESSAGES } from '@keepsake/contracts/account/addresses';
import type { OrderListFault, OrderListFaultCode } from '@keepsake/contracts/business/order-lists';

/** Fields of an order or an item by name, as written. */
export type Fields = Readonly<Record<string, string>>;
export type ParsedItem = { line: number | null; fields: Fields };
/** An order of a file before validation. */
export type ParsedOrder = { line: number | null; reference: string; fields: Fields; items: ParsedItem[] };
export type ParsedList = { account: string; orders: ParsedOrder[] };

/** Ends the reading of a file that cannot be read, with its faults. */
export class UnreadableList extends Error {
  readonly faults: readonly OrderListFault[];

  constructor(faults: readonly OrderListFault[]) {
    super('the file cannot be read');
    this.name = 'UnreadableList';
    this.faults = faults;
  }
}

export function faultOf(
  code: OrderListFaultCode,
  { line = null, reference = null, value = null }: Partial<Omit<OrderListFault, 'code'>> = {},
): OrderListFault {
  // File content is shown to people, so on one line and shortened.
  const shown = value?.replace(/\p{C}+/gu, ' ').slice(0, 200) ?? null;
  return { code, line, reference: reference?.slice(0, 64) ?? null, value: shown };
}

/** Throws `UnreadableList` with one fault. */
export function unreadable(...fault: Parameters<typeof faultOf>): never {
  throw new UnreadableList([faultOf(...fault)]);
}

/** Fields of an order besides its reference: an address. */
export const ADDRESS_FIELDS: readonly string[] = [
  ...(Object.keys(ADDRESS_MESSAGES) as AddressField[]),
  'country',
];
export const ITEM_FIELDS: readonly string[] = ['article', 'quantity', 'photos'];
export const CSV_COLUMNS: readonly string[] = ['account', 'reference', ...ADDRESS_FIELDS, ...ITEM_FIELDS];
