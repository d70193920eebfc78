import { measureFunctions } from './function-lengths.ts';
import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { isProduction, linesOf, measureShape, type Shape } from './measure-shape.ts';

const MAX_FUNCTION_LINES = 40;
/** Of a test, with what only tests use: as long as the longest of them; the number only becomes smaller. */
const MAX_TEST_LINES = 396;
/** Share of files under 25 lines: more of them are splinters of a thought. */
const MAX_SMALL_SHARE = 0.0575;
/** Folders of few files that are there for a reason. */
const THIN_FOLDERS = new Set([
  // The only part of the demo shop that draws pages of a book; loaded by itself.
  'apps/web/src/features/shop/demo-shop/photo-book',
  // Pages of HTML beside the rules of the gallery.
  'apps/server/src/modules/creations/gallery/pages',
]);

/** Lists files, functions and folders of production code that are out of shape. */
export function checkShape(sources: Sources): string[] {
  const shape = measureShape(sources);
  return [
    ...judgeFiles(shape),
    ...judgeTests(sources),
    ...shape.largeRooms.map((room) => `${room}: over 40 files: two rooms`),
    ...longFunctions(sources).map(
      ({ file, name, lines }) => `${file}: ${name} has ${lines} lines, over ${MAX_FUNCTION_LINES}`,
    ),
  ];
}

function judgeFiles({ tooLong, thinFolders, small, files, fileCycles, folderCycles }: Shape): string[] {
  const share = small / files;
  return [
    ...tooLong.map((file) => `${file}: over 300 lines`),
    ...thinFolders
      .filter((folder) => !THIN_FOLDERS.has(folder))
      .map((folder) => `${folder}: fewer than five files`),
    ...(share > MAX_SMALL_SHARE
      ? [`${small} of ${files} files have under 25 lines: join what belongs together`]
      : []),
    ...(fileCycles + folderCycles > 0
      ? [`files or folders import each other in a circle: ${fileCycles} and ${folderCycles}`]
      : []),
  ];
}

function judgeTests(sources: Sources): string[] {
  return [...sources]
    .filter(([file, text]) => isTest(file) && linesOf(text) > MAX_TEST_LINES)
    .map(([file]) => `${file}: over ${MAX_TEST_LINES} lines: one test for each behaviour of many`);
}

/** Functions of production code with more than 40 lines, what they contain included. */
export function longFunctions(sources: Sources) {
  const production = new Map([...sources].filter(([file]) => isProduction(file)));
  return measureFunctions(production).filter(({ lines }) => lines > MAX_FUNCTION_LINES);
}
