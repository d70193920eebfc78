import { expect, test } from 'vitest';
import { checkProblemCodes } from './problem-codes.ts';

const FILE = 'apps/web/src/features/orders/orders/reorder-page.tsx';
const judge = (text: string, file = FILE) => checkProblemCodes(new Map([[file, `\n${text}`]]));

test.each([
  'error instanceof ApiProblem && error.status === 409',
  'if (status !== 404) return;',
  'failure.status >= 500',
  '[400, 404].includes(error.status)',
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
