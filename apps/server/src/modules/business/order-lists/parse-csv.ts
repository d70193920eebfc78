import { plainLine } from '@keepsake/contracts/platform/plain-text';
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
const SEPARATOR_LINE = /^"?sep=(.)"?(?:\r\n|\r|\n)/;
/** Lines above the header with nothing in them, and whatever precedes it on its own. */
const EMPTY_LINES = /^(?:[\p{Z}\p{Cf}\t;,"]*(?:\r\n|\r|\n))+|^[\p{Z}\p{Cf}]+/u;
const LINE_END = /\r\n|\r|\n/;

/** A text from its header on, with the number of lines above it and the separator that they name. */
function skipToHeader(text: string): { own: string; skipped: number; named: string | undefined } {
  const marked = text.replace(/^\ufeff+/, '');
  const [line = '', named] = SEPARATOR_LINE.exec(marked) ?? [];
  const rest = marked.slice(line.length);
  const [empty = ''] = EMPTY_LINES.exec(rest) ?? [];
  const skipped = `${line}${empty}`.split(LINE_END).length - 1;
  const [header = ''] = rest.slice(empty.length, empty.length + MAX_LINE).split(/[\r\n]/, 1);
  const written = header.replace(/\p{Z}/gu, ' ').replace(/\p{Cf}/gu, '');
  return { own: written + rest.slice(empty.length + header.length), skipped, named };
}

function readRows(text: string): Row[] {
  const { own, skipped, named } = skipToHeader(text);
  try {
    const rows = parse(own, {
      columns: (header: string[]) => readHeader(header, 1 + skipped),
      delimiter: named ?? separatorOf(own),
      info: true,
      max_record_size: MAX_LINE,
      skip_empty_lines: true,
      skip_records_with_empty_values: true,
      trim: true,
    }) as unknown as Row[];
    return rows.map(({ record, info }) => ({
      record: Object.fromEntries(Object.entries(record).map(([name, value]) => [name, plainLine(value)])),
      info: { lines: info.lines + skipped },
    }));
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

/** A column's name as people spell it: 'Street Name', 'street_name', 'STREETNAME'. */
const foldColumn = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
const COLUMNS = new Map(CSV_COLUMNS.map((name) => [foldColumn(name), name]));

/** Excel may write columns without a name, which must be empty. A column that is there twice would replace the first. */
function readHeader(header: readonly string[], line: number): string[] {
  const folded = header.map(foldColumn);
  const unknown = header.find(
    (_, at) => folded[at] !== '' && (!COLUMNS.has(folded[at] ?? '') || folded.indexOf(folded[at] ?? '') < at),
  );
  if (unknown !== undefined) unreadable('unknown', { line, value: unknown });
  return folded.map((name, at) => COLUMNS.get(name) ?? `column ${at + 1}`);
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
