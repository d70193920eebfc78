import { expect, test } from 'vitest';
import { checkProblemCodes, checkServerCodes, checkStatusTables } from './problem-codes.ts';

const FILE = 'apps/web/src/features/orders/orders/reorder-page.tsx';
const judge = (text: string, file = FILE) => checkProblemCodes(new Map([[file, `\n${text}`]]));

test.each([
  'error instanceof ApiProblem && error.status === 409',
  'if (status !== 404) return;',
  'failure.status >= 500',
  '[400, 404].includes(error.status)',
  "error instanceof ApiProblem && error.code === 'conflct'",
  '404 === error.status',
  'error.status == 404',
  'error?.status === 404',
  'switch (error.status) { case 404: return null; }',
  'const GONE = 410; if (status === GONE) return;',
  'if (answer.statusCode === 404) return null;',
])('%s takes one problem for another', (text) => {
  expect(judge(text)).toEqual([`${FILE}:2: a problem is known by its code, see shared/api/api-problem.ts`]);
});

test.each(["hasCode(error, 'conflict')", "item.status === 'saved'", 'isAbsent(error)'])(
  '%s does not',
  (text) => {
    expect(judge(text)).toEqual([]);
  },
);

test('calls know statuses, and so do tests', () => {
  expect(judge('status === 429', 'apps/web/src/shared/api/api-problem.ts')).toEqual([]);
  expect(judge('status === 429', 'apps/web/src/shared/use-form.test.tsx')).toEqual([]);
});

test('an excuse that is no longer needed is listed', () => {
  const file = 'apps/web/src/features/library/upload-queue/upload-photo.ts';
  expect(judge('if (status === 401) wait();', file)).toEqual([]);
  expect(judge('wait();', file)).toEqual([`${file}: compares no status any more, and needs no excuse`]);
});

test('the server knows a problem by its code, too', () => {
  const judge = (text: string) =>
    checkServerCodes(new Map([['apps/server/src/platform/http/answer.ts', text]]));
  for (const code of ['if (error.status !== 400) throw error;', 'return problem?.status === 404;'])
    expect(judge(code)).toEqual([expect.stringContaining('answer.ts:1: a problem is known by its code')]);
  for (const code of [
    "if (error.code !== 'gone') throw error;",
    'error.status < 500',
    'answer.status === 410',
  ])
    expect(judge(code)).toEqual([]);
});

test('there is no second table of statuses', () => {
  const judge = (file: string, text: string) => checkStatusTables(new Map([[file, text]]));
  const answer = 'apps/server/src/platform/http/answer.ts';
  const table = "const CODES = { 403: 'forbidden', 404: 'not-found' };";
  expect(judge(answer, `\n${table}`)).toEqual([
    `${answer}:2: the status of each problem stands in PROBLEMS of the contracts`,
  ]);
  expect(judge(answer, "const CODES = { '403': forbidden, '404': 'gone' };")).toHaveLength(1);
  for (const text of [
    "const CODES = new Map([[403, 'forbidden'], [404, 'not-found']]);",
    "const CODES = { [403]: 'forbidden', [404]: 'not-found' };",
    "switch (status) { case 403: return 'forbidden'; case 404: return 'not-found'; }",
  ])
    expect(judge(answer, text)).toHaveLength(1);
  expect(judge('apps/web/src/features/orders/orders/words.ts', table)).toHaveLength(1);
  for (const text of [
    'const sizes = { 300: small, 800: large }; const only = { 404: gone };',
    'const places = [[400, 500], [450, 560]]; const widths = [480, 500];',
    'switch (kind) { case 1: return 404; case 2: return 500; }',
  ])
    expect(judge(answer, text)).toEqual([]);
  expect(judge('apps/server/src/platform/http/answer.test.ts', table)).toEqual([]);
});
