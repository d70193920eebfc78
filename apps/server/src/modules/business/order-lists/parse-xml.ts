import { isDeepStrictEqual } from 'node:util';
import { plainLine } from '@keepsake/contracts/platform/plain-text';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { type Fields, type ParsedList, type ParsedOrder, unreadable } from './parsed.ts';

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  parseTagValue: false,
  parseAttributeValue: false,
  // Without a document type only XML's own entities and character references exist.
  processEntities: true,
  htmlEntities: true,
  // Java and .NET may write the schema's namespace with a prefix.
  removeNSPrefix: true,
  // They become own properties, which only Object.entries reads, and are told as they were sent.
  onDangerousProperty: (name) => name,
  isArray: (name) => name === 'order' || name === 'item',
});

/** Orders of an XML file (docs/schemas/orders.xsd). Throws `UnreadableList`. */
export function parseXml(text: string): ParsedList {
  if (/<!(doctype|entity)/i.test(text)) unreadable('doctype');
  const checked = XMLValidator.validate(text);
  if (checked !== true) unreadable('not-xml', { line: checked.err.line, value: checked.err.msg });
  const forbidden = findForbiddenReference(text);
  if (forbidden !== null) unreadable('not-xml', { value: forbidden });
  const { orders: root } = parse(text);
  if (typeof root !== 'object' || root === null) unreadable('no-orders');
  const { order = [], ...rest } = root as { order?: unknown[] };
  const lines = linesOfOrders(text);
  return {
    account: plainLine(String((rest as Record<string, unknown>)['@account'] ?? '')),
    orders: order.map((each, at) => orderOf(each, lines[at] ?? null)),
  };
}

/** The first reference to a character that XML 1.0 does not know, such as NUL, which the parser would leave out. */
function findForbiddenReference(text: string): string | null {
  for (const [written, hex, decimal] of text.matchAll(/&#(?:x([\da-f]+)|(\d+));/gi)) {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    if (code > 0x10ffff || !XML_CHARACTER.test(String.fromCodePoint(code))) return written;
  }
  return null;
}
const XML_CHARACTER = /^[\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]$/u;

/** The parser refuses what could harm it: names such as `constructor`, and elements nested a hundred deep. */
function parse(text: string): { orders?: unknown } {
  try {
    return parser.parse(text);
  } catch (error) {
    return unreadable('not-xml', { value: (error as Error).message });
  }
}

function orderOf(element: unknown, line: number | null): ParsedOrder {
  const isWhole = typeof element === 'object' && element !== null;
  const { item = [], ...own }: { item?: unknown[] } = isWhole ? element : {};
  const { reference = '', ...fields } = fieldsOf(own);
  return {
    line,
    reference,
    fields,
    items: item.map((each) => ({ line, fields: fieldsOf(each) })),
  };
}

/** Elements that contain only text; an element with children is an unknown field. */
function fieldsOf(element: unknown): Fields {
  if (typeof element !== 'object' || element === null) return {};
  return Object.fromEntries(
    Object.entries(element)
      .filter(([name, value]) => name !== '#text' && value !== '' && !isNil(value))
      .map(([name, value]) => (typeof value === 'string' ? [name, plainLine(value)] : [`${name}…`, ''])),
  );
}

/** What .NET writes for no value: `<company xsi:nil="true" />`. */
const isNil = (value: unknown) => isDeepStrictEqual(value, { '@nil': 'true' });

/** Where orders begin, and all that may contain such text without meaning it, each to its end: no character is read twice. */
const MARKS =
  /<!--[\s\S]*?(?:-->|$)|<!\[CDATA\[[\s\S]*?(?:\]\]>|$)|<\?[\s\S]*?(?:\?>|$)|<(?:[\w.-]+:)?order(?=[\s>/])/g;

/** The lines on which orders begin. */
function linesOfOrders(text: string): number[] {
  const lines: number[] = [];
  let [line, at] = [1, 0];
  for (const { 0: mark, index } of text.matchAll(MARKS)) {
    if (!mark.endsWith('order')) continue;
    for (; at < index; at++) if (text[at] === '\n') line++;
    lines.push(line);
  }
  return lines;
}
