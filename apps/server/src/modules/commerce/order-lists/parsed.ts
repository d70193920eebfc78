import type { OrderListFault, OrderListFaultCode } from '@keepsake/contracts';

/** A field of an order or an item by its name, as it was written. */
export type Fields = Readonly<Record<string, string>>;
export type ParsedItem = { line: number | null; fields: Fields };
/** An order of a file before anything is judged. */
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
  // What a file says is shown to people: in one line, and no longer than that.
  const shown = value?.replace(/\p{C}+/gu, ' ').slice(0, 200) ?? null;
  return { code, line, reference: reference?.slice(0, 64) ?? null, value: shown };
}

/** Throws `UnreadableList` with one fault. */
export function unreadable(...fault: Parameters<typeof faultOf>): never {
  throw new UnreadableList([faultOf(...fault)]);
}
