// @vitest-environment happy-dom
import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const PATH = `/api/identity/v2/identities/consumer/${customer.customerId}/deleteaccount`;
const nothing = { consequences: [], pending: null, blockedUntil: null };

async function open(reading: object, more: Answers = {}) {
  const answers: Answers = {
    '/api/customers/customers/me': { body: customer },
    [`GET ${PATH}`]: { body: { ...nothing, ...reading } },
    ...more,
  };
  await showApp({ path: '/settings/delete-account', answers });
  await screen.findByRole('region', { name: 'What you would lose' });
  return answers;
}

test('losses are listed first, with their number and what happens to them [IDN-09]', async () => {
  await open({
    consequences: [
      { kind: 'invoices', count: 2 },
      { kind: 'photos', count: 1234 },
      { kind: 'albums', count: 1 },
    ],
  });
  const losses = within(screen.getByRole('region', { name: 'What you would lose' })).getAllByRole('listitem');
  expect(losses.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^2 invoicesYou can no longer open them/),
    expect.stringMatching(/^1,234 photosPermanently deleted/),
    '1 albumDeleted.',
  ]);
});

test('an account without any data says so [IDN-09]', async () => {
  await open({});
  const losses = within(screen.getByRole('region', { name: 'What you would lose' }));
  expect(losses.getByText('There is nothing in your account except your own details.')).toBeDefined();
  expect(losses.queryByRole('list')).toBeNull();
});

test.each([
  [429, 'too-many-requests', /Too many attempts/],
  [409, 'email-change-undoable', /Your last email address change can still be undone/],
  [500, 'unexpected', /Your account has not been deleted/],
])('a request answered with %i says why nothing was sent [IDN-09]', async (status, code, sentence) => {
  await open({}, { [`POST ${PATH}`]: { status, body: { code } } });
  await userEvent.click(screen.getByRole('button', { name: 'Email me the link' }));
  expect((await screen.findByRole('alert')).textContent).toMatch(sentence);
});

test('while a change of the address can be undone, the page says until when [IDN-09]', async () => {
  await open({ blockedUntil: '2026-12-01T10:00:00.000Z' });
  expect(screen.getByText(/You cannot delete your account until 1 December 2026/)).toBeDefined();
  expect(screen.getByRole('button', { name: 'Email me the link' })).toHaveProperty('disabled', true);
});

test('a pending deletion can be cancelled [IDN-09]', async () => {
  const soon = new Date(Date.now() + 30_000).toISOString();
  const answers = await open(
    { pending: { expiresAt: soon, resendAt: soon } },
    { [`DELETE ${PATH}`]: { status: 204, body: null } },
  );
  expect(screen.queryByRole('button', { name: 'Email me the link' })).toBeNull();
  expect(screen.getByRole('button', { name: /^Send again in/ })).toHaveProperty('disabled', true);
  answers[`GET ${PATH}`] = { body: nothing };
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  expect(await screen.findByRole('button', { name: 'Email me the link' })).toBeDefined();
});
