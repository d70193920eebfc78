import { createDeclarations, type Declared } from './find-declared.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isTree, lineOf, type Tree } from './syntax.ts';

const SERVER = 'apps/server/src/';
const LOCK = { name: 'lockCount', file: `${SERVER}platform/database/database.ts` };
/** What repeats the transactions that are written inside it after a conflict; `inTurn` and `createOnce` are made of it. */
const REPEATING = 'retryConflicts';
const FUNCTION = /^(FunctionExpression|ArrowFunctionExpression)$/;

/**
 * Lists transactions of the server that take `lockCount`, themselves or in functions of files that are called by their names, and are
 * written outside `retryConflicts`: they run `inTurn`. One that `createOnce` opens repeats itself, and is none of these. What is
 * called through `deps` is not followed, and what takes its caller's transaction is judged where that one is opened.
 */
export function checkTurns(sources: Sources): string[] {
  const { bodyOf, find } = createDeclarations(sources);
  const innocent = new Set<Tree>();

  function takesLock(file: string, act: Tree): boolean {
    const seen = new Set<Tree>();
    if (isReached({ file, node: act }, seen)) return true;
    for (const node of seen) innocent.add(node);
    return false;
  }
  function isReached({ file, node }: Declared, seen: Set<Tree>): boolean {
    if (file === LOCK.file && nameOf(node.id) === LOCK.name) return true;
    if (seen.has(node) || innocent.has(node)) return false;
    seen.add(node);
    return namesCalledIn(node).some((name) => {
      const found = find(file, name);
      return found !== null && isReached(found, seen);
    });
  }

  return [...sources].flatMap(([file, text]) => {
    if (!file.startsWith(SERVER) || isTest(file) || !/\btransaction\(/.test(text)) return [];
    return actsIn(bodyOf(file))
      .filter((act) => takesLock(file, act))
      .map(
        ({ start }) =>
          `${file}:${lineOf(text, start)}: a transaction that takes lockCount runs inTurn, which repeats it after a conflict`,
      );
  });
}

/** The functions that are given to a transaction's `execute`, except in what is repeated. */
const actsIn = (body: unknown): Tree[] => nodesIn(body).flatMap((node) => actOf(node) ?? []);

/** The names of functions that are called in a function, except in what is repeated. */
const namesCalledIn = (node: Tree): string[] =>
  node.type === 'Identifier'
    ? [nameOf(node)]
    : nodesIn(node).flatMap(({ type, callee }) => (type === 'CallExpression' && nameOf(callee)) || []);

/** What a transaction does: a function, or the name of one. Statements are executed with nothing, or with a database. */
function actOf({ type, callee, arguments: given }: Tree): Tree | undefined {
  if (type !== 'CallExpression' || !isTree(callee) || nameOf(callee.property) !== 'execute') return undefined;
  const [act] = given as Tree[];
  return act && (FUNCTION.test(act.type) || act.type === 'Identifier') ? act : undefined;
}

/** Every node that is not repeated. */
function nodesIn(node: unknown, found: Tree[] = []): Tree[] {
  if (typeof node !== 'object' || node === null) return found;
  if (isTree(node)) {
    if (node.type === 'CallExpression' && nameOf(node.callee) === REPEATING) return found;
    found.push(node);
  }
  for (const value of Object.values(node)) nodesIn(value, found);
  return found;
}

const nameOf = (node: unknown) => (isTree(node) && typeof node.name === 'string' ? node.name : '');
