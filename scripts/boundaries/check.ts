import { findCycles } from './cycles.ts';
import { readImports, type Sources } from './imports.ts';
import { judgeImport } from './layers.ts';

/** Lists what breaks the rules of docs/architecture.md, one sentence each; none if all is well. */
export function checkBoundaries(sources: Sources): string[] {
  const imports = readImports(sources);
  const wrong = imports.flatMap(({ from, to }) => {
    const reason = judgeImport(from, to);
    return reason ? [`${from} -> ${to}: ${reason}`] : [];
  });
  const cycles = findCycles(imports).map((files) => `import cycle: ${[...files, files[0]].join(' -> ')}`);
  return [...wrong, ...cycles];
}
