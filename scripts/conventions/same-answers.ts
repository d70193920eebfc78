import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

/** Both answer: the contracts by what their schemas refuse. */
const ANSWERING = /^(apps\/server|packages\/contracts)\/src\//;
/** Shorter ones, such as 'is missing', are words of the language. */
const MIN_WORDS = 3;

/** What schemas say of a value that they refuse: the last of their arguments, or its `error` or `message`. */
const OF_SCHEMA =
  /^(refine|superRefine|check|overwrite|regex|min|max|length|minLength|maxLength|email|url|string|int|number|enum|literal|addIssue)$/;
const MADE_BY_HAND = ['faultyField'];

type Found = { key: string; fault: string; file: string };

/**
 * Lists what several files of the server make in the same way: answers that tell a caller the same, and values that are found by
 * one function and otherwise given by another. Its owner exports a function that does it.
 */
export function checkSameAnswers(sources: Sources): string[] {
  const programs = [...sources]
    .filter(([file]) => ANSWERING.test(file) && !isTest(file))
    .map(([file, text]) => ({ file, program: parseSync(file, text).program }));
  const makers = findMakers(programs.map(({ program }) => program));
  const found = programs.flatMap(({ file, program }) => listFound(file, program, makers));
  const faults = [...Map.groupBy(found, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others
      .filter(({ file }) => file !== first?.file)
      .map(({ file, fault }) => `${file}: ${fault}, as in ${first?.file}: give it one function`),
  );
  return [...new Set(faults)];
}

type Made = { name: string; node: Tree };
/** Functions that make a problem, with the positions of what they pass into it; null stands for all. */
type Makers = ReadonlyMap<string, ReadonlySet<number> | null>;

/** The functions that make a problem of what they are given: those that others wrap, and their wrappers in turn. */
function findMakers(programs: readonly unknown[]): Makers {
  const makers = new Map<string, ReadonlySet<number> | null>(MADE_BY_HAND.map((name) => [name, null]));
  const functions = programs.flatMap(listFunctions);
  for (let before = 0; before < makers.size; ) {
    before = makers.size;
    for (const { name, node } of functions) {
      const passed = passedOn(node, makers);
      if (passed.size > 0 && !makers.has(name)) makers.set(name, passed);
    }
  }
  return makers;
}

function listFunctions(program: unknown): Made[] {
  const found: Made[] = [];
  walkTree(program, ({ type, id, init, params, ...node }) => {
    const name = isTree(id) && typeof id.name === 'string' ? id.name : null;
    if (!name) return;
    if (type === 'FunctionDeclaration') found.push({ name, node: { type, params, ...node } });
    if (isTree(init) && /Function/.test(init.type)) found.push({ name, node: init });
  });
  return found;
}

/** The positions of the parameters that a function passes on into a problem. */
function passedOn({ params, body }: Tree, makers: Makers): Set<number> {
  const given = new Set<string>();
  walkTree(Array.isArray(params) && params.length > 0 ? body : null, (node) => {
    for (const name of namesIn(givenToProblem(node, makers))) given.add(name);
  });
  const positions = (params as Tree[]).flatMap((param, position) =>
    namesIn(param).some((name) => given.has(name)) ? [position] : [],
  );
  return new Set(positions);
}

function namesIn(node: unknown): string[] {
  const names: string[] = [];
  walkTree(node, ({ type, name }) => {
    if (type === 'Identifier') names.push(String(name));
  });
  return names;
}

/** What a call puts into a problem; nothing, if it makes none. */
function givenToProblem(node: Tree, makers: Makers): readonly Tree[] {
  const given = node.arguments as Tree[];
  if (node.type === 'NewExpression' && isTree(node.callee) && node.callee.name === 'Problem') return given;
  const passed = makers.get(nameOfCall(node) ?? '');
  if (passed === undefined) return [];
  return passed === null ? given : given.filter((_, position) => passed.has(position));
}

function listFound(file: string, program: unknown, makers: Makers): Found[] {
  const found: Found[] = [];
  walkTree(program, (node) => {
    const pair = pairIn(node);
    if (pair) found.push({ key: pair, fault: pair, file });
    const messages = [...messagesIn(givenToProblem(node, makers)), ...messagesOfSchema(node)];
    for (const message of messages) found.push({ key: message, fault: `answers '${message}'`, file });
  });
  return found;
}

/** `find(…) ?? fallback()` of two named functions. */
function pairIn({ type, operator, left, right }: Tree): string | null {
  if (type !== 'LogicalExpression' || operator !== '??') return null;
  const [found, fallback] = [left, right].map(nameOfCall);
  return found && fallback ? `${found}(…) ?? ${fallback}(…)` : null;
}

function nameOfCall(node: unknown): string | null {
  if (!isTree(node) || node.type !== 'CallExpression') return null;
  const { callee } = node;
  return isTree(callee) && callee.type === 'Identifier' ? String(callee.name) : null;
}

/** What a schema tells whoever sent what it refuses. */
function messagesOfSchema({ type, callee, arguments: given }: Tree): string[] {
  if (type !== 'CallExpression' || !isTree(callee) || !isTree(callee.property)) return [];
  if (!OF_SCHEMA.test(String(callee.property.name))) return [];
  return (given as Tree[]).flatMap((each, position) => {
    if (each.type !== 'ObjectExpression') return position === 0 ? [] : messagesIn(stringOf(each));
    return (each.properties as Tree[])
      .filter(({ key }) => isTree(key) && /^(error|message)$/.test(String(key.name)))
      .flatMap(({ value }) => messagesIn(value));
  });
}

/** What is a string itself, and not what another call is given. */
const stringOf = (node: Tree) => (/^(Literal|TemplateLiteral)$/.test(node.type) ? node : null);

/** What a problem tells its caller, without the values in it. */
function messagesIn(given: unknown): string[] {
  const messages: string[] = [];
  walkTree(given, (part) => {
    if (part.type === 'Literal' && typeof part.value === 'string') messages.push(part.value);
    if (part.type === 'TemplateLiteral') messages.push(wordsOf(part));
  });
  return messages.map((one) => one.trim()).filter((one) => one.split(' ').length >= MIN_WORDS);
}

const wordsOf = ({ quasis }: Tree) =>
  (quasis as Tree[])
    .map(({ value }) => (value as { cooked: string }).cooked)
    .join('…')
    .replace(/^…|…$/g, '');
