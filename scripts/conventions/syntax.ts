/** A node of a syntax tree, whatever it is. */
export type Tree = { type: string; start: number; end: number } & Record<string, unknown>;

export const isTree = (node: unknown): node is Tree =>
  typeof node === 'object' && node !== null && typeof (node as Tree).type === 'string';

/** Visits every node below and including the given one, parents first. */
export function walkTree(node: unknown, visit: (node: Tree) => void): void {
  if (typeof node !== 'object' || node === null) return;
  if (isTree(node)) visit(node);
  for (const value of Object.values(node)) walkTree(value, visit);
}

/** The line of a position in a file, counted from one. */
export const lineOf = (text: string, start: number): number => text.slice(0, start).split('\n').length;

/** A piece of code as it is compared: without comments, line breaks and what ends it. */
export const onOneLine = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/\s+/g, ' ')
    .replace(/[;,]$/, '')
    .trim();
