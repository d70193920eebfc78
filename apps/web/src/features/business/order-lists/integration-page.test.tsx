// @vitest-environment happy-dom

import { ORDER_LIST_LIMITS, type OrderList } from '@keepsake/contracts/business/order-lists';
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import { fakePush } from '#/shared/push.fixture.ts';
import type { PushClient } from '#/shared/push.ts';

const LISTS = '/api/orders/order-lists';
const taken: OrderList = {
  id: '0190ffff-0000-7000-8000-000000000001',
  name: 'monday.xml',
  state: 'taken',
  isRepeat: false,
  receivedAt: '2026-11-02T10:00:00.000Z',
  orders: [{ line: 1, reference: 'A-1', orderCode: '0A1B2C3D-A-1' }],
  faults: [],
};
const rejected: OrderList = {
  ...taken,
  id: '0190ffff-0000-7000-8000-000000000002',
  name: 'tuesday.csv',
  state: 'rejected',
  orders: [],
  faults: [
    { line: 2, reference: 'B-1', code: 'missing', value: 'city' },
    { line: null, reference: null, code: 'other-account', value: '<b>x</b>' },
  ],
};
const answersOf = (lists: readonly OrderList[]): Answers => ({
  '/api/customers/customers/me': { body: { ...customer, isB2b: true } },
  [`${LISTS}/instructions`]: {
    body: { host: 'ftp.example.com', user: '0abc', samples: [{ format: 'xml', name: 'a.xml', text: 'x' }] },
  },
  [LISTS]: { body: { lists, cursor: null } },
});
const open = (answers: Answers, push: PushClient | null = null) =>
  showApp({
    path: '/integration',
    answers,
    push,
    session: fakeSession('signed-in', { isBusiness: true }),
  });

beforeEach(() => {
  window.innerWidth = 1280;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the instructions name server and user, and each file shows its outcome [RTE-23]', async () => {
  await open(answersOf([rejected, { ...taken, isRepeat: true }]));
  expect(await screen.findByText('ftp.example.com')).toBeDefined();
  expect(screen.getByText('0abc')).toBeDefined();
  const files = await screen.findByRole('region', { name: 'Your order files' });
  const [wrong, good] = (await within(files).findAllByRole('heading', { level: 3 })).map((heading) =>
    heading.closest('li'),
  );
  expect(wrong?.textContent).toContain('Line 2 · B-1 · The field city is missing.');
  expect(wrong?.textContent).toContain('The account <b>x</b> is not yours.');
  expect(good?.textContent).toContain('Already accepted: nothing was ordered again');
  const link = within(good as HTMLElement).getByRole('link', { name: '0A1B2C3D-A-1' });
  expect(link.getAttribute('href')).toBe('/orders/0A1B2C3D-A-1');
});

test('instructions and faults name the limits that the server keeps', async () => {
  const faults = (['too-large', 'too-many'] as const).map((code) => ({
    line: null,
    reference: null,
    code,
    value: null,
  }));
  await open(answersOf([{ ...rejected, faults }]));
  const { megabytes, orders, items } = ORDER_LIST_LIMITS;
  const page = (await screen.findByRole('heading', { name: 'tuesday.csv' })).ownerDocument.body.textContent;
  expect(page).toContain(`up to ${megabytes}\u00a0MB and ${orders} orders`);
  expect(page).toContain(`The file is larger than ${megabytes}\u00a0MB.`);
  expect(page).toContain(`There are more than ${orders} orders, or more than ${items} items in an order.`);
});

test('a file processed meanwhile appears without a reload', async () => {
  const answers = answersOf([]);
  const push = fakePush();
  await open(answers, push);
  await screen.findByText('No files received yet.');
  Object.assign(answers, answersOf([taken]));
  push.say('order-lists-changed', {});
  expect(await screen.findByText('monday.xml')).toBeDefined();
});

test('a failure is shown with its code and can be retried', async () => {
  const failure = { status: 503, body: { code: 'unavailable', correlationId: 'abcdef1234567890' } };
  await open({ ...answersOf([]), [`${LISTS}/instructions`]: failure, [LISTS]: failure });
  expect(await screen.findByText('The instructions could not be loaded.')).toBeDefined();
  expect(await screen.findByText('Your order files could not be loaded.')).toBeDefined();
  expect(screen.getAllByRole('button', { name: 'Try again' })).toHaveLength(2);
});
