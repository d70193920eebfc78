import { expect, test } from 'vitest';
import { checkBatches } from './batches.ts';

const FILE = 'apps/server/src/modules/library/photos/jobs.ts';
const CRON = "export const CRON: Cron = { task: CHECK, at: '* * * * *' };";
const check = (text: string, { file = FILE, harmless = {} } = {}) =>
  checkBatches(new Map([[file, `${CRON}\n${text}`]]), harmless);
const PROBLEM = `${FILE}: a periodic job acts on the items of a batch by actOnEach`;

test.each([
  'for (const row of await find(db)) await act(row);',
  'for (const row of rows) {\n  if (row.is) {}\n  await act(row);\n}',
  'for await (const rows of read(db)) act(rows);',
  'for (const { id } of rows) { await act(id); }',
])('a periodic job has no loop such as %s', (loop) => expect(check(loop)).toEqual([PROBLEM]));

test.each([
  'for (const row of rows) act(row);\nawait done();',
  'await actOnEach(rows, act, options);',
  'for (const row of rows) {\n  act(row);\n}\nawait done();',
])('other code is exempt: %s', (code) => expect(check(code)).toEqual([]));

test('a loop that is listed must exist', () => {
  const harmless = { 'modules/library/photos/jobs.ts': 'each is caught' };
  expect(check('for (const row of rows) await act(row);', { harmless })).toEqual([]);
  expect(check('', { harmless })).toHaveLength(1);
});

test('files without a periodic job are exempt', () => {
  expect(checkBatches(new Map([[FILE, 'for (const row of rows) await act(row);']]), {})).toEqual([]);
});
