// @vitest-environment happy-dom
import { createRouter } from '@tanstack/react-router';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { routeTree } from '../routeTree.gen.ts';
import { fakeSession, showApp } from './screens.fixture.tsx';

/** Layouts that show their pages to nobody who is not signed in, unless a page says that it is for anybody. */
const GATED = /^\/_(shell|full-screen)\//;

const PARAMETERS: Record<string, string> = { $topic: 'faq' };
const addresses = Object.values(createRouter({ routeTree }).routesByPath)
  .filter(({ id }) => GATED.test(id))
  .map(({ fullPath, options: { staticData } }) => ({
    path: fullPath.replaceAll(
      /\$\w+/g,
      (name: string) => PARAMETERS[name] ?? '0190a5a5-0000-7000-8000-000000000001',
    ),
    isForAnybody: staticData?.isForAnybody === true,
  }));

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

describe('an address of the app, to whoever is not signed in', () => {
  test.each(addresses.filter(({ isForAnybody }) => !isForAnybody))(
    '$path asks to sign in first',
    async ({ path }) => {
      const session = fakeSession('signed-out');
      await showApp({ path, session, answers: {} });
      await waitFor(() => expect(session.signIn).toHaveBeenCalled());
      expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
    },
  );

  test.each(addresses.filter(({ isForAnybody }) => isForAnybody))(
    '$path is a page without the menu',
    async ({ path }) => {
      const session = fakeSession('signed-out');
      await showApp({ path, session, answers: {} });
      expect(await screen.findByRole('heading', { level: 1 })).toBeDefined();
      expect(screen.queryByRole('navigation', { name: 'Account' })).toBeNull();
      expect(session.signIn).not.toHaveBeenCalled();
    },
  );
});
