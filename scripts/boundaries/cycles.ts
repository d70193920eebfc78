import type { Import } from './imports.ts';

/** Finds import cycles, each once, as the list of its files in order. Linear in files and imports. */
export function findCycles(imports: Import[]): string[][] {
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
