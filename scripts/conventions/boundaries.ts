import { findCycles, findFolderCycles } from './cycles.ts';
import { readImports, type Sources } from './imports.ts';
import { isTest, judgeImport } from './layers.ts';

/** Lists violations of the import rules in docs/architecture.md, one sentence each. */
export function checkBoundaries(sources: Sources): string[] {
  const imports = readImports(sources);
  const wrong = imports.flatMap(({ from, to }) => {
    const reason = judgeImport(from, to);
    return reason ? [`${from} -> ${to}: ${reason}`] : [];
  });
  const ofProduction = imports.filter(({ from, to }) => !isTest(from) && !isTest(to));
  return [
    ...wrong,
    ...findCycles(imports).map((files) => `import cycle: ${[...files, files[0]].join(' -> ')}`),
    ...findFolderCycles(ofProduction).map(
      (folders) => `cycle of folders: ${[...folders, folders[0]].join(' -> ')}`,
    ),
  ];
}
