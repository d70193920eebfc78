// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';
import { customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import { forgetUnfinishedUploads } from '#/features/library/uploads/unfinished-uploads.ts';
import { takeMailedToken } from '#/shared/mailed-token.ts';

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

test('the page after a deletion, opened without one, removes nothing', async () => {
  await showApp({ path: '/account-deleted', answers });
  await screen.findByRole('heading', { level: 1 });
  expect(forgetUnfinishedUploads).not.toHaveBeenCalled();
});
