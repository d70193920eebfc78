// @vitest-environment happy-dom
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import { forgetUnfinishedUploads } from '#/features/library/uploads/unfinished-uploads.ts';
import { takeMailedToken } from '#/shared/mailed-token.ts';
import { AS_DONE } from '#/shared/plain-pages.tsx';

vi.mock(import('#/features/library/uploads/unfinished-uploads.ts'), async (original) => ({
  ...(await original()),
  forgetUnfinishedUploads: vi.fn(async () => undefined),
}));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.mocked(forgetUnfinishedUploads).mockClear();
});

const LINK = '/delete-account-confirmation';
const answers = {
  '/api/customers/customers/me': { body: customer },
  [`POST /api/identity/v2/identities/consumer/${customer.customerId}/deleteaccount/x/actions/confirm`]: {
    status: 204,
    body: null,
  },
};

async function confirmDeletion(more: Partial<Parameters<typeof showApp>[0]> = {}) {
  window.history.replaceState(null, '', `${LINK}?confirmation-token=x`);
  takeMailedToken(null);
  await showApp({ path: LINK, answers, ...more });
  await userEvent.click(await screen.findByRole('button', { name: 'Delete account' }));
}

const deleted = { name: 'Your account has been successfully deleted' };

test('a confirmed deletion removes the photos that wait on the device', async () => {
  await confirmDeletion();
  await screen.findByRole('heading', deleted);
  expect(forgetUnfinishedUploads).toHaveBeenCalledWith(customer.customerId);
});

test('they are removed before the page is left for a sign-out at the provider', async () => {
  const steps: string[] = [];
  vi.mocked(forgetUnfinishedUploads).mockImplementationOnce(async () => {
    await Promise.resolve();
    steps.push('removed');
  });
  const session = fakeSession('signed-in');
  session.signOut.mockImplementation(async () => void steps.push('signed out'));
  await confirmDeletion({ session, accountPages: {} });
  await screen.findByRole('heading', deleted);
  expect(steps).toEqual(['removed', 'signed out']);
});

test.each(['/account-deleted', '/change-email-success', '/subscription-confirmation-success'])(
  '%s leads home if it is opened by hand: nothing was done',
  async (path) => {
    const { router } = await showApp({ path, answers });
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByRole('navigation', { name: 'Account' })).toBeDefined();
    expect(forgetUnfinishedUploads).not.toHaveBeenCalled();
  },
);

test('Back to the page after a deletion leads home once somebody has signed in again', async () => {
  const session = fakeSession('starting');
  const { router } = await showApp({ path: '/logout', session, answers });
  await router.navigate({ to: '/account-deleted', ...AS_DONE });
  await screen.findByRole('heading', deleted);
  act(() => session.set('signed-in'));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
