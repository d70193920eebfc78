import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, lineOf, type Tree, walkTree } from './syntax.ts';
import { type Functions, namesBoundBy, passesOn, readFunctions } from './unasked-failures.ts';

const CHECKED = /^apps\/(server|web)\/src\//;
const MENTIONS = /\bcatch\b|\.then\(|allSettled/;
const DECLARATION = /^(FunctionDeclaration|VariableDeclaration|Property)$/;
/** What may stand between a comment and what it is about. */
const BETWEEN = /^\s*(export )?(const \w+ = )?$/;
const STATEMENT = /(Statement|Declaration)$/;

/** What only hands a value on, or waits for it. */
const HANDS_ON = /^(AwaitExpression|UnaryExpression|ParenthesizedExpression|ChainExpression)$/;

const VANISHES = 'a failure vanishes: report it, or say why nobody needs to know';
const UNASKED =
  'a failure that the handler does not ask for vanishes: rethrow or report it, or say first what becomes of it';

/**
 * Lists failures that vanish, one sentence each: of handlers that take no error, or use none, of `Promise.allSettled` whose outcomes
 * nobody reads, and of handlers that ask what an error is and drop all others. A comment in such a handler, behind it or above its
 * statement says why nobody needs to know; one that answers something may leave that to the docstring of its function. A handler
 * that asks says at its top, or above its statement, what becomes of what it does not ask for.
 */
export function checkSwallowed(sources: Sources): string[] {
  return [...sources].flatMap(([file, text]) => {
    if (!CHECKED.test(file) || isTest(file) || !MENTIONS.test(text)) return [];
    const { program, comments } = parseSync(file, text);
    const functions = readFunctions(program);
    return listHandlers(program, functions)
      .filter((found) => !isExplained(found, text, comments))
      .map(({ handler, fault }) => `${file}:${lineOf(text, handler.start)}: ${fault}`);
  });
}

type Fault = typeof VANISHES | typeof UNASKED;
/** A handler that makes nothing of an error, or of some, the function of its file that it names, and the nodes it is in, innermost first. */
type Found = { handler: Tree; named?: Tree; fault: Fault; within: readonly Tree[] };
type Comments = readonly { start: number; end: number }[];

function listHandlers(node: unknown, functions: Functions, within: readonly Tree[] = []): Found[] {
  if (typeof node !== 'object' || node === null) return [];
  const inner = isTree(node) ? [node, ...within] : within;
  const own = isTree(node) ? handlersOf(node, within, functions) : [];
  return [
    ...own.map((found) => ({ ...found, within: inner })),
    ...Object.values(node).flatMap((value) => listHandlers(value, functions, inner)),
  ];
}

/** The handlers of a statement or a call that make nothing of an error. */
function handlersOf(node: Tree, within: readonly Tree[], functions: Functions): Omit<Found, 'within'>[] {
  if (node.type === 'CatchClause') return judge(node, node.param, functions);
  const { callee, arguments: given } = node;
  if (!isTree(callee) || !isTree(callee.property)) return [];
  const name = String(callee.property.name);
  if (name === 'allSettled') return isRead(within) ? [] : [{ handler: node, fault: VANISHES }];
  const handler = (given as Tree[])[['catch', 'then'].indexOf(name)];
  if (!isTree(handler)) return [];
  const own = handler.type === 'Identifier' ? functions.get(String(handler.name)) : handler;
  if (!own || !Array.isArray(own.params)) return [];
  const found = judge(own, own.params[0], functions);
  return own === handler ? found : found.map(({ fault }) => ({ handler, named: own, fault }));
}

function judge(handler: Tree, param: unknown, functions: Functions): Omit<Found, 'within'>[] {
  if (!isUsed(param, handler.body)) return [{ handler, fault: VANISHES }];
  return passesOn(param, handler.body, functions) ? [] : [{ handler, fault: UNASKED }];
}

/** Whether anybody looks at what a call yields, by the nodes that it is in. */
function isRead(within: readonly Tree[]): boolean {
  const [outer, call] = within.filter(({ type }) => !HANDS_ON.test(type));
  if (outer?.type === 'ExpressionStatement') return false;
  if (outer?.type !== 'MemberExpression' || !isTree(outer.property) || outer.property.name !== 'then')
    return true;
  const [act] = [call?.arguments].flat();
  return !isTree(act) || !Array.isArray(act.params) || isUsed(act.params[0], act.body);
}

/** Whether a body mentions its parameter, or a part of it. */
function isUsed(param: unknown, body: unknown): boolean {
  const names = namesBoundBy(param);
  return namesIn(body).some((name) => names.includes(name));
}

/** Names that stand for a value: not those of properties, `error` in `{ error: null }`, nor what `void error` only pretends to use. */
function namesIn(node: unknown): string[] {
  const names: string[] = [];
  const properties = new Set<unknown>();
  walkTree(node, (each) => {
    if (each.type === 'UnaryExpression' && each.operator === 'void') properties.add(each.argument);
    if (each.type === 'MemberExpression' && !each.computed) properties.add(each.property);
    if (each.type === 'Property' && !each.computed && !each.shorthand) properties.add(each.key);
    if (each.type === 'Identifier' && !properties.has(each)) names.push(String(each.name));
  });
  return names;
}

function isExplained({ handler, named, fault, within }: Found, text: string, comments: Comments): boolean {
  const isBelowComment = (node: Tree | undefined) =>
    node !== undefined &&
    comments.some(({ end }) => end <= node.start && BETWEEN.test(text.slice(end, node.start)));
  const beginsLine = ({ start }: Tree) => /(^|\n)\s*$/.test(text.slice(0, start));
  const statement = within.find((node) => STATEMENT.test(node.type) && beginsLine(node));
  // Above a `try` is what is tried.
  const isOfTry = fault === UNASKED && handler.type === 'CatchClause';
  if (!isOfTry && isBelowComment(statement)) return true;
  if (isBelowComment(named) || beginsWithComment(named ?? handler, text, comments)) return true;
  if (fault === UNASKED) return false;
  const endOfLine = text.indexOf('\n', handler.end);
  if (comments.some(({ end }) => end > handler.start && (end <= endOfLine || endOfLine < 0))) return true;
  return isAnswering(handler) && within.some((node) => DECLARATION.test(node.type) && isBelowComment(node));
}

/** Whether the first thing in a handler is a comment. */
function beginsWithComment({ body }: Tree, text: string, comments: Comments): boolean {
  const [begin, end] = isTree(body) ? [body.start, body.end] : [0, 0];
  return comments.some(
    ({ start }) => start > begin && start < end && /^\{\s*$/.test(text.slice(begin, start)),
  );
}

/** Whether a handler has a value for its caller. */
function isAnswering({ body }: Tree): boolean {
  if (!isTree(body)) return false;
  if (body.type !== 'BlockStatement')
    return body.type !== 'Identifier' && body.type !== 'AssignmentExpression';
  return (body.body as Tree[]).some(({ type }) => type === 'ReturnStatement');
}
