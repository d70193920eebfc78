import { expect, test } from 'vitest';
import { checkSafeAreas } from './safe-areas.ts';

const TRAY = 'apps/web/src/features/library/uploads/import-tray.module.css';
const check = (text: string, file = TRAY) => checkSafeAreas(new Map([[file, text]]));

test('an inset may be read in one place of the web app and one of the server', () => {
  const rule = 'body {\n  padding: calc(8px + env(safe-area-inset-top, 0px));\n}';
  expect(check(rule)).toEqual([expect.stringContaining(`${TRAY}:2: reads an inset`)]);
  expect(check(rule, 'apps/server/src/modules/creations/widgets/viewer/viewer.css')).toHaveLength(1);
  expect(check(rule, 'apps/web/src/app/tokens.css')).toEqual([]);
  expect(check(rule, 'apps/server/src/platform/http/page-frame.css')).toEqual([]);
});

test('what is fixed to the window keeps out of the insets', () => {
  expect(check('.tray {\n  position: fixed;\n  inset-block-end: 16px;\n}')).toEqual([
    expect.stringContaining(`${TRAY}:2: is fixed to the window`),
  ]);
  expect(check('.tray {\n  position: fixed;\n  inset-block-end: var(--safe-bottom);\n}')).toEqual([]);
});
