import { expect, test } from 'vitest';
import { checkPushReactions } from './cached-answers.ts';

const FILE = 'apps/web/src/features/library/downloads/archive-events.tsx';
const sources = new Map([
  ['apps/web/src/shared/push.ts', 'export function usePush(kind) {}'],
  ['apps/web/src/features/library/downloads/a.test.tsx', `usePush('archive', save);`],
  [FILE, `usePush('archive', save);`],
]);

test('a reaction to push messages needs a reason', () => {
  expect(checkPushReactions(sources, { 'library/downloads/archive-events.tsx': 'saves it' })).toEqual([]);
  expect(checkPushReactions(sources, {})).toEqual([
    `${FILE}: what a push message makes stale is declared in app/push-tags.ts`,
  ]);
});

test('a reason without a reaction is listed', () => {
  const reasons = { 'library/downloads/archive-events.tsx': 'x', 'orders/orders/queries.ts': 'y' };
  expect(checkPushReactions(sources, reasons)).toEqual([
    expect.stringContaining('orders/orders/queries.ts has no usePush any more'),
  ]);
});
