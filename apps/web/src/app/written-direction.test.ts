import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Files with physical sides that also apply in right-to-left languages, because the stage moves by gestures. */
const PHYSICAL = [
  'web/src/features/library/stage/bar-button.module.css',
  'web/src/features/library/photo-preview/filmstrip.module.css',
  'web/src/features/creations/online-products/opening-picture.module.css',
];
const SIDE =
  /(?:^|[\s;{])(?:(?:margin|padding|border|inset)-)?(?:left|right)(?:-\w+)?:|text-align:\s*(?:left|right)|float:/;

const apps = path.resolve(import.meta.dirname, '../../..');
const files = globSync('{web,server}/src/**/*.css', { cwd: apps });

test('styles use logical instead of physical sides [CFG-07]', () => {
  expect(files.length).toBeGreaterThan(50);
  const found = files.filter((file) => SIDE.test(readFileSync(path.join(apps, file), 'utf8')));
  expect(found.toSorted()).toEqual(PHYSICAL.toSorted());
});
