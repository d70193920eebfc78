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
  isArray: (name) => name === 'order' || name === 'item',
});

/** Orders of an XML file (docs/schemas/orders.xsd). Throws `UnreadableList`. */
export function parseXml(text: string): ParsedList {
  if (/<!(doctype|entity)/i.test(text)) unreadable('doctype');
  const checked = XMLValidator.validate(text);
  if (checked !== true) unreadable('not-xml', { line: checked.err.line, value: checked.err.msg });
  const { orders: root } = parser.parse(text) as { orders?: unknown };
  if (typeof root !== 'object' || root === null) unreadable('no-orders');
  const { order = [], ...rest } = root as { order?: unknown[] };
  const lines = linesOf(text, 'order');
  return {
    account: String((rest as Record<string, unknown>)['@account'] ?? ''),
    orders: order.map((each, at) => orderOf(each, lines[at] ?? null)),
  };
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
      .filter(([name, value]) => name !== '#text' && value !== '')
      .map(([name, value]) => (typeof value === 'string' ? [name, value.trim()] : [`${name}…`, ''])),
  );
}

/** Lines on which elements of a name begin, ignoring those in comments. */
function linesOf(text: string, name: string): number[] {
  const bare = text.replace(/<!--[\s\S]*?-->/g, (comment) => comment.replace(/[^\n]/g, ' '));
  const lines: number[] = [];
  let [line, at] = [1, 0];
  for (const { index } of bare.matchAll(new RegExp(`<${name}[\\s>/]`, 'g'))) {
    for (; at < index; at++) if (bare[at] === '\n') line++;
    lines.push(line);
  }
  return lines;
}
