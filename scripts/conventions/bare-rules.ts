import { parseSync } from 'oxc-parser';
import { resolveImport, type Sources } from './imports.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';
import { listReadings } from './time-and-ids.ts';

/** Reads the time, and has what computes with it. */
const CLOCK = 'apps/server/src/platform/clock.ts';
/** What no rule may have of that file. */
const STOPWATCH = 'startStopwatch';
const RULES = /^apps\/.*\/([\w-]+-)?rules\.ts$/;
const CONTRACTS = 'packages/contracts/src/';
/** Packages and parts of Node that only compute. */
const COMPUTES = new Set(['node:path', 'node:util', 'jsvat-next']);
/** What the language itself offers to compute with. Times and chance are judged by how they are taken. */
const LANGUAGE = new Set(
  `undefined NaN Infinity Object Array Map Set WeakMap WeakSet Math Date Number String Boolean BigInt Symbol RegExp JSON Intl
    Temporal Error TypeError RangeError Uint8Array Buffer URL URLSearchParams TextEncoder TextDecoder parseInt parseFloat isNaN
    encodeURIComponent decodeURIComponent structuredClone`.split(/\s+/),
);
/** Formatters by time zone, kept because they are slow to make: what they answer does not depend on them. */
const MEMOS = new Set(['apps/server/src/platform/wall-time.ts formats']);

/**
 * Lists what makes a `rules.ts`, or a `…-rules.ts`, more than functions of what they are given, one sentence each: it and every
 * file whose values it uses keep nothing between calls, wait for nothing, reach nothing of the machine or the page, and import only
 * such files, the contracts and what only computes. Types may come from anywhere.
 */
export function checkBareRules(sources: Sources): string[] {
  return [...sources.keys()].filter((file) => RULES.test(file)).flatMap((rules) => judge(sources, rules));
}

function judge(sources: Sources, rules: string): string[] {
  const reached = new Set([rules]);
  const problems: string[] = [];
  // The loop also comes to the files that are added meanwhile.
  for (const file of reached) {
    const text = sources.get(file) ?? '';
    const body = parseSync(file, text).program.body as unknown as Tree[];
    const faults = [...listFaults(file, body), ...listTaken(file, text)];
    for (const name of body.flatMap(importedBy)) {
      const target = resolveImport(sources, file, name);
      if (target && !target.startsWith(CONTRACTS)) reached.add(target);
      if (!target && !COMPUTES.has(name)) faults.push(`imports ${name}`);
    }
    const through = file === rules ? '' : `, through ${file}`;
    problems.push(...faults.map((fault) => `${rules}: a rule ${fault}${through}`));
  }
  return problems;
}

/** The file or package whose values a statement imports or exports again. */
function importedBy(statement: Tree): string[] {
  const { source, specifiers, importKind, exportKind } = statement;
  if (!isTree(source) || importKind === 'type' || exportKind === 'type') return [];
  const named = Array.isArray(specifiers) ? (specifiers as Tree[]) : [];
  const isOfTypes = named.length > 0 && named.every((one) => (one.importKind ?? one.exportKind) === 'type');
  return isOfTypes ? [] : [String(source.value)];
}

function listFaults(file: string, body: readonly Tree[]): string[] {
  const changing = body.flatMap(stateOf).filter((name) => !MEMOS.has(`${file} ${name}`));
  const faults = changing.map((name) => `keeps ${name} between calls`);
  walkTree(body, ({ type, async: isAsync, source, imported }) => {
    if (isTree(imported) && imported.name === STOPWATCH) faults.push('measures time');
    if (type === 'AwaitExpression' || isAsync === true) faults.push('waits');
    if (type === 'ImportExpression' && isTree(source)) faults.push(`imports ${source.value}`);
  });
  if (file !== CLOCK) faults.push(...listReached(body).map((name) => `reaches ${name}`));
  return [...new Set(faults)];
}

const listTaken = (file: string, text: string): string[] =>
  file !== CLOCK && listReadings(file, text).length > 0 ? ['reads the time, or takes chance'] : [];

/** Names that a file neither declares nor has from the language: what it reaches of the machine or the page. */
function listReached(body: readonly Tree[]): string[] {
  const declared = new Set<string>();
  const used = new Set<string>();
  walkTree(body, (node) => {
    for (const name of namesDeclaredBy(node)) declared.add(name);
  });
  walkValues(body, (name) => used.add(name));
  return [...used].filter((name) => !declared.has(name) && !LANGUAGE.has(name));
}

function namesDeclaredBy(node: Tree): string[] {
  const { type, id, local, params, param } = node;
  const declares = /^(VariableDeclarator|Function|Class|Arrow|Import.*Specifier$|CatchClause)/.test(type);
  return declares ? [id, local, param, ...((params as unknown[]) ?? [])].flatMap(namesIn) : [];
}

/** The names that a pattern binds, its defaults aside. */
function namesIn(pattern: unknown): string[] {
  if (!isTree(pattern)) return [];
  const { name, properties, elements, value, argument, left } = pattern;
  if (typeof name === 'string') return [name];
  return [...((properties ?? elements ?? [value, argument, left]) as unknown[])].flatMap(namesIn);
}

/** Visits every name that stands for a value: no type, no property, no label. */
function walkValues(node: unknown, visit: (name: string) => void): void {
  if (Array.isArray(node)) for (const each of node) walkValues(each, visit);
  if (!isTree(node) || isOfTypes(node)) return;
  if (node.type === 'Identifier') visit(String(node.name));
  for (const [field, value] of Object.entries(node))
    if (!/^(property|key|label)$/.test(field) || node.computed) walkValues(value, visit);
}

/** Whether a node names types, or what other files call their values. */
const isOfTypes = ({ type }: Tree): boolean =>
  /^TS(?!AsExpression|SatisfiesExpression|NonNullExpression)|^(Import|Export(All|Specifier))/.test(type);

/** Variables at the top of a file that can change, and empty collections that are filled later. */
function stateOf(statement: Tree): string[] {
  const declared = isTree(statement.declaration) ? statement.declaration : statement;
  if (declared.type !== 'VariableDeclaration') return [];
  return (declared.declarations as Tree[])
    .filter(({ init }) => declared.kind !== 'const' || isEmptyCollection(init))
    .map(({ id }) => String(isTree(id) && id.name));
}

const isEmptyCollection = (node: unknown): boolean =>
  isTree(node) &&
  ((node.type === 'NewExpression' && (node.arguments as unknown[]).length === 0) ||
    (node.type === 'ArrayExpression' && (node.elements as unknown[]).length === 0) ||
    (node.type === 'ObjectExpression' && (node.properties as unknown[]).length === 0));
