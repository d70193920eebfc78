// @vitest-environment happy-dom
import type { PublicChannel } from '@keepsake/contracts/frame/configuration';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { act, cleanup, render, screen } from '@testing-library/react';
import i18next from 'i18next';
import type { ComponentProps } from 'react';
import { initReactI18next } from 'react-i18next';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { activationQuery } from '#/features/library/state/queries.ts';
import { type Settings, SettingsContext } from '#/shared/configuration.tsx';
import { Toasts } from '#/shared/ui/toasts.tsx';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { usePageAlbum, useReadOnlyPageAlbum } from './page-album.ts';
import PageDrop from './page-drop.tsx';

const onDrop = vi.fn<ComponentProps<typeof PageDrop>['onDrop']>();
beforeEach(() => {
  window.innerWidth = 1200;
});
afterEach(() => {
  cleanup();
  vi.clearAllMocks();
});

const sea = { albumId: 'a1', name: 'Sea' };

function AlbumOfPage() {
  usePageAlbum(sea);
  return null;
}

function ReadOnlyAlbumOfPage() {
  useReadOnlyPageAlbum();
  return null;
}

async function show(path: string, { status = 'ACTIVE', isUploadOn = true } = {}) {
  const resources = { 'en-GB': { translation: texts } };
  await i18next.use(initReactI18next).init({ lng: 'en-GB', resources });
  const root = createRootRoute({
    component: () => (
      <>
        <PageDrop onDrop={onDrop} />
        <Toasts />
        {path.endsWith('a1') && <AlbumOfPage />}
        {path.includes('shared-albums') && <ReadOnlyAlbumOfPage />}
        <p>The page</p>
      </>
    ),
  });
  const page = createRoute({ getParentRoute: () => root, path: '$' });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({ routeTree: root.addChildren([page]), history });
  const featureFlags = isUploadOn ? { PhotoManagementUploadViewEnabled: ['*'] } : {};
  const channel = { id: 'pennyfern', locale: 'en-GB' } as PublicChannel;
  const settings = { channel, configuration: { featureFlags } } as unknown as Settings;
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  client.setQueryData(activationQuery.queryKey, { status });
  render(
    <SettingsContext value={settings}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </SettingsContext>,
  );
  await screen.findByText('The page');
}

const opened = () => onDrop.mock.calls;

/** Fires a drag event of the window; returns whether something accepted it. */
function drag(type: 'dragover' | 'drop', types: readonly string[] = ['Files']): boolean {
  const file = new File(['a'], 'a.jpg');
  const dataTransfer = { types, items: [], files: [file] };
  const event = Object.assign(new Event(type, { cancelable: true }), { dataTransfer });
  act(() => void window.dispatchEvent(event));
  return event.defaultPrevented;
}

test.each(['/my-photos/photos', '/', '/orders', '/settings'])(
  'photos dropped on %s are imported, and the page says so while they are dragged',
  async (path) => {
    await show(path);
    expect(drag('dragover')).toBe(true);
    expect(screen.getByText('Drop to add to your photos')).toBeDefined();
    expect(drag('drop')).toBe(true);
    expect(screen.queryByText('Drop to add to your photos')).toBeNull();
    const [[drop, album] = []] = opened();
    expect(album).toBeUndefined();
    expect((await Array.fromAsync(drop ?? [])).map(({ files }) => files.map(({ name }) => name))).toEqual([
      ['a.jpg'],
    ]);
  },
);

test('in an album they are added to it, until its page is left', async () => {
  await show('/my-photos/albums/a1');
  drag('dragover');
  expect(screen.getByText('Drop to add to Sea')).toBeDefined();
  drag('drop');
  expect(opened().map(([, album]) => album)).toEqual([sea]);
  cleanup();
  await show('/my-photos/albums');
  drag('drop');
  expect(opened().map(([, album]) => album)).toEqual([sea, undefined]);
});

test('on a shared album, which takes no photos, they are added to the library, and the page says so', async () => {
  await show('/my-photos/shared-albums/s1');
  drag('dragover');
  expect(
    screen.getByText('Photos can no longer be added to shared albums. Drop to add to your own.'),
  ).toBeDefined();
  drag('drop');
  expect(opened().map(([, album]) => album)).toEqual([undefined]);
  cleanup();
  await show('/my-photos/photos');
  drag('dragover');
  expect(screen.getByText('Drop to add to your photos')).toBeDefined();
});

test('where no photos can be added a drop says why', async () => {
  await show('/my-photos/photos', { status: 'DELETING' });
  drag('dragover');
  const reason = 'You can add photos again as soon as your photos have been deleted.';
  expect(screen.getByText(reason)).toBeDefined();
  drag('drop');
  expect(await screen.findByText(reason)).toBeDefined();
  expect(opened()).toEqual([]);
});

test('pictures dragged off a page, and files without the flag of the import, are left alone', async () => {
  await show('/my-photos/photos');
  expect(drag('drop', ['Files', 'text/html'])).toBe(false);
  expect(drag('drop', ['text/plain'])).toBe(false);
  cleanup();
  await show('/my-photos/photos', { isUploadOn: false });
  expect(drag('drop')).toBe(false);
  expect(opened()).toEqual([]);
});
