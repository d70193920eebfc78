// @vitest-environment happy-dom
import type { CallbackLine, CallbackSettings } from '@keepsake/contracts/exchange/callbacks';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';

const CALLBACKS = '/api/customers/callbacks';
const at = '2026-11-02T10:00:00.000Z';
const settings: CallbackSettings = {
  url: 'https://shop.example/hook',
  format: 'json',
  stopped: null,
  key: { madeAt: at, isShown: true, olderUntil: null },
  isLoopbackAllowed: false,
  testReceiverUrl: null,
};
const failed: CallbackLine = {
  callbackId: '0190ffff-0000-7000-8000-000000000001',
  type: 'order.status',
  createdAt: at,
  state: 'failed',
  nextAt: null,
  note: null,
  tries: [{ at, status: 500, fault: null, milliseconds: 42, answer: '<script>alert(1)</script>' }],
};
const open = (answers: Answers = {}, changes: Partial<CallbackSettings> = {}) =>
  showApp({
    path: '/settings/b2b/callbacks',
    session: fakeSession('signed-in', { isBusiness: true }),
    answers: {
      '/api/customers/customers/me': { body: { ...customer, isB2b: true } },
      [CALLBACKS]: { body: { ...settings, ...changes } },
      [`${CALLBACKS}/log`]: { body: { callbacks: [failed], cursor: null } },
      ...answers,
    },
  });

beforeEach(() => {
  window.innerWidth = 390;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('a failed callback is shown with its answer as text, and resent once for a double press [SET-09]', async () => {
  let count = 0;
  await open({
    [`POST ${CALLBACKS}/log/${failed.callbackId}/replay`]() {
      count++;
      return { status: 200, body: {} };
    },
  });
  const sent = await screen.findByRole('region', { name: 'Sent callbacks' });
  await within(sent).findByText('Failed');
  await userEvent.click(within(sent).getByText(/1 attempt/));
  expect(sent.textContent).toContain('<script>alert(1)</script>');
  await userEvent.dblClick(within(sent).getByRole('button', { name: /^Resend: Order status/ }));
  expect(await screen.findByText('The callback is being resent.')).toBeDefined();
  expect(count).toBe(1);
});

test('an invalid address is reported at the field and kept there [SET-06]', async () => {
  const put: unknown[] = [];
  await open({
    'PATCH /api/customers/customers/me': (_query, body) => ({ body: put.push(body) && customer }),
  });
  const field = (await screen.findByLabelText('Callback address')) as HTMLInputElement;
  await userEvent.clear(field);
  await userEvent.type(field, 'https://mia:secret@shop.example/');
  await userEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('The address must not contain a user name or password')).toBeDefined();
  expect([field.value, document.activeElement, put]).toEqual(['https://mia:secret@shop.example/', field, []]);
});

test.each([
  [true, 'http://localhost:9000/hook', 1],
  [true, 'http://shop.example/hook', 0],
  [false, 'http://localhost:9000/hook', 0],
])(
  'a loopback address is accepted where the server accepts it (%s, %s) [SET-06]',
  async (isLoopbackAllowed, url, saved) => {
    const put: unknown[] = [];
    await open(
      { 'PATCH /api/customers/customers/me': (_query, body) => ({ body: put.push(body) && customer }) },
      { isLoopbackAllowed },
    );
    const field = await screen.findByLabelText('Callback address');
    await userEvent.clear(field);
    await userEvent.type(field, url);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    if (saved === 0) await screen.findByText('The address must start with https://');
    await waitFor(() => expect(put).toHaveLength(saved));
    expect(screen.queryByText(/http:\/\/ address on this computer/) !== null).toBe(isLoopbackAllowed);
  },
);

test.each([
  ['gone', /status 410/],
  ['failing', /none had got through/],
] as const)('stopped callbacks say why (%s), and nothing can be sent', async (reason, words) => {
  await open({}, { stopped: { reason, at } });
  expect(await screen.findByText(words)).toBeDefined();
  const test = (await screen.findByRole('button', { name: 'Send test' })) as HTMLButtonElement;
  await waitFor(() => expect(test.disabled).toBe(true));
  expect(screen.queryByRole('button', { name: /^Resend: / })).toBeNull();
});
