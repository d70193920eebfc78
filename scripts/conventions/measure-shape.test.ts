import { expect, test } from 'vitest';
import { measureShape } from './measure-shape.ts';

const lines = (count: number) => 'export const a = 1;\n'.repeat(1) + '//\n'.repeat(count - 1);

test('only production files count, and folders are only judged below a module', () => {
  const shape = measureShape(
    new Map([
      ['apps/server/src/modules/library/albums/index.ts', lines(10)],
      ['apps/server/src/modules/library/albums/store.ts', lines(100)],
      ['apps/server/src/modules/library/albums/pages/one.ts', lines(301)],
      ['apps/server/src/modules/library/albums/store.test.ts', lines(1_000)],
      ['apps/web/src/routes/_shell/albums.tsx', lines(5)],
      ['apps/server/src/demo/plan.ts', lines(1_000)],
      ['e2e/albums.ts', lines(1_000)],
    ]),
  );
  expect(shape).toEqual({
    files: 4,
    median: 100,
    ninetieth: 301,
    small: 0,
    tooLong: ['apps/server/src/modules/library/albums/pages/one.ts'],
    thinFolders: ['apps/server/src/modules/library/albums/pages'],
    largeRooms: [],
    fileCycles: 0,
    folderCycles: 0,
  });
});
