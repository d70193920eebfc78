import { expect, test } from 'vitest';
import { checkRecentTimes } from './recent-times.ts';

const FILE = 'apps/server/src/modules/library/albums/store.ts';
const check = (text: string, file = FILE, exempt = {}) =>
  checkRecentTimes(new Map([[file, `\n${text}`]]), exempt);

test.each([
  "    .where('created_at', '>', since)",
  "    .where('kept.asked_at', '>=', new Date(now.getTime() - DAY_MS))",
  "eb('updated_at', '>', yesterday)",
  `    where user_id = \${customerId} and created_at > \${since}`,
  "and noted_at > now() - interval '1 day'",
])('a time of the past is not compared by hand: %s', (code) => {
  expect(check(code)).toEqual([expect.stringContaining(`${FILE}:2: `)]);
  expect(check(code, 'apps/server/src/modules/library/albums/store.test.ts')).toEqual([]);
  expect(check(code, 'apps/server/src/platform/recently.ts')).toEqual([]);
});

test.each([
  "    .where('expires_at', '>', now)",
  `and link_expires_at > \${now}`,
  'and run_at > now()',
  "    .where(wasRecent('created_at', recently))",
  "    .where('created_at', '<', before)",
  `// created_at > \${since}`,
])('times that lie ahead by their nature, and other comparisons, are free: %s', (code) =>
  expect(check(code)).toEqual([]),
);

test('an exemption without a comparison is listed', () => {
  const exempt = { 'modules/library/albums/store.ts created_at': 'a list' };
  expect(check("    .where('created_at', '>', since)", FILE, exempt)).toEqual([]);
  expect(check('', FILE, exempt)).toEqual([expect.stringContaining('is compared no more')]);
});
