import { parseSync } from 'oxc-parser';
import type { Sources } from './imports.ts';
import { isTree, type Tree } from './syntax.ts';

export type FunctionLength = { file: string; name: string; lines: number };

const FUNCTION = /^(FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/;

/** The length in lines of each function that has a name, with what it contains; callbacks count for the function around them. */
export function measureFunctions(sources: Sources): FunctionLength[] {
  return [...sources].flatMap(([file, text]) => {
    const ends = lineEnds(text);
    const found: FunctionLength[] = [];
    walk(parseSync(file, text).program, null, (name, { start, end }) => {
      found.push({ file, name, lines: lineAt(ends, end) - lineAt(ends, start) + 1 });
    });
    return found;
  });
}

type Spanned = Tree & { end: number };

/** Visits each named function. `name` is what the surrounding node calls its value. */
function walk(node: unknown, name: string | null, visit: (name: string, made: Spanned) => void): void {
  if (Array.isArray(node)) {
    for (const one of node) walk(one, null, visit);
    return;
  }
  if (!isTree(node)) return;
  const own = isTree(node.id) ? textOf(node.id) : name;
  if (FUNCTION.test(node.type) && own) visit(own, node as Spanned);
  const called = isTree(node.key) ? textOf(node.key) : own;
  for (const [key, value] of Object.entries(node))
    walk(value, key === 'init' || key === 'value' ? called : null, visit);
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
