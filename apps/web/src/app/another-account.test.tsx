// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import { takeMailedToken } from '#/shared/mailed-token.ts';

/** Links from mails, opened in a browser in which Anna is signed in. */
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const OWN = `/api/identity/v2/identities/consumer/${customer.customerId}`;
const GATEWAY = '/api/email-gateway/api/v1';
const done = { status: 204, body: null };
const session = () => fakeSession('signed-in');

async function openLink(path: string, answers: Answers, more = '') {
  window.history.replaceState(null, '', `${path}?confirmation-token=x${more}`);
  takeMailedToken(null);
  const own = session();
  const me = { '/api/customers/customers/me': { body: customer } };
  return showApp({ path, session: own, answers: { ...me, ...answers } });
}
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test.each([
  ['/change-email-confirmation', 'Confirm address', 'emailchanges'],
  ['/delete-account-confirmation', 'Delete account', 'deleteaccount'],
])('%s of another account says so, and continues with that one [IDN-08]', async (path, button, what) => {
  const refused = { status: 403, body: { code: 'another-account' } };
  const { router, session } = await openLink(path, { [`POST ${OWN}/${what}/x/actions/confirm`]: refused });
  await press(button);
  expect(await screen.findByRole('heading', { name: 'This link is for another account' })).toBeDefined();
  expect(screen.getByRole('main').textContent).not.toContain('@');
  expect(session.forget).not.toHaveBeenCalled();
  expect(router.state.location.pathname).toBe(path);
  await userEvent.click(screen.getByRole('link', { name: 'Sign out and continue' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledWith(path));
});

test.each([
  ['another account stays signed in, and the page says so', 'somebody-else', 0, /is a different one/],
  ['the account itself is signed out', customer.customerId, 1, /Open the email we have just sent you/],
])('an address restored: %s', async (_what, customerId, forgotten, text) => {
  const { session } = await openLink('/change-email-undo', {
    'POST /api/identity/v2/emailchanges/x/actions/undo': { body: { customerId } },
  });
  await press('Use my old address');
  expect(await screen.findByRole('heading', { name: /has been restored/ })).toBeDefined();
  expect(session.forget).toHaveBeenCalledTimes(forgotten);
  if (forgotten) session.set('signed-out');
  expect(await screen.findByText(text)).toBeDefined();
});

test('a subscription of another address is confirmed, names nobody, and does not lead to these settings [SUB-04]', async () => {
  const confirmation = `POST ${GATEWAY}/Profiles/${encodeURIComponent('noah@example.com')}/subscription/confirm/x`;
  await openLink('/subscription-confirmation', { [confirmation]: done }, '&email=noah%40example.com');
  expect(await screen.findByText(/at the address this link was sent to/)).toBeDefined();
  await press('Confirm subscription');
  expect(await screen.findByText(/The account you are signed in to has not changed/)).toBeDefined();
  expect(screen.getByRole('main').textContent).not.toContain('@');
  expect(screen.queryByRole('link', { name: /newsletter/i })).toBeNull();
});

test('a subscription of the own address is named and leads to the settings [SUB-04]', async () => {
  const confirmation = `POST ${GATEWAY}/Profiles/${encodeURIComponent('Anna@example.com')}/subscription/confirm/x`;
  await openLink('/subscription-confirmation', { [confirmation]: done }, '&email=Anna%40example.com');
  expect(await screen.findByText('Confirm to get our newsletter at Anna@example.com.')).toBeDefined();
  await press('Confirm subscription');
  expect(await screen.findByRole('link', { name: /newsletter/i })).toBeDefined();
});

test.each([
  ['none', /subscribe again in your settings/],
  ['subscribed', /You are signed in to a different account, which is still subscribed/],
])('unsubscribed by a link, with the own subscription "%s"', async (status, text) => {
  await openLink('/newsletter-unsubscribe', {
    [`POST ${GATEWAY}/subscription/x/actions/unsubscribe`]: done,
    '/api/customers/customers/me/newsletter': {
      body: {
        email: 'anna@example.com',
        status,
        topics: [],
        frequency: 'every',
        pausedUntil: null,
        pending: null,
        consent: { version: '1', text: '' },
      },
    },
  });
  await press('Unsubscribe');
  expect(await screen.findByText(text)).toBeDefined();
});

const EXPORT = '0190a5a5-0000-7000-8000-00000000e0e0';
test.each([
  [`/my-photos/exports/${EXPORT}`, 'Your download link has expired'],
  ['/orders/K-1', 'Order not found'],
  ['/online-products/P-1', 'Product not found'],
  ['/widgets/P-1', 'This product has no pages to show.'],
  [`/my-photos/albums/${EXPORT}`, 'Album not found'],
  [`/my-photos/shared-albums/${EXPORT}`, 'Album not found'],
])('%s says that it may be another account’s where nothing is found [EXP-14, ORD-07]', async (path, text) => {
  const flags = {
    PhotoManagementTimelineViewEnabled: ['*'],
    PhotoManagementAlbumViewEnabled: ['*'],
    PhotoManagementSharedAlbumsViewEnabled: ['*'],
    PhotoExportEnabled: ['*'],
  };
  const own = session();
  const me = { '/api/customers/customers/me': { body: customer } };
  await showApp({ path, session: own, answers: me, flags });
  expect(await screen.findByText(text)).toBeDefined();
  expect(screen.getByText(/^This link may belong to another account\./)).toBeDefined();
  expect(screen.getByRole('main').textContent).not.toContain('@');
  await userEvent.click(within(screen.getByRole('main')).getByRole('link', { name: 'Sign out' }));
  await waitFor(() => expect(own.signOut).toHaveBeenCalledWith(path));
});

const ANOTHER = '0190a5a5-0000-7000-8000-00000000beef';
const flags = { PhotoManagementTimelineViewEnabled: ['*'] };
const mailedPath = (page: string, customerId: string) =>
  `${page}${page.includes('?') ? '&' : '?'}account=${customerId.slice(-12)}`;
const openMailed = (path: string) =>
  showApp({ path, flags, answers: { '/api/customers/customers/me': { body: customer } } });

test.each([
  ['/settings/security', 'Security'],
  ['/settings/my-data', 'My data'],
  ['/settings/newsletter', 'Newsletter'],
  ['/settings/b2b', 'Good'],
  ['/settings/b2b/callbacks', 'Good'],
  ['/my-photos/photos?export=true', 'My photos'],
  ['/orders/K-1', 'Order'],
  ['/widgets/P-1', 'Widget'],
  ['/', 'Good'],
])('%s from a mail about another account says so instead of showing this one’s', async (page, title) => {
  const path = mailedPath(page, ANOTHER);
  const { router, session } = await openMailed(path);
  await screen.findByRole('heading', { name: 'This link is for another account' });
  expect(screen.queryByRole('heading', { level: 1, name: new RegExp(`^${title}`) })).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByRole('main').textContent).not.toContain('@');
  expect(router.state.location.href).toBe(path);
  await userEvent.click(screen.getByRole('link', { name: 'Sign out and continue' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledWith(path));
});

test.each([
  ['/settings/security', 'Security'],
  ['/settings/my-data', 'My data'],
  ['/my-photos/photos', 'My photos'],
  ['/', 'Good'],
])('%s from a mail about this account is shown', async (page, title) => {
  await openMailed(mailedPath(page, customer.customerId));
  await screen.findByRole('heading', { level: 1, name: new RegExp(`^${title}`) });
  expect(screen.queryByText('This link is for another account')).toBeNull();
});
