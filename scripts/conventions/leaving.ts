import type { Sources } from './imports.ts';
import { isTest } from './layers.ts';
import { withoutComment } from './time-and-ids.ts';

const WEB = 'apps/web/src/';
/** `leaveFor` itself, and a page of the retailer that may open an app instead of leaving (ALD-35). */
const MAY = new Set([`${WEB}shared/leave-page.ts`, `${WEB}features/library/albums/leave-for-upload.ts`]);
const LEAVES = /\blocation\.(assign\s*\(|href\s*=[^=])/;

/**
 * Lists places in the web app that navigate to another document themselves. While photos are uploaded the browser asks first, and
 * only `leaveFor` returns to a customer who stays: elsewhere a button or dialog would wait for ever.
 */
export function checkLeaving(sources: Sources): string[] {
  return [...sources]
    .filter(
      ([file]) => file.startsWith(WEB) && !MAY.has(file) && !isTest(file) && !/\.fixture\.tsx?$/.test(file),
    )
    .flatMap(([file, text]) =>
      text
        .split('\n')
        .flatMap((line, index) =>
          LEAVES.test(withoutComment(line)) ? [`${file}:${index + 1}: pages are left by leaveFor`] : [],
        ),
    );
}
