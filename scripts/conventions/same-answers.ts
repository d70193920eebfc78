import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const SERVER = 'apps/server/src/';
/** Shorter ones, such as 'is missing', are words of the language. */
const MIN_WORDS = 3;

type Found = { key: string; fault: string; file: string };

/**
 * Lists what several files of the server make in the same way: answers that tell a caller the same, and values that are found by
 * one function and otherwise given by another. Its owner exports a function that does it.
 */
export function checkSameAnswers(sources: Sources): string[] {
  const found = [...sources]
    .filter(([file]) => file.startsWith(SERVER) && !isTest(file))
    .flatMap(([file, text]) => listFound(file, parseSync(file, text).program));
  return [...Map.groupBy(found, ({ key }) => key).values()].flatMap(([first, ...others]) =>
    others
      .filter(({ file }) => file !== first?.file)
      .map(({ file, fault }) => `${file}: ${fault}, as in ${first?.file}: give it one function`),
  );
}

function listFound(file: string, program: unknown): Found[] {
  const found: Found[] = [];
  walkTree(program, (node) => {
    const pair = pairIn(node);
    if (pair) found.push({ key: pair, fault: pair, file });
    for (const message of messagesIn(node)) found.push({ key: message, fault: `answers '${message}'`, file });
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

/** What a problem tells its caller, without the values in it. */
function messagesIn(node: Tree): string[] {
  const { type, callee } = node;
  const isProblem = type === 'NewExpression' && isTree(callee) && callee.name === 'Problem';
  if (!isProblem && nameOfCall(node) !== 'faultyField') return [];
  const messages: string[] = [];
  walkTree(node.arguments, (part) => {
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
