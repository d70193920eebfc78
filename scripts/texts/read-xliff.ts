import { DEFAULT_LOCALE } from '@keepsake/contracts/platform/start-of-page';
import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** A text of a translated file. */
export type Unit = {
  id: string;
  source: string;
  /** Null if it is not translated. */
  target: string | null;
  /** What the system says of the translation. Some say nothing. */
  state: string;
};
export type ReadXliff = { locale: string; units: Unit[] };

type Node = Readonly<Record<string, unknown>>;

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  ignoreDeclaration: true,
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  // Without a document type only XML's own entities and references to characters exist.
  processEntities: { enabled: true, maxTotalExpansions: 1_000_000, maxExpandedLength: 10_000_000 },
  htmlEntities: true,
  removeNSPrefix: true,
  onDangerousProperty: (name) => name,
  isArray: (name) => ['file', 'group', 'trans-unit'].includes(name),
});

/** By XLIFF 1.2, a target in one of these states is still to be worked on. */
const UNFINISHED = /^(new|needs-.*)$/;
const FINISHED = ['translated', 'signed-off', 'final'];
/** Whether a system says that a translation is not finished. */
export const isUnfinished = (state: string) => UNFINISHED.test(state);
/** Whether it says that one is. */
export const isFinished = (state: string) => FINISHED.includes(state);
/** What a translation is to be marked as, for messages. */
export const FINISHED_STATES = FINISHED.join(', ');
const ENTITY = /&(?!(?:amp|lt|gt|quot|apos|#\d+|#x[\da-f]+);)/i;
const CDATA = /<!\[CDATA\[[\s\S]*?\]\]>/g;

/** Reads a translated file. Throws a sentence if it is not XLIFF 1.2, or has what a plain text cannot have. */
export function readXliff(xml: string): ReadXliff {
  if (/<!(doctype|entity)/i.test(xml)) throw new Error('declares a document type or entities');
  const valid = XMLValidator.validate(xml);
  if (valid !== true) throw new Error(`is not XML: ${valid.err.msg} (line ${valid.err.line})`);
  const entity = ENTITY.exec(xml.replace(CDATA, ''));
  if (entity)
    throw new Error(
      `refers to an entity that XML does not have: ${xml.replace(CDATA, '').slice(entity.index, entity.index + 12)}`,
    );
  const { xliff } = parser.parse(xml);
  if (!isNode(xliff) || xliff['@version'] !== '1.2') throw new Error('is not XLIFF 1.2');
  const files = nodesIn(xliff, 'file');
  const [locale, ...others] = new Set(files.map((file) => file['@target-language']));
  if (typeof locale !== 'string' || others.length > 0) throw new Error('does not name one target language');
  if (files.some((file) => file['@source-language'] !== DEFAULT_LOCALE))
    throw new Error(`is not translated from ${DEFAULT_LOCALE}`);
  const units = files.flatMap((file) => unitsIn(file.body)).map(unitOf);
  const [twice] = [...Map.groupBy(units, ({ id }) => id)].filter(([, same]) => same.length > 1);
  if (twice) throw new Error(`has '${twice[0]}' twice`);
  return { locale, units };
}

/** Some systems put texts into groups. */
function unitsIn(body: unknown): Node[] {
  if (!isNode(body)) return [];
  return [...nodesIn(body, 'trans-unit'), ...nodesIn(body, 'group').flatMap(unitsIn)];
}

function unitOf(unit: Node): Unit {
  const id = unit['@id'];
  if (typeof id !== 'string' || id === '') throw new Error('has a text without an id');
  const state = isNode(unit.target) ? String(unit.target['@state'] ?? '') : '';
  return { id, source: textOf(id, unit.source) ?? '', target: textOf(id, unit.target) || null, state };
}

/** A text; null without the element. */
function textOf(id: string, element: unknown): string | null {
  if (element === undefined) return null;
  if (typeof element === 'string') return element;
  if (!isNode(element)) throw new Error(`has '${id}' with several texts`);
  const inner = Object.keys(element).find((name) => name !== '#text' && !name.startsWith('@'));
  if (inner !== undefined) throw new Error(`has '${id}' with the element <${inner}>: texts are plain`);
  return String(element['#text'] ?? '');
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const nodesIn = (node: Node, name: string): Node[] =>
  Array.isArray(node[name]) ? node[name].filter(isNode) : [];
