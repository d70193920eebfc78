// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, showApp } from '#/app/screens.fixture.tsx';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { mailedAddressOf, mailedTokenOf, takeMailedToken } from '#/shared/mailed-token.ts';
import { changeEmailFailureOf } from './queries.ts';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const CHANGES = `/api/identity/v2/identities/consumer/${customer.customerId}/emailchanges`;
const SESSIONS = CHANGES.replace('emailchanges', 'sessions');
const email = 'anna@example.com';
const pending = {
  email: 'new@example.com',
  expiresAt: '2026-06-15T11:00:00.000Z',
  resendAt: '2026-06-15T10:01:00.000Z',
};
const open = (answers: Answers) =>
  showApp({
    path: '/settings/email',
    answers: {
      '/api/customers/customers/me': { body: customer },
      [CHANGES]: { body: { email, pending: null } },
      [SESSIONS]: { body: { sessions: [] } },
      ...answers,
    },
  });
const send = async (address: string) => {
  await userEvent.type(await screen.findByLabelText(/New email address/), address);
  await userEvent.click(screen.getByRole('button', { name: 'Send link' }));
};
const problem = (status: number) =>
  new ApiProblem({ status, url: '', code: 'x', correlationId: 'x', endpoint: 'requestEmailChange' });

test('a 409 is a failure with emailInUse, a 429 one without [IDN-13, IDN-14]', () => {
  expect(changeEmailFailureOf(problem(409))).toEqual({ emailInUse: true, isTooOften: false });
  expect(changeEmailFailureOf(problem(429))).toEqual({ emailInUse: false, isTooOften: true });
  expect(changeEmailFailureOf(problem(500))).toEqual({ emailInUse: false, isTooOften: false });
});

test('a change is requested with the channel of the page, and is then pending [RTE-26, IDN-11]', async () => {
  let sent: unknown;
  await open({
    [`POST ${CHANGES}`]: (_query, body) => {
      sent = body;
      return { body: pending };
    },
    [`GET ${CHANGES}`]: () => ({ body: { email, pending: sent ? pending : null } }),
  });
  await send('new@example.com');
  expect(await screen.findByRole('region', { name: 'Waiting for your confirmation' })).toBeTruthy();
  expect(sent).toEqual({ email: 'new@example.com', channel: 'pennyfern' });
});

test('an address in use is reported at the field, and nothing typed is lost [IDN-13]', async () => {
  await open({ [`POST ${CHANGES}`]: { status: 409, body: { code: 'email-in-use' } } });
  await send('new@example.com');
  expect(await screen.findByText('There is already an account with this address.')).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>(/New email address/).value).toBe('new@example.com');
});

test('a customer who asks too often is told to wait [IDN-14]', async () => {
  await open({ [`POST ${CHANGES}`]: { status: 429, body: {} } });
  await send('new@example.com');
  expect((await screen.findByRole('alert')).textContent).toContain('Too many attempts');
});

test('a customer who declines to sign in again finds the page unchanged', async () => {
  await open({ [`POST ${CHANGES}`]: { status: 401, body: { code: 'recent-sign-in-required' } } });
  await send('new@example.com');
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByLabelText<HTMLInputElement>(/New email address/).value).toBe('new@example.com');
});

test.each(['/settings', '/settings/email', '/settings/security'])(
  'if another provider keeps the account, %s says so and requests nothing about it',
  async (path) => {
    const requested: string[] = [];
    await showApp({
      path,
      accountPages: { password: 'https://id.example/password' },
      answers: { '/api/customers/customers/me': { body: { ...customer, changed: true } } },
    });
    const answering = fetch;
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      requested.push(String(url));
      return answering(url, init);
    });
    expect(await screen.findByText(/managed by the service you sign in with/)).toBeTruthy();
    expect(requested.filter((url) => /passkeys|second-factor|emailchanges|sessions/.test(url))).toEqual([]);
  },
);

test('the token of a mailed link is removed from the address and kept for its page [IDN-07]', () => {
  window.sessionStorage.clear();
  window.location.href =
    'http://localhost:3000/change-email-confirmation?confirmation-token=secret&channel=kiekhof';
  takeMailedToken(window.sessionStorage);
  expect(window.location.href).toBe('http://localhost:3000/change-email-confirmation?channel=kiekhof');
  expect(mailedTokenOf('/change-email-confirmation')).toBe('secret');
  expect(mailedTokenOf('/change-email-undo')).toBeNull();
});

test('a stored link that is damaged is removed, and opens nothing', async () => {
  vi.resetModules();
  const reloaded = await import('#/shared/mailed-token.ts');
  window.location.href = 'http://localhost:3000/change-email-undo';
  for (const damaged of ['{"path"', 'null', '{"path":"/change-email-undo","token":{}}']) {
    window.sessionStorage.setItem('keepsake.mailed-token', damaged);
    reloaded.takeMailedToken(window.sessionStorage);
    expect(reloaded.mailedTokenOf('/change-email-undo')).toBeNull();
    expect(window.sessionStorage.getItem('keepsake.mailed-token')).toBeNull();
  }
});

test('the e-mail address of a mailed link is removed with its token, and survives a reload [SUB-01, IDN-07]', () => {
  window.sessionStorage.clear();
  const link = 'http://localhost:3000/subscription-confirmation';
  window.location.href = `${link}?channel=kiekhof&email=anna%40example.com&confirmation-token=secret`;
  takeMailedToken(window.sessionStorage);
  expect(window.location.href).toBe(`${link}?channel=kiekhof`);
  takeMailedToken(window.sessionStorage);
  expect(mailedAddressOf('/subscription-confirmation')).toBe('anna@example.com');
  expect(mailedTokenOf('/subscription-confirmation')).toBe('secret');
  expect(mailedAddressOf('/change-email-confirmation')).toBeNull();
});

test('letters beyond ASCII are refused before the @, with the reason', async () => {
  await open({});
  await send('bjørn@example.com');
  expect(await screen.findByText(/^Most mail servers do not accept letters such as/)).toBeTruthy();
});

test('the settings say that emails to the address come back', async () => {
  const returned = { ...customer, emailReturnedAt: '2026-06-14T10:00:00.000Z' };
  await showApp({ path: '/settings', answers: { '/api/customers/customers/me': { body: returned } } });
  expect(
    await screen.findByText('Emails to this address have bounced. Please check the address.'),
  ).toBeTruthy();
});
