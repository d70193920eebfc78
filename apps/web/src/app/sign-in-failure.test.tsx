// @vitest-environment happy-dom
import { cleanup, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { connectErrorReports } from '#/shared/error-reports.ts';
import { fakeSession, showApp } from './screens.fixture.tsx';

afterEach(() => {
  cleanup();
  connectErrorReports(null);
});

test('a sign-in that cannot begin is reported once, and the page says that it cannot be reached', async () => {
  const reported: unknown[] = [];
  const session = fakeSession('signed-out');
  session.signIn.mockRejectedValue(new Error('no provider'));
  connectErrorReports('/reports');
  const answers = {
    '/reports': (_query: unknown, sent: unknown) => {
      reported.push(sent);
      return { body: {} };
    },
  };
  await showApp({ path: '/settings', session, answers });
  expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  expect(reported).toEqual([expect.objectContaining({ action: 'SIGN_IN_FAILED' })]);
});
