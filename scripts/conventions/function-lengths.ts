import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTree, type Tree } from './syntax.ts';

export type FunctionLength = { file: string; name: string; lines: number };

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/**
 * The length in lines of each function that has a name, with what it contains. One without a name, such as what `memo` or a hook
 * gets, counts for the function around it; where there is none, it has the name of what it is passed to or stored in.
 */
export function measureFunctions(sources: Sources): FunctionLength[] {
  return [...sources].flatMap(([file, text]) => {
    const ends = lineEnds(text);
    const found: FunctionLength[] = [];
    walk(parseSync(file, text).program, OUTSIDE, (name, { start, end }) => {
      found.push({ file, name, lines: lineAt(ends, end) - lineAt(ends, start) + 1 });
    });
    return found;
  });
}

/** What surrounds a node: what its value is called, the nearest name, and whether a function is around it that was visited. */
type Around = { name: string | null; nearest: string | null; isInside: boolean };

const OUTSIDE: Around = { name: null, nearest: null, isInside: false };

/** Visits each function that has a name, or is not in one that was visited. */
function walk(node: unknown, around: Around, visit: (name: string, made: Tree) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, { ...around, name: null }, visit);
    return;
  }
  if (!isTree(node)) return;
  const own = isTree(node.id) ? textOf(node.id) : around.name;
  const called = isTree(node.key) ? textOf(node.key) : own;
  const nearest = called ?? around.nearest ?? calledName(node.callee);
  const visited = FUNCTION.test(node.type) ? (own ?? nameIfOutside(around, nearest)) : null;
  if (visited) visit(visited, node);
  const inside = { nearest, isInside: around.isInside || visited !== null };
  for (const [key, value] of Object.entries(node))
    walk(value, { ...inside, name: key === 'init' || key === 'value' ? called : null }, visit);
}

const nameIfOutside = ({ isInside }: Around, nearest: string | null) =>
  isInside ? null : (nearest ?? 'a function');

/** The name of what is called, or of the method. */
function calledName(callee: unknown): string | null {
  if (!isTree(callee)) return null;
  return textOf(isTree(callee.property) ? callee.property : callee);
}

const textOf = ({ name, value }: Tree): string | null =>
  typeof name === 'string' ? name : typeof value === 'string' ? value : null;

function lineEnds(text: string): number[] {
  const ends = [];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) ends.push(at);
  return ends;
}

/** The number of the line that holds a position, by bisection. */
function lineAt(ends: readonly number[], position: number): number {
  let [low, high] = [0, ends.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ends[middle] ?? 0) < position) low = middle + 1;
    else high = middle;
  }
  return low + 1;
}
