// @vitest-environment happy-dom
import type { AccountEvent } from '@keepsake/contracts/account/account-events';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { customer, showApp } from '#/app/screens.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const ACCOUNT = `/api/identity/v2/identities/consumer/${customer.customerId}`;
const event = (n: number, rest: Partial<AccountEvent> = {}): AccountEvent => ({
  id: `0190a5a5-0000-7000-8000-00000000000${n}`,
  kind: 'signed-in',
  happenedAt: `2026-03-0${n}T10:00:00Z`,
  times: 1,
  browser: 'Firefox',
  system: 'Windows',
  device: 'computer',
  ...rest,
});

type Answer = { status?: number; body: unknown };

async function open(answer: (cursor: string | null) => Answer) {
  await showApp({
    path: '/settings/security',
    answers: {
      '/api/customers/customers/me': { body: customer },
      [`${ACCOUNT}/emailchanges`]: { body: { email: 'anna@example.com', pending: null } },
      [`${ACCOUNT}/sessions`]: { body: { sessions: [] } },
      [`${ACCOUNT}/activity`]: (query: URLSearchParams) => answer(query.get('cursor')),
    },
  });
  return screen.findByRole('region', { name: 'Account activity' });
}
const textsOf = (section: HTMLElement) =>
  within(section)
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('describes events with time and device, and loads earlier ones', async () => {
  const later = [
    event(4, { kind: 'sign-in-failed', times: 3 }),
    event(3, { kind: 'passkey-added', browser: null, system: null, device: 'phone' }),
  ];
  const section = await open((cursor) => ({
    body: cursor ? { events: [event(2)], cursor: null } : { events: later, cursor: 'next' },
  }));
  await waitFor(() =>
    expect(textsOf(section)).toEqual([
      'Wrong password4 March 2026 at 10:00 · Firefox · Windows · 3 times',
      'Passkey added3 March 2026 at 10:00 · A phone',
    ]),
  );
  await userEvent.click(within(section).getByRole('button', { name: 'Show earlier activity' }));
  await waitFor(() => expect(textsOf(section).at(2)).toContain('Signed in2 March 2026'));
  expect(within(section).queryByRole('button')).toBeNull();
});

test('links to remedies for unfamiliar events', async () => {
  const section = await open(() => ({ body: { events: [], cursor: null } }));
  expect(await within(section).findByText('No activity yet.')).toBeTruthy();
  const ways = within(section).getAllByRole('link');
  expect(ways.map((way) => way.getAttribute('href'))).toEqual(['#password', '#sessions', '/help/contact']);
  for (const id of ['password', 'sessions']) expect(document.getElementById(id)).not.toBeNull();
});

test('a failed page can be retried, and the loaded ones stay', async () => {
  let fails = true;
  const section = await open((cursor) => {
    if (!cursor) return { body: { events: [event(4)], cursor: 'next' } };
    return fails ? { status: 500, body: {} } : { body: { events: [event(1)], cursor: null } };
  });
  const earlier = await within(section).findByRole('button', { name: 'Show earlier activity' });
  await userEvent.click(earlier);
  await within(section).findByRole('alert');
  expect(textsOf(section)).toHaveLength(1);
  fails = false;
  await userEvent.click(earlier);
  await waitFor(() => expect(textsOf(section)).toHaveLength(2));
});
