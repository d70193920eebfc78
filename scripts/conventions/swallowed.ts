import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, type Tree, walkTree } from './syntax.ts';

const CHECKED = /^apps\/(server|web)\/src\//;
const MENTIONS = /\bcatch\b|\.then\(/;
const DECLARATION = /^(FunctionDeclaration|VariableDeclaration|Property)$/;
const STATEMENT = /(Statement|Declaration)$/;

/**
 * Lists failures that vanish, one sentence each: handlers that take no error, or use none, and so neither report nor judge it. A
 * comment in such a handler, behind it or above its statement says why nobody needs to know; one that answers something may leave
 * that to the docstring of its function.
 */
export function checkSwallowed(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!CHECKED.test(file) || isTest(file) || !MENTIONS.test(text)) return [];
    const { program, comments } = parseSync(file, text);
    const ends = comments.map(({ end }) => end);
    return listHandlers(program)
      .filter((found) => !isExplained(found, text, ends))
      .map(({ handler: { start } }) => `${file}:${text.slice(0, start).split('\n').length}: ${FAULT}`);
  });
}

const FAULT = 'a failure vanishes: report it, or say why nobody needs to know';

/** A handler, and the nodes that it is in, innermost first. */
type Found = { handler: Tree; within: readonly Tree[] };

function listHandlers(node: unknown, within: readonly Tree[] = []): Found[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = isTree(node) ? [node, ...within] : within;
  const own = isTree(node) ? handlersOf(node).map((handler) => ({ handler, within: inner })) : [];
  return [...own, ...Object.values(node).flatMap((value) => listHandlers(value, inner))];
}

/** The handlers of a statement or a call that make nothing of an error. */
function handlersOf(node: Tree): Tree[] {
  if (node.type === 'CatchClause') return isUsed(node.param, node.body) ? [] : [node];
  const { callee, arguments: given } = node;
  if (!isTree(callee) || !isTree(callee.property)) return [];
  const handler = (given as Tree[])[['catch', 'then'].indexOf(String(callee.property.name))];
  if (!isTree(handler) || !Array.isArray(handler.params)) return [];
  return isUsed(handler.params[0], handler.body) ? [] : [handler];
}

/** Whether a body mentions its parameter, or a part of it. */
function isUsed(param: unknown, body: unknown): boolean {
  const names = namesIn(param);
  return namesIn(body).some((name) => names.includes(name));
}

/** Names that stand for a value: not those of properties, such as `error` in `{ error: null }`. */
function namesIn(node: unknown): string[] {
  const names: string[] = [];
  const properties = new Set<unknown>();
  walkTree(node, (each) => {
    if (each.type === 'MemberExpression' && !each.computed) properties.add(each.property);
    if (each.type === 'Property' && !each.computed && !each.shorthand) properties.add(each.key);
    if (each.type === 'Identifier' && !properties.has(each)) names.push(String(each.name));
  });
  return names;
}

function isExplained({ handler, within }: Found, text: string, ends: readonly number[]): boolean {
  const isBelowComment = (node: Tree | undefined) =>
    node !== undefined &&
    ends.some((end) => end <= node.start && /^\s*(export )?$/.test(text.slice(end, node.start)));
  const endOfLine = text.indexOf('\n', handler.end);
  if (ends.some((end) => end > handler.start && (end <= endOfLine || endOfLine < 0))) return true;
  const beginsLine = ({ start }: Tree) => /(^|\n)\s*$/.test(text.slice(0, start));
  if (isBelowComment(within.find((node) => STATEMENT.test(node.type) && beginsLine(node)))) return true;
  return isAnswering(handler) && within.some((node) => DECLARATION.test(node.type) && isBelowComment(node));
}

/** Whether a handler has a value for its caller. */
function isAnswering({ body }: Tree): boolean {
  if (!isTree(body)) return false;
  if (body.type !== 'BlockStatement')
    return body.type !== 'Identifier' && body.type !== 'AssignmentExpression';
  return (body.body as Tree[]).some(({ type }) => type === 'ReturnStatement');
}
