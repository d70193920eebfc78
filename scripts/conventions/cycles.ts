import path from 'node:path';
import type { Import } from './imports.ts';

/** Finds import cycles of files, each once, as an ordered list of files. Linear in files and imports. */
export function findCycles(imports: readonly Import[]): string[][] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of imports) targets.set(from, [...(targets.get(from) ?? []), to]);
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];

  function visit(file: string): void {
    const start = trail.indexOf(file);
    if (start >= 0) cycles.push(trail.slice(start));
    if (start >= 0 || done.has(file)) return;
    trail.push(file);
    for (const target of targets.get(file) ?? []) visit(target);
    trail.pop();
    done.add(file);
  }
  for (const file of targets.keys()) visit(file);
  return cycles;
}

/**
 * Finds cycles of folders. A folder and its contents count as one node: a file may import from folders above its own, and a
 * folder from its subfolders.
 */
export function findFolderCycles(imports: readonly Import[]): string[][] {
  const folders = imports
    .map(({ from, to }) => ({ from: path.posix.dirname(from), to: path.posix.dirname(to) }))
    .filter(({ from, to }) => !isWithin(from, to) && !isWithin(to, from));
  const unique = new Map(folders.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  return findCycles([...unique.values()]);
}

const isWithin = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
