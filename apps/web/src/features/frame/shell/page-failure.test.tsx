// @vitest-environment happy-dom
import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, expect, test, vi } from 'vitest';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { withFullStorage } from '#/shared/storage.fixture.ts';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { PageFailure } from './page-failure.tsx';
import { PlainFrame } from './shell.tsx';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  sessionStorage.clear();
});

async function show(error: Error, frame = (page: ReactNode) => page) {
  const resources = { 'en-GB': { translation: texts } };
  await i18next.use(initReactI18next).init({ lng: 'en-GB', resources });
  const component = () => frame(<PageFailure error={error} reset={() => undefined} />);
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  const settings = {
    channel: {
      locale: 'en-GB',
      customerCareUrl: '/help/contact',
      legalLinks: [] as PublicChannel['legalLinks'],
    } as PublicChannel,
  } as Settings;
  render(
    <MantineProvider env="test">
      <SettingsContext value={settings}>
        <RouterProvider router={router as never} />
      </SettingsContext>
    </MantineProvider>,
  );
  return (await screen.findByRole('alert')).textContent;
}

test.each([
  ['Chromium', 'Failed to fetch dynamically imported module: https://shop.example/assets/albums.js'],
  ['Firefox', 'error loading dynamically imported module: https://shop.example/assets/albums.js'],
  ['Safari', 'Importing a module script failed.'],
  ['the bundler', 'Unable to preload CSS for https://shop.example/assets/albums.css'],
])('a page whose code failed to load blames the connection, as reported by %s', async (_who, message) => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await show(new TypeError(message))).toContain('Check your connection and try again');
});

const NOT_LOADED = new TypeError('Importing a module script failed.');
const watchReloads = () => vi.spyOn(window.location, 'reload').mockImplementation(() => undefined);

test('reloads on its own, once, when the network returns: the router never retries its code', async () => {
  const reload = watchReloads();
  const reach = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await show(NOT_LOADED);
  await vi.waitFor(() => expect(reach).toHaveBeenCalledTimes(1));
  expect(reload).not.toHaveBeenCalled();
  reach.mockResolvedValue(new Response());
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
  cleanup();
  await show(NOT_LOADED);
  expect(reach).toHaveBeenCalledTimes(2);
  expect(reload).toHaveBeenCalledTimes(1);
});

test('does not reload on its own if it could not note that, which would be for ever', async () => {
  const reload = watchReloads();
  const reach = vi.spyOn(window, 'fetch').mockResolvedValue(new Response());
  await withFullStorage(async () => {
    await show(NOT_LOADED);
    expect(reach).not.toHaveBeenCalled();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
    cleanup();
  });
});

test('does not reload while leaving requires confirmation', async () => {
  const reload = watchReloads();
  const reach = vi.spyOn(window, 'fetch').mockResolvedValue(new Response());
  const ask = (event: Event) => event.preventDefault();
  window.addEventListener('beforeunload', ask);
  await show(NOT_LOADED);
  window.removeEventListener('beforeunload', ask);
  expect(reach).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(1));
});

test('any other failure is unexpected [ERR-01]', async () => {
  expect(await show(new Error('x is undefined'))).toContain('An unexpected error has occurred');
});

test.each([
  ['brings its frame where a full-screen page failed', (page: ReactNode) => page],
  ['stands in the frame that is there', (page: ReactNode) => <PlainFrame>{page}</PlainFrame>],
])('%s', async (_what, frame) => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  await show(NOT_LOADED, frame);
  expect(screen.getAllByRole('main')).toHaveLength(1);
  expect(screen.getAllByRole('banner')).toHaveLength(1);
  expect(within(screen.getByRole('main')).getByRole('alert')).toBeTruthy();
});
