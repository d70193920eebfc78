import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTree, type Tree } from './syntax.ts';

type Scope = {
  /** Whether a function could wait here: async, or said to return a promise. */
  isWaiting: boolean;
  /** Whether something is disposed, caught or done when this function returns. */
  isGuarded: boolean;
};

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** Calls of others that answer no promise, where they are returned in such a place. */
const SYNCHRONOUS = new Set([
  ...['crc32', 'equals', 'filter', 'from', 'fromEntries', 'join', 'map', 'parse', 'readUInt32BE', 'subarray'],
]);

/**
 * Lists returned calls that are not awaited although `using` or `try` is in scope. Such a function returns, disposes and leaves its
 * `catch` before the promise settles: what then fails is handled by nobody, and ends the process. Calls of our own functions count as
 * synchronous if their declared result is no promise.
 */
export function checkAwaits(sources: Sources): string[] {
  const programs = [...sources].map(([file, text]) => ({
    file,
    text,
    program: parseSync(file, text).program,
  }));
  const everywhere = readDeclared(programs.map(({ program }) => program));
  return programs.flatMap(({ file, text, program }) => {
    const calls: Tree[] = [];
    walk(program, { isWaiting: false, isGuarded: false }, calls);
    if (calls.length === 0) return [];
    const here = readDeclared(program);
    const isSynchronous = (name: string) => here.get(name) ?? (SYNCHRONOUS.has(name) || everywhere.get(name));
    return calls
      .filter(({ callee }) => !isOfReply(callee) && !isSynchronous(nameOf(callee) ?? ''))
      .map(({ start }) => {
        const line = text.slice(0, start).split('\n').length;
        return `${file}:${line}: a call returned where 'using' or 'try' is in scope is awaited`;
      });
  });
}

/** Functions by name, and whether every one of that name declares a result that is no promise. */
function readDeclared(node: unknown, declared = new Map<string, boolean>()): Map<string, boolean> {
  const note = (name: unknown, made: unknown) => {
    if (typeof name !== 'string' || !isTree(made) || !FUNCTION.test(made.type)) return;
    declared.set(name, declared.get(name) !== false && isTree(made.returnType) && !mayWait(made));
  };
  if (typeof node !== 'object' || node === null) return declared;
  if (isTree(node) && node.type === 'FunctionDeclaration' && isTree(node.id)) note(node.id.name, node);
  if (isTree(node) && node.type === 'VariableDeclarator' && isTree(node.id)) note(node.id.name, node.init);
  for (const value of Object.values(node)) readDeclared(value, declared);
  return declared;
}

function walk(node: unknown, scope: Scope, found: Tree[]): void {
  if (Array.isArray(node)) walkStatements(node, scope, found);
  else if (isTree(node)) walkTree(node, scope, found);
}

function walkTree(node: Tree, scope: Scope, found: Tree[]): void {
  if (node.type === 'TryStatement') {
    walkTry(node, scope, found);
    return;
  }
  if (node.type === 'ReturnStatement' && scope.isWaiting && scope.isGuarded)
    found.push(...tailsOf(node.argument).filter(mayPromise));
  const inner = innerScopeOf(node, scope);
  for (const value of Object.values(node)) walk(value, inner, found);
}

function innerScopeOf(node: Tree, scope: Scope): Scope {
  if (FUNCTION.test(node.type)) return { isWaiting: mayWait(node), isGuarded: false };
  const isUsingLoop = /^For(Of|In)?Statement$/.test(node.type) && isUsing(node.left ?? node.init);
  return isUsingLoop ? { ...scope, isGuarded: true } : scope;
}

/** Statements after a `using` of the same block are guarded by it. */
function walkStatements(nodes: unknown[], scope: Scope, found: Tree[]): void {
  let inner = scope;
  for (const node of nodes) {
    walk(node, inner, found);
    if (isUsing(node)) inner = { ...inner, isGuarded: true };
  }
}

function walkTry({ block, handler, finalizer }: Tree, scope: Scope, found: Tree[]): void {
  const guarded = { ...scope, isGuarded: true };
  walk(block, guarded, found);
  walk(handler, finalizer ? guarded : scope, found);
  walk(finalizer, scope, found);
}

const isUsing = (node: unknown) =>
  isTree(node) && node.type === 'VariableDeclaration' && /using$/.test(String(node.kind));

/** An async generator waits for what it returns by itself. */
function mayWait({ async: isAsync, generator, returnType }: Tree): boolean {
  if (generator) return false;
  return isAsync === true || /"name":"Promise"/.test(JSON.stringify(returnType ?? null));
}

/** What an expression may evaluate to. */
function tailsOf(node: unknown): Tree[] {
  if (!isTree(node)) return [];
  switch (node.type) {
    case 'ConditionalExpression':
      return [...tailsOf(node.consequent), ...tailsOf(node.alternate)];
    case 'LogicalExpression':
      return [...tailsOf(node.left), ...tailsOf(node.right)];
    case 'ParenthesizedExpression':
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
      return tailsOf(node.expression);
    default:
      return [node];
  }
}

function mayPromise({ type, callee }: Tree): boolean {
  if (type === 'NewExpression') return nameOf(callee) === 'Promise';
  return type === 'CallExpression' || type === 'ImportExpression';
}

function nameOf(callee: unknown): string | undefined {
  const named = isTree(callee) && callee.type === 'MemberExpression' ? callee.property : callee;
  return isTree(named) && typeof named.name === 'string' ? named.name : undefined;
}

/** Whether it is a method of Fastify's reply, as in `reply.code(200).send()`: the framework waits for that. */
function isOfReply(callee: unknown): boolean {
  if (!isTree(callee)) return false;
  if (callee.type === 'MemberExpression') return isOfReply(callee.object);
  if (callee.type === 'CallExpression') return isOfReply(callee.callee);
  return callee.type === 'Identifier' && callee.name === 'reply';
}
