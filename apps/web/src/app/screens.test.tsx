// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, type Answers, customer, fakeSession, photoPage, showApp } from './screens.fixture.tsx';

const signedIn: Answers = {
  '/api/customers/customers/me': { body: customer },
  '/api/photo-management/users/counts': { body: { photosCount: 403, albumsCount: 0 } },
  '/api/overview/me': {
    body: { photos: { status: 'ok', value: { images: photoPage(3).images, photosCount: 403 } } },
  },
};

beforeEach(() => {
  window.innerWidth = 1280;
  window.localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** What the specification has in the side menu, and the pages beside it, top to bottom. */
const MENU = [
  'Overview',
  'My orders',
  'Vouchers',
  'Saved photos',
  'Saved projects',
  'Online products',
  'Widgets',
  'Downloads',
  'Settings',
  'FAQs',
  'Sign out',
];
const menuItems = () => screen.getAllByRole('listitem').map((item) => item.textContent);

test('a customer who is not signed in is redirected to sign-in, and back to the requested page [IDN-01]', async () => {
  const session = fakeSession('signed-out');
  await showApp({ path: '/my-photos/photos?x=1', session, answers: {} });
  await waitFor(() => expect(session.signIn).toHaveBeenCalledWith('/my-photos/photos?x=1'));
});

test('a loader is shown until the sign-in state is known [IDN-03]', async () => {
  await showApp({ path: '/', session: fakeSession('starting'), answers: {} });
  expect(await screen.findByLabelText('Loading')).toBeDefined();
  expect(screen.queryByRole('navigation')).toBeNull();
});

test('the overview greets inside top menu, side menu, content and footer [SHL-01] [RTE-17]', async () => {
  await showApp({ path: '/', answers: signedIn });
  expect((await screen.findByRole('heading', { level: 1 })).textContent).toMatch(/^Good \w+, Anna$/);
  expect(screen.getByRole('banner')).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Account' })).toBeDefined();
  expect(screen.getByRole('main')).toBeDefined();
  expect(screen.getByRole('contentinfo')).toBeDefined();
  expect(await screen.findByText('403 photos in your library')).toBeDefined();
  expect(document.title).toBe('Overview · Pennyfern');
});

test('the side menu leads to overview, orders, projects, photos, settings, FAQs and sign out [SHL-03] [SHL-04] [SHL-07] [SHL-11] [SHL-09] [SHL-10] [SHL-12] [SHL-13]', async () => {
  await showApp({ path: '/', answers: signedIn });
  await screen.findByRole('heading', { level: 1 });
  expect(menuItems()).toEqual(MENU);
});

test('help opens inside the frame without leaving the app; signed out it is readable without the menu [SHL-12]', async () => {
  await showApp({ path: '/', answers: signedIn });
  const faq = (await screen.findAllByRole('link', { name: 'FAQs' }))[0] as HTMLElement;
  await userEvent.click(faq);
  expect(await screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeDefined();
  expect(screen.getByRole('navigation', { name: 'Account' })).toBeDefined();
  expect(screen.getAllByRole('link', { current: 'page' }).map(({ textContent }) => textContent)).toEqual([
    'FAQs',
  ]);
  cleanup();
  const session = fakeSession('signed-out');
  await showApp({ path: '/help/faq', session, answers: {} });
  expect(await screen.findByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
  expect(session.signIn).not.toHaveBeenCalled();
});

test('saved photos need the timeline flag [SHL-10]', async () => {
  await showApp({ path: '/', answers: signedIn, flags: {} });
  await screen.findByRole('heading', { level: 1 });
  expect(menuItems()).toEqual(MENU.filter((item) => item !== 'Saved photos'));
});

test('on mobile the side menu shows on the home page only [SHL-02]', async () => {
  window.innerWidth = 390;
  const { router } = await showApp({ path: '/', answers: signedIn });
  expect(await screen.findByRole('navigation', { name: 'Account' })).toBeDefined();
  await router.navigate({ to: '/my-photos/photos' });
  await screen.findByRole('heading', { level: 1, name: 'My photos' });
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
});

test('on mobile a bar at the bottom of every page leads on, and to all of the menu', async () => {
  window.innerWidth = 390;
  const { router } = await showApp({ path: '/orders', answers: signedIn });
  const bar = within(await screen.findByRole('navigation', { name: 'Quick access' }));
  const links = bar.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')]);
  expect(links).toEqual([
    ['Overview', '/'],
    ['Orders', '/orders'],
    ['Photos', '/my-photos'],
  ]);
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Orders');
  await userEvent.click(bar.getByRole('button', { name: 'Menu' }));
  const sheet = within(await screen.findByRole('dialog', { name: 'Menu' }));
  expect(sheet.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(MENU);
  await userEvent.click(sheet.getByRole('link', { name: 'Settings' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a page at an address of its own marks the entry that it belongs under, in the menu and in the bar', async () => {
  await showApp({ path: '/withdrawal', answers: signedIn });
  const menu = within(await screen.findByRole('navigation', { name: 'Account' }));
  expect(menu.getByRole('link', { current: 'page' }).textContent).toBe('My orders');
  cleanup();
  window.innerWidth = 390;
  await showApp({ path: '/withdrawal', answers: signedIn });
  const bar = within(await screen.findByRole('navigation', { name: 'Quick access' }));
  expect(bar.getByRole('link', { current: 'page' }).textContent).toBe('Orders');
});

test('on a desk there is no such bar', async () => {
  await showApp({ path: '/orders', answers: signedIn });
  await screen.findByRole('heading', { level: 1, name: 'My orders' });
  expect(screen.queryByRole('navigation', { name: 'Quick access' })).toBeNull();
});

test('/my-photos redirects to the timeline [RTE-01] [RTE-02]', async () => {
  const { router } = await showApp({ path: '/my-photos', answers: signedIn });
  await screen.findByRole('heading', { level: 1, name: 'My photos' });
  expect(router.state.location.pathname).toBe('/my-photos/photos');
});

test.each([
  ['[IDN-05] whose lookup is 404', { status: 404, body: { code: 'not-found' } }],
  ['[IDN-06] with the accountDeleted flag', { body: { ...customer, accountDeleted: true } }],
])('a customer %s is sent to logout', async (_, answer) => {
  const session = fakeSession('signed-in');
  await showApp({ path: '/', session, answers: { ...signedIn, '/api/customers/customers/me': answer } });
  await waitFor(() => expect(session.signOut).toHaveBeenCalled());
});

test('the footer leads to the brand’s legal pages, beside the app, and so do pages without one', async () => {
  await showApp({ path: '/', answers: signedIn });
  const link = await screen.findByRole('link', { name: 'Terms' });
  expect(link.closest('footer')).not.toBeNull();
  expect(link.getAttribute('href')).toBe('/legal/pennyfern/terms');
  expect(link.getAttribute('target')).toBe('_blank');
  cleanup();
  await showApp({ path: '/logout', session: fakeSession('signed-out'), answers: {} });
  expect(await screen.findByRole('link', { name: 'Terms' })).toBeDefined();
});

test('a customer whose account is closed is offered to keep it, outside the shell, or logs out [IDN-06]', async () => {
  const deletion = `/api/identity/v2/identities/consumer/${customer.customerId}/deleteaccount`;
  const session = fakeSession('signed-in');
  const refused = { status: 404, body: { code: 'account-deleted' } };
  const answers: Answers = {
    ...signedIn,
    '/api/customers/customers/me': refused,
    [`${deletion}/grace`]: { body: { lastDay: '2026-12-07' } },
    [`${deletion}/actions/keep`]: { status: 204, body: null },
  };
  const { router } = await showApp({ path: '/', session, answers });
  expect(await screen.findByText(/until the end of 7 December 2026/)).toBeDefined();
  expect(screen.queryByRole('contentinfo')).toBeNull();
  answers['/api/customers/customers/me'] = { body: customer };
  await userEvent.click(screen.getByRole('button', { name: 'Keep my account' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
  expect(session.signOut).not.toHaveBeenCalled();
  cleanup();
  answers['/api/customers/customers/me'] = refused;
  await showApp({ path: '/', session, answers });
  await userEvent.click(await screen.findByRole('button', { name: 'Not now' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalled());
});

test('/logout signs out and is outside the shell [RTE-48]', async () => {
  const session = fakeSession('signed-in');
  await showApp({ path: '/logout', session, answers: signedIn });
  await waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(1));
  expect(screen.queryByRole('contentinfo')).toBeNull();
});

test('/logout says so while nobody can be signed out, and tries again', async () => {
  const session = fakeSession('signed-in');
  session.signOut.mockRejectedValueOnce(new Error('offline'));
  await showApp({ path: '/logout', session, answers: signedIn });
  expect(await screen.findByText(/You are still signed in/)).toBeDefined();
  expect(screen.queryByText('You are signed out')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(session.signOut).toHaveBeenCalledTimes(2));
});

test('/logout claims no sign-out while the provider is unreachable', async () => {
  await showApp({ path: '/logout', session: fakeSession('unreachable'), answers: {} });
  expect(await screen.findByRole('heading', { name: 'You could not be signed out' })).toBeDefined();
});

test('signed out, the customer can sign in again [RTE-48]', async () => {
  const session = fakeSession('signed-out');
  await showApp({ path: '/logout', session, answers: {} });
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in' }));
  expect(session.signIn).toHaveBeenCalledWith('/');
});

test('a completed sign-out continues to the requested page [IDN-19]', async () => {
  const session = fakeSession('signed-out');
  session.takeNext.mockReturnValueOnce('/account-deleted');
  const shown: string[] = [];
  const observer = new MutationObserver(() => shown.push(document.body.textContent));
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  await showApp({ path: '/logout', session, answers: {} });
  expect(
    await screen.findByRole('heading', { name: 'Your account has been successfully deleted' }),
  ).toBeDefined();
  observer.disconnect();
  expect(shown.join(' ')).not.toContain('See you soon');
});

test('an ended session is offered again over the page, which stays [IDN-04]', async () => {
  const session = fakeSession('signed-in');
  await showApp({ path: '/', session, answers: signedIn });
  await screen.findByText('403 photos in your library');
  session.set('expired');
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in', hidden: true }));
  expect(session.signInOver).toHaveBeenCalled();
  expect(screen.getByText('403 photos in your library')).toBeDefined();
});

test('a failed page says so, can be tried again and leads to customer care [ERR-01] [ERR-05] [ERR-06]', async () => {
  const answers: Answers = { ...signedIn, '/api/overview/me': { status: 400, body: { code: 'x' } } };
  await showApp({ path: '/', answers });
  expect((await screen.findByRole('alert')).textContent).toContain('An unexpected error has occurred');
  const care = screen.getByRole('link', { name: 'Contact customer care' });
  expect(care.getAttribute('href')).toBe('/help/contact');
  answers['/api/overview/me'] = signedIn['/api/overview/me'] as { body: unknown };
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('403 photos in your library')).toBeDefined();
});

test('an address without a page says so inside the frame and leads home', async () => {
  await showApp({ path: '/nowhere/at-all?x=1', answers: signedIn });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Back to the overview' }).getAttribute('href')).toBe('/');
  expect(screen.getByRole('navigation', { name: 'Account' })).toBeDefined();
  expect(screen.getByRole('button', { name: /Anna Berger/ })).toBeDefined();
  expect(document.title).toBe('Page not found · Pennyfern');
});

test('signed out it says so without the menu, and nobody has to sign in', async () => {
  const session = fakeSession('signed-out');
  await showApp({ path: '/nowhere', session, answers: {} });
  expect(await screen.findByRole('heading', { level: 1, name: 'Page not found' })).toBeDefined();
  expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
  expect(session.signIn).not.toHaveBeenCalled();
});

test('photos are requested before their page is drawn, notifications only once the photos are there', async () => {
  const session = fakeSession('starting');
  const requested: string[] = [];
  const start = Promise.withResolvers<Answer>();
  await showApp({
    path: '/my-photos/photos',
    session,
    answers: {
      ...signedIn,
      '/api/photo-management/users/timeline/start': () => {
        requested.push('photos');
        return start.promise;
      },
      '/api/downloads/downloads': () => {
        requested.push('downloads');
        return { body: [] };
      },
    },
  });
  await screen.findByLabelText('Loading');
  session.set('signed-in');
  // Pages are drawn in separate tasks: after draining the microtasks, none has run yet.
  for (let turn = 0; turn < 50; turn++) await Promise.resolve();
  expect(requested).toEqual(['photos']);
  expect(screen.getByLabelText('Loading')).toBeDefined();
  await screen.findByRole('navigation', { name: 'Account' });
  expect(requested).toEqual(['photos']);
  const counts = { photosCount: 0, albumsCount: 0 };
  start.resolve({ body: { counts, timeline: {}, layout: {}, months: [] } });
  await waitFor(() => expect(requested).toEqual(['photos', 'downloads']));
});

test('the way back to the settings is not marked as the page that is open', async () => {
  await showApp({ path: '/settings/appearance', answers: signedIn });
  const back = await screen.findByRole('link', { name: 'Back to settings' });
  expect(back.getAttribute('aria-current')).toBeNull();
});
