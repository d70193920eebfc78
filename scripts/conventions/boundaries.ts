import { findCycles, findFolderCycles } from './cycles.ts';
import { readAssetImports, readImports, readSheetImports, type Sources } from './imports.ts';
import { isTest, judgeImport } from './layers.ts';

/**
 * Lists violations of the import rules in docs/architecture.md, one sentence each. Style sheets, texts and pictures belong to the
 * layer and the feature whose folder they are in, as code does.
 */
export function checkBoundaries(sources: Sources, sheets: Sources = new Map()): string[] {
  const imports = readImports(sources);
  const ofAssets = [...readAssetImports(sources), ...readSheetImports(sheets)];
  const wrong = [...imports, ...ofAssets].flatMap(({ from, to }) => {
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
