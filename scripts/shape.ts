import { measureShape } from './conventions/measure-shape.ts';
import { measureListPages } from './conventions/pages/list-pages.ts';
import { longFunctions } from './conventions/shape.ts';
import { readSources } from './conventions/sources.ts';

/** `npm run shape`: prints size figures of the sources, to compare before and after a change. Limits are in `conventions/shape.ts`. */
const sources = readSources();
const shape = measureShape(sources);
console.log(
  `${shape.files} production files, median ${shape.median} lines, nine in ten under ${shape.ninetieth}, ` +
    `${shape.small} under 25, ${shape.tooLong.length} over 300; ` +
    `${longFunctions(sources).length} functions over 40 lines; ` +
    `${shape.thinFolders.length} folders below a module with fewer than 5 files; ` +
    `cycles: ${shape.fileCycles} of files, ${shape.folderCycles} of folders.`,
);
for (const file of shape.tooLong) console.log(`over 300 lines: ${file}`);
for (const folder of shape.thinFolders) console.log(`fewer than 5 files: ${folder}`);
for (const { page, files } of measureListPages(sources))
  console.log(`page with a list: ${page}, ${files.length} files`);
