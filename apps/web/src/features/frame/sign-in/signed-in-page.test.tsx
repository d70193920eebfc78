// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { fakeSession, showApp } from '#/app/screens.fixture.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

let visits = 0;

/** Opens the page to which the provider redirects, with what becomes of the sign-in. */
async function open(completed: Promise<string | null>) {
  const session = fakeSession('starting');
  session.completeSignIn.mockReturnValue(completed);
  return await showApp({ path: `/signed-in?code=${visits++}`, session, answers: {} });
}

test('a sign-in that takes its time says so, in the outline of a page under the logo that leads home [IDN-03]', async () => {
  await open(new Promise(() => {}));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Signing you in' });
  expect(heading.closest('[aria-busy="true"]')?.querySelector('.mantine-Skeleton-root')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Pennyfern' }).getAttribute('href')).toBe('/');
});

test('a completed one opens the page that was asked for', async () => {
  const { router } = await open(Promise.resolve('/orders'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/orders'));
});

test('one that fails says so and can be begun again', async () => {
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  await open(Promise.reject(new Error('access_denied')));
  expect((await screen.findByRole('alert')).textContent).toContain('The sign-in could not be completed');
  expect(screen.getByRole('heading', { level: 1, name: 'Something went wrong' })).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(replace).toHaveBeenCalledWith('/');
});

test('a page that is neither left nor closed offers the same after a while [IDN-03]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  await open(Promise.resolve(null));
  await screen.findByRole('heading', { name: 'Signing you in' });
  await act(() => vi.advanceTimersByTimeAsync(4_000));
  expect(screen.queryByRole('alert')).toBeNull();
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(screen.getByRole('alert').textContent).toContain('The sign-in could not be completed');
});
