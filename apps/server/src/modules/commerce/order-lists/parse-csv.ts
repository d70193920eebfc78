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

/** What Excel writes above the header to name its separator. */
const SEPARATOR_LINE = /^\ufeff?"?sep=(.)"?(?:\r\n|\r|\n)/;

function readRows(text: string): Row[] {
  const [line = '', named] = SEPARATOR_LINE.exec(text) ?? [];
  const own = text.slice(line.length);
  const skipped = line === '' ? 0 : 1;
  try {
    const rows = parse(own, {
      bom: true,
      columns: (header: string[]) => checkHeader(header, 1 + skipped),
      delimiter: named ?? separatorOf(own),
      info: true,
      max_record_size: MAX_LINE,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Row[];
    return rows.map(({ record, info }) => ({ record, info: { lines: info.lines + skipped } }));
  } catch (error) {
    const { code, lines, message } = error as { code?: string; lines?: number; message: string };
    if (!code?.startsWith('CSV_')) throw error;
    return unreadable('not-csv', { line: lines === undefined ? null : lines + skipped, value: message });
  }
}

/** One separator for a file, from its header: Excel writes the one of its country and quotes no other. */
function separatorOf(text: string): string {
  const [header = ''] = text.slice(0, MAX_LINE).split(/[\r\n]/, 1);
  const countOf = (separator: string) => header.split(separator).length;
  return [',', ';', '\t'].reduce((best, each) => (countOf(each) > countOf(best) ? each : best));
}

/** Excel may write columns without a name, which must be empty. A column that is there twice would replace the first. */
function checkHeader(header: readonly string[], line: number): string[] {
  const unknown = header.find(
    (name, at) => name !== '' && (!CSV_COLUMNS.includes(name) || header.indexOf(name) < at),
  );
  if (unknown !== undefined) unreadable('unknown', { line, value: unknown });
  return header.map((name, at) => name || `column ${at + 1}`);
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
