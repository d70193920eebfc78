import { parse } from 'csv-parse/sync';
import {
  CSV_COLUMNS,
  type Fields,
  ITEM_FIELDS,
  type ParsedList,
  type ParsedOrder,
  unreadable,
} from './parsed.ts';

type Row = { record: Record<string, string>; info: { lines: number } };

/** Maximum characters per line. */
const MAX_LINE = 20_000;

/** Orders of a CSV file: one item per line; lines with the same reference form an order. Throws `UnreadableList`. */
export function parseCsv(text: string): ParsedList {
  const rows = readRows(text);
  const orders: ParsedOrder[] = [];
  const [first] = rows;
  for (const { record, info } of rows) {
    const { account = '', reference = '', ...fields } = withoutEmpty(record);
    if (account !== first?.record.account) unreadable('other-account', { line: info.lines, value: account });
    const [own, item] = split(fields);
    const last = orders.at(-1);
    if (last && last.reference === reference) {
      if (JSON.stringify(last.fields) !== JSON.stringify(own))
        unreadable('two-addresses', { line: info.lines, reference });
      last.items.push({ line: info.lines, fields: item });
    } else {
      orders.push({ line: info.lines, reference, fields: own, items: [{ line: info.lines, fields: item }] });
    }
  }
  return { account: first?.record.account ?? '', orders };
}

function readRows(text: string): Row[] {
  try {
    return parse(text, {
      bom: true,
      columns: (header: string[]) => checkHeader(header),
      delimiter: [',', ';'],
      info: true,
      max_record_size: MAX_LINE,
      skip_empty_lines: true,
      trim: true,
    }) as unknown as Row[];
  } catch (error) {
    const { code, lines, message } = error as { code?: string; lines?: number; message: string };
    if (!code?.startsWith('CSV_')) throw error;
    return unreadable('not-csv', { line: lines ?? null, value: message });
  }
}

function checkHeader(header: readonly string[]): string[] {
  const unknown = header.find((name) => !CSV_COLUMNS.includes(name));
  if (unknown !== undefined) unreadable('unknown', { line: 1, value: unknown });
  return [...header];
}

const withoutEmpty = (record: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== ''));

function split(fields: Fields): [Fields, Fields] {
  const isItem = (name: string) => ITEM_FIELDS.includes(name);
  const entries = Object.entries(fields);
  return [
    Object.fromEntries(entries.filter(([name]) => !isItem(name))),
    Object.fromEntries(entries.filter(([name]) => isItem(name))),
  ];
}
