import type { AppConfiguration, PublicChannel } from '@keepsake/contracts/frame/configuration';
import { type Photo, TIMELINE_PAGE_SIZE } from '@keepsake/contracts/library/photos';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { act, render } from '@testing-library/react';
import i18next from 'i18next';
import type { ReactNode } from 'react';
import { initReactI18next } from 'react-i18next';
import { vi } from 'vitest';
import { invalidateOnPush } from '#/app/push-tags.ts';
import { connectApi } from '#/shared/api/call.ts';
import { SettingsContext } from '#/shared/configuration.tsx';
import { fakePush } from '#/shared/push.fixture.ts';
import { PushContext } from '#/shared/push.ts';
import texts from '../../../../locales/en-GB.json' with { type: 'json' };
import { makeLayout } from './photo.fixture.ts';

/** Photos by sort key and month; changes made by a test apply to later answers. */
export type FakeLibrary = { dateTaken: Record<string, Photo[]>; created: Record<string, Photo[]> };

type Answer = { status?: number; body: unknown };
/** Replaces the usual answer unless undefined; may be asynchronous. */
export type Override = (url: URL) => Answer | Promise<Answer | undefined> | undefined;

/** Fakes the photo management API over photos in memory, reached by fetch. Returns the requested addresses. */
export function serveLibrary(library: FakeLibrary, override: Override = () => undefined): URL[] {
  const requested: URL[] = [];
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost:3000');
    requested.push(url);
    const { status = 200, body } = (await override(url)) ?? answerFor(library, url);
    signal?.throwIfAborted();
    return new Response(JSON.stringify(body), { status });
  });
  return requested;
}

function answerFor(library: FakeLibrary, { pathname, searchParams }: URL): Answer {
  const months = monthsOf(library, searchParams);
  const all = Object.values(library.dateTaken).flat();
  const hasOrdered = all.some(({ isOrdered }) => isOrdered) || undefined;
  const hasFavourites = all.some(({ isFavourite }) => isFavourite) || undefined;
  const counts = { photosCount: all.length, albumsCount: 2, hasOrdered, hasFavourites };
  if (pathname.endsWith('/users/counts')) return { body: counts };
  if (pathname === '/api/shared-albums/users') return { body: { readAlbumsCount: 1, grantedAlbumsCount: 0 } };
  if (pathname.endsWith('/users/timeline')) return { body: mapOf(months) };
  if (pathname.endsWith('/users/timeline/start'))
    return { body: { counts, ...startOf(months, searchParams) } };
  if (pathname.endsWith('/photos/timeline/layout')) return { body: layoutOf(months, searchParams) };
  const [, key = '', layout] = pathname.match(/timeline\/(\d+\/\d+)(\/layout)?$/) ?? [];
  const ordered = orderedBy(months[key] ?? [], searchParams);
  return { body: layout ? makeLayout(ordered) : pageOf(ordered, searchParams) };
}

function monthsOf(library: FakeLibrary, query: URLSearchParams): Record<string, Photo[]> {
  const months = library[query.get('sortKey') === 'created' ? 'created' : 'dateTaken'];
  const filter = query.get('filter');
  if (!filter) return months;
  const passes = (photo: Photo) =>
    (filter === 'favourites' || !photo.isOrdered) && (filter === 'notPrinted' || Boolean(photo.isFavourite));
  const left = Object.entries(months).map(([key, photos]) => [key, photos.filter(passes)]);
  return Object.fromEntries(left);
}

function mapOf(months: Record<string, Photo[]>) {
  const map: Record<string, Record<string, number>> = {};
  for (const [key, photos] of Object.entries(months)) {
    const [year = '', month = ''] = key.split('/');
    map[year] = { ...map[year], [month]: photos.length };
  }
  return map;
}

/** The first month alone, as if it filled the screen. */
function startOf(months: Record<string, Photo[]>, query: URLSearchParams) {
  const inOrder = Object.keys(months).sort((one, other) => timeOf(one) - timeOf(other));
  const key = inOrder.filter((name) => months[name]?.length).at(query.get('sortOrder') === 'asc' ? 0 : -1);
  if (key === undefined) return { timeline: {}, layout: {}, months: [] };
  const [year, month] = key.split('/');
  const photos = orderedBy(months[key] ?? [], query);
  const first = { year, month, ...pageOf(photos, query) };
  return { timeline: mapOf(months), layout: layoutOf(months, query), months: [first] };
}

function layoutOf(months: Record<string, Photo[]>, query: URLSearchParams) {
  const layout: Record<string, Record<string, string>> = {};
  for (const [key, photos] of Object.entries(months)) {
    const [year = '', month = ''] = key.split('/');
    const { ratios } = makeLayout(orderedBy(photos, query).slice(0, TIMELINE_PAGE_SIZE));
    layout[year] = { ...layout[year], [month]: ratios };
  }
  return layout;
}

const timeOf = (key: string) => Number(key.split('/')[0]) * 12 + Number(key.split('/')[1]);

const orderedBy = (photos: Photo[], query: URLSearchParams) =>
  query.get('sortOrder') === 'asc' ? photos.toReversed() : photos;

function pageOf(photos: Photo[], query: URLSearchParams) {
  const from = Number(query.get('cursor') ?? query.get('offset') ?? 0);
  const end = from + Number(query.get('limit') ?? 24);
  return { cursor: end < photos.length ? String(end) : null, images: photos.slice(from, end) };
}

/** Gives the page a size, which the test environment lacks, and makes it scrollable. */
export function setWindow(width: number, height: number): void {
  let top = 0;
  window.innerWidth = width;
  window.innerHeight = height;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width - 40);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(
    () => new DOMRect(0, -top, width - 40, 0),
  );
  vi.spyOn(window, 'scrollY', 'get').mockImplementation(() => top);
  vi.stubGlobal('scrollTo', (options: { top: number }) => {
    top = Math.max(0, options.top);
    window.dispatchEvent(new Event('scroll'));
  });
}

/** Scrolls like a customer, and lets the page react. */
export const scrollTo = (top: number) => act(async () => window.scrollTo({ top }));

const channel = {
  name: 'Pennyfern',
  locale: 'en-GB',
  faqUrl: 'https://pennyfern.example/faq',
  customerCareUrl: '/help/contact',
} as PublicChannel;

/** A push client with which a test announces changed photos. */
export function photosPush() {
  const push = fakePush();
  type Change = 'added' | 'ready' | 'failed' | 'deleted' | 'ordered' | 'favourite' | 'unfavourite';
  return {
    ...push,
    say: (change: Change, photoIds: string[]) => push.say('photos-changed', { change, photoIds }),
  };
}

type Options = {
  push?: ReturnType<typeof photosPush>;
  isUploadOn?: boolean;
  client?: QueryClient;
  search?: string;
};

/** Renders a part of the photo section within the app's providers, as the second page of the history, which it returns. */
export async function showInApp(
  screen: ReactNode,
  {
    push = photosPush(),
    isUploadOn = true,
    client = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
    search = '',
  }: Options = {},
) {
  invalidateOnPush(push, client);
  connectApi({ services: SERVICE_PATHS, accessToken: async () => 'token', renewAccess: async () => false });
  const resources = { 'en-GB': { translation: texts } };
  await i18next
    .use(initReactI18next)
    .init({ lng: 'en-GB', resources, interpolation: { escapeValue: false } });
  const featureFlags: Record<string, string[]> = isUploadOn
    ? { PhotoManagementUploadViewEnabled: ['*'] }
    : {};
  const configuration = { featureFlags } as AppConfiguration;
  const router = createRouter({
    routeTree: createRootRoute({ component: () => screen }),
    history: createMemoryHistory({ initialEntries: ['/', `/my-photos/photos${search}`] }),
  });
  render(
    <MantineProvider env="test">
      <SettingsContext value={{ configuration, channel }}>
        <PushContext value={push}>
          <QueryClientProvider client={client}>
            <RouterProvider router={router as never} />
          </QueryClientProvider>
        </PushContext>
      </SettingsContext>
    </MantineProvider>,
  );
  return router.history;
}
