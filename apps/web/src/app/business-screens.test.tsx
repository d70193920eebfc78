// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from './screens.fixture.tsx';

const answersFor = (isB2b: boolean): Answers => ({
  '/api/customers/customers/me': { body: { ...customer, isB2b } },
});
const business = () => fakeSession('signed-in', { isBusiness: true });

beforeEach(() => {
  window.innerWidth = 1280;
  window.localStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const settingsLink = () => screen.findByRole('link', { name: 'Settings' });

test('[SHL-07, SHL-08] the settings of the menu are those of the customer’s kind', async () => {
  await showApp({ path: '/help/faq', answers: answersFor(false) });
  expect((await settingsLink()).getAttribute('href')).toBe('/settings');
  cleanup();
  await showApp({ path: '/help/faq', answers: answersFor(true), session: business() });
  expect((await settingsLink()).getAttribute('href')).toBe('/settings/b2b');
});

test('[RTE-25] business customers who come to the settings get theirs', async () => {
  const { router } = await showApp({ path: '/settings', answers: answersFor(true), session: business() });
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  await waitFor(() => expect(router.state.location.pathname).toBe('/settings/b2b'));
});

test('[B2B-07] a consumer who opens a page for business customers comes to the overview', async () => {
  const { router } = await showApp({ path: '/settings/b2b', answers: answersFor(false) });
  expect(await screen.findByRole('heading', { level: 1, name: /^Good/ })).toBeDefined();
  expect(router.state.location.pathname).toBe('/');
});

test('[B2B-08] what the platform reads from the token counts, whatever the browser sees in its own', async () => {
  const { router } = await showApp({ path: '/settings/b2b', answers: answersFor(true) });
  expect(await screen.findByRole('heading', { level: 1, name: 'Settings' })).toBeDefined();
  expect(router.state.location.pathname).toBe('/settings/b2b');
});
