import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

type Place = { line: number; isCast: boolean };

const SERVER = 'apps/server/src/';
const WEB = 'apps/web/src/';
/** Files that parse JSON for all others of their side. */
const READERS = [
  `${SERVER}platform/sent-json.ts`,
  `${SERVER}platform/stored-json.ts`,
  `${WEB}shared/json.ts`,
];
const BY_SERVER =
  'JSON is parsed by parseSentJson or readSentJson if somebody else wrote it, by parseStoredJson if Keepsake did';
const BY_WEB = 'in the browser JSON is read by shared/json.ts, and then checked';
const CHECKED = 'what JSON contains is checked, not claimed';

const MENTIONS = /\bJSON\b|json/i;
const PARSER = /^(parse|read|find)\w*Json$/;

/**
 * Lists places on the server and in the browser that parse JSON themselves instead of by the readers of their side, which refuse
 * what no data may contain and name what is damaged; and places anywhere that claim a type for parsed JSON instead of checking it.
 */
export function checkSentJson(sources: Sources): string[] {
  return [...sources]
    .filter(([file, text]) => /^(apps|packages|scripts)\//.test(file) && !isTest(file) && MENTIONS.test(text))
    .flatMap(([file, text]) =>
      listPlaces(file, text).flatMap(({ line, isCast }) => {
        const fault = isCast ? CHECKED : faultOfParsing(file);
        return fault ? [`${file}:${line}: ${fault}`] : [];
      }),
    );
}

function faultOfParsing(file: string): string | undefined {
  if (READERS.includes(file)) return undefined;
  if (file.startsWith(SERVER)) return BY_SERVER;
  return file.startsWith(WEB) ? BY_WEB : undefined;
}

function listPlaces(file: string, text: string): Place[] {
  const harmless = new Set<unknown>();
  const parsed = new Set<unknown>();
  const places: (Omit<Place, 'line'> & { start: number })[] = [];
  walkTree(parseSync(file, text).program, (node) => {
    for (const each of harmlessIn(node)) harmless.add(each);
    const { id, init, start } = node;
    if (node.type === 'VariableDeclarator' && isTree(id) && isParsed(init, parsed)) {
      parsed.add(id.name);
      if (isTree(id.typeAnnotation) && !isUnknown(id.typeAnnotation)) places.push({ start, isCast: true });
    }
    if (isParsing(node) && !harmless.has(node)) places.push({ start, isCast: false });
    if (isCast(node) && isParsed(node.expression, parsed)) places.push({ start, isCast: true });
  });
  return places.map(({ start, isCast }) => ({ line: text.slice(0, start).split('\n').length, isCast }));
}

/** `JSON` itself, whatever is taken of it, and a body's `json()`. */
function isParsing({ type, name, callee, arguments: given }: Tree): boolean {
  if (type === 'Identifier') return name === 'JSON';
  return type === 'CallExpression' && Array.isArray(given) && given.length === 0 && nameOf(callee) === 'json';
}

/** `JSON.stringify`, and what only has the name. */
function harmlessIn({ type, computed, object, property, key }: Tree): unknown[] {
  if (type === 'Property') return computed ? [] : [key];
  if (type !== 'MemberExpression' || computed) return [];
  return isTree(property) && property.name === 'stringify' ? [object, property] : [property];
}

function isCast({ type, typeAnnotation }: Tree): boolean {
  if (type !== 'TSAsExpression' && type !== 'TSTypeAssertion') return false;
  return isTree(typeAnnotation) && !isUnknown(typeAnnotation) && !isConst(typeAnnotation);
}

const isConst = ({ typeName }: Tree): boolean => isTree(typeName) && typeName.name === 'const';
const isUnknown = ({ type, typeAnnotation }: Tree): boolean =>
  type === 'TSUnknownKeyword' || (isTree(typeAnnotation) && isUnknown(typeAnnotation));

/** Whether a value is parsed JSON, or a variable that holds it. */
function isParsed(node: unknown, parsed: ReadonlySet<unknown>): boolean {
  if (!isTree(node)) return false;
  const { type, callee, name, expression, argument, left } = node;
  if (type === 'Identifier') return parsed.has(name);
  if (type === 'CallExpression') return isParser(callee);
  if (type === 'AwaitExpression') return isParsed(argument, parsed);
  if (type === 'LogicalExpression') return isParsed(left, parsed);
  return isParsed(expression, parsed);
}

function isParser(callee: unknown): boolean {
  if (!isTree(callee)) return false;
  const isOfJson = isTree(callee.object) && callee.object.name === 'JSON';
  return (isOfJson && nameOf(callee) === 'parse') || PARSER.test(nameOf(callee));
}

/** The name by which something is called: `parse` of `JSON.parse`. */
function nameOf(callee: unknown): string {
  if (!isTree(callee)) return '';
  const { name, property } = callee;
  return isTree(property) ? String(property.name ?? property.value) : String(name);
}
