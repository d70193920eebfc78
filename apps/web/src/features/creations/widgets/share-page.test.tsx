// @vitest-environment happy-dom
import { encodeAddress, type Widget } from '@keepsake/contracts/creations/widgets';
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';

const WIDGET = '/api/widgets/v1/widget/BOOK-1';
const widget: Widget = {
  widgetId: '0190ffff-0000-7000-8000-000000000001',
  productCode: 'BOOK-1',
  channel: 'pennyfern',
  kind: 'book',
  productTitle: 'Kent',
  product: 'Photo book',
  orderCode: null,
  placesCount: 4,
  title: null,
  firstPlace: 1,
  lastPlace: null,
  colours: 'auto',
  size: 'medium',
  sites: [],
  url: 'https://example.com/w/x',
  isBlocked: false,
  blockedReason: null,
  visits: 0,
  createdAt: '2026-11-02T10:00:00.000Z',
  cover: null,
  entry: null,
};
const open = (answers: Answers, b2bStatus: string | null = null) =>
  showApp({
    path: '/widgets/BOOK-1/share',
    session: fakeSession('signed-in', { isBusiness: true }),
    answers: {
      '/api/customers/customers/me': { body: { ...customer, isB2b: true, b2bStatus } },
      [WIDGET]: { body: widget },
      ...answers,
    },
  });
const recipient = () => screen.findByLabelText("Recipient's email address");
const send = () => screen.getByRole('button', { name: 'Send link' });

beforeEach(() => {
  window.innerWidth = 390;
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('sends to one recipient, once for a double press, with the message as typed [RTE-36, WID-10]', async () => {
  const requested: URLSearchParams[] = [];
  const { promise: pressed, resolve: answer } = Promise.withResolvers<void>();
  await open({
    async [`POST ${WIDGET}/share`](query) {
      requested.push(query);
      await pressed;
      return { body: { sharedAt: '2026-11-02T10:00:00.000Z' } };
    },
  });
  await userEvent.type(await recipient(), 'eve@example.com');
  await userEvent.type(
    screen.getByLabelText('Message'),
    '<b>Look</b> https://example.org \u05e9\u05dc\u05d5\u05dd',
  );
  await userEvent.dblClick(send());
  answer();
  expect(await screen.findByText('The link is on its way to eve@example.com.')).toBeDefined();
  expect(requested).toHaveLength(1);
  expect(requested[0]?.get('personalMessage')).toBe(
    '<b>Look</b> https://example.org \u05e9\u05dc\u05d5\u05dd',
  );
  expect(requested[0]?.get('toEmailAddress')).toBe(encodeAddress('eve@example.com'));
});

test('asks for a single address if there are several, and keeps what was typed [WID-04]', async () => {
  let count = 0;
  await open({ [`POST ${WIDGET}/share`]: () => ({ status: ++count, body: {} }) });
  const field = (await recipient()) as HTMLInputElement;
  await userEvent.type(field, 'eve@example.com, adam@example.com');
  await userEvent.click(send());
  expect(await screen.findByText('Enter a single email address, such as name@example.com.')).toBeDefined();
  expect([count, field.value, document.activeElement]).toEqual([
    0,
    'eve@example.com, adam@example.com',
    field,
  ]);
});

test.each([
  ['recipient-refused', 409, 'This recipient has opted out of these emails.'],
  ['too-many-requests', 429, 'You have reached the email limit for now.'],
  ['account-blocked', 403, 'Your account is blocked'],
  ['unavailable', 503, 'The link could not be sent. Please try again.'],
])('says why nothing was sent: %s', async (code, status, words) => {
  await open({ [`POST ${WIDGET}/share`]: { status, body: { code, correlationId: 'abcdef' } } });
  await userEvent.type(await recipient(), 'eve@example.com');
  await userEvent.click(send());
  await waitFor(() => expect(document.body.textContent).toContain(words), { timeout: 5_000 });
});

test('a blocked customer sees the reason instead of a form [B2B-05]', async () => {
  await open({}, 'Blocked');
  expect(await screen.findByText(/^Your account is blocked/)).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Send link' })).toBeNull();
});
