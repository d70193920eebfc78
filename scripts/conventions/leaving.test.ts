import { expect, test } from 'vitest';
import { checkLeaving } from './leaving.ts';

const FILE = 'apps/web/src/features/account/payment-methods/payment-method-page.tsx';
const judge = (text: string, file = FILE) => checkLeaving(new Map([[file, text]]));

test('pages are left by leaveFor, which returns when the customer stays', () => {
  const problem = `${FILE}:1: pages are left by leaveFor`;
  expect(judge('window.location.assign(url);')).toEqual([problem]);
  expect(judge("location.href = '/';")).toEqual([problem]);
  expect(judge("if (location.href === from) await leaveFor('/'); // not location.assign('/')")).toEqual([]);
  expect(judge('window.location.assign(url);', 'apps/web/src/shared/leave-page.ts')).toEqual([]);
  expect(judge('window.location.assign(url);', FILE.replace('.tsx', '.test.tsx'))).toEqual([]);
});
