// @vitest-environment happy-dom
import type { Photo } from '@keepsake/contracts/library/photos';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type FakeLibrary,
  photosPush,
  scrollTo,
  serveLibrary,
  setWindow,
  showInApp,
} from '../library-screen.fixture.tsx';
import { makePhoto, makePhotos } from '../photo.fixture.ts';
import { PhotosPage } from '../photos-page.tsx';
import { Timeline } from './timeline.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  localStorage.setItem('PhotoManagementTimelineViewEnabled', 'true');
  setWindow(1200, 900);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const onAddPhotos = vi.fn();
const timeline = <Timeline onAddPhotos={onAddPhotos} drawBar={() => null} />;
const show = (options?: Parameters<typeof showInApp>[1]) => showInApp(timeline, options);
const libraryOf = (months: FakeLibrary['dateTaken']): FakeLibrary => ({ dateTaken: months, created: {} });
const headings = () => screen.queryAllByRole('heading', { level: 2 }).map((heading) => heading.textContent);
const pagesRequested = (requested: URL[]) =>
  requested.filter(({ pathname }) => /timeline\/\d+\/\d+$/.test(pathname));
const month = async (name: string) => within(await screen.findByRole('region', { name }));
const API = '/api/photo-management';
const pathOf = ({ pathname }: URL) => pathname;
const failure = { status: 500, body: { code: 'unexpected' } };

describe('the timeline', () => {
  test('shows the photos by month, newest first [TL-01] [TL-28]', async () => {
    const requested = serveLibrary(libraryOf({ '2024/2': makePhotos(10, 2), '2024/3': makePhotos(0, 3) }));
    const push = photosPush();
    await show({ push });
    expect(await (await month('March 2024')).findAllByRole('link')).toHaveLength(3);
    expect(headings()).toEqual(['March 2024', 'February 2024']);
    const timelines = () => requested.filter(({ pathname }) => /users\/timeline/.test(pathname)).map(pathOf);
    expect(timelines()).toEqual([`${API}/users/timeline/start`]);
    push.say('added', ['x']);
    await waitFor(() => expect(timelines().at(-1)).toBe(`${API}/users/timeline`));
  });

  test('needs no second request for the data above the photos [HDR-11]', async () => {
    const requested = serveLibrary(libraryOf({ '2024/3': makePhotos(0, 3) }));
    await showInApp(<PhotosPage onAddPhotos={null}>{timeline}</PhotosPage>);
    expect(await screen.findByRole('link', { name: 'Photos 3' })).toBeTruthy();
    expect(requested.map(pathOf)).not.toContain(`${API}/users/counts`);
  });

  test('needs no second request for the photos of the first month, and loads later pages as usual', async () => {
    const requested = serveLibrary(libraryOf({ '2024/3': makePhotos(0, 30) }));
    await show();
    const march = await month('March 2024');
    await waitFor(() => expect(march.getAllByRole('link')).toHaveLength(24));
    expect(pagesRequested(requested)).toEqual([]);
    await userEvent.click(march.getByRole('button', { name: 'Show 6 more photos from March 2024' }));
    await waitFor(() => expect(march.getAllByRole('link')).toHaveLength(30));
    expect(pagesRequested(requested).map(({ searchParams }) => searchParams.get('cursor'))).toEqual(['24']);
  });

  test('uses the specified calls for a service without our additional ones [TL-28] [TL-29]', async () => {
    const requested = serveLibrary(libraryOf({ '2024/3': makePhotos(0, 3) }), ({ pathname }) =>
      /timeline\/(start|layout)$/.test(pathname) ? { status: 404, body: { code: 'not-found' } } : undefined,
    );
    await show();
    expect(await (await month('March 2024')).findAllByRole('link')).toHaveLength(3);
    for (const path of ['timeline', 'counts'])
      expect(requested.map(pathOf)).toContain(`${API}/users/${path}`);
    expect(pagesRequested(requested).map(pathOf)).toEqual([`${API}/photos/timeline/2024/3`]);
  });

  test("titles photos without a date 'Unknown Date' [TL-07]", async () => {
    serveLibrary(libraryOf({ '1970/1': makePhotos(0, 1) }));
    await show();
    expect(await screen.findByRole('heading', { name: 'Unknown Date' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'Select all photos with an unknown date' })).toBeTruthy();
  });

  test('shows a loader while loading [TL-02]', async () => {
    serveLibrary(libraryOf({ '2024/3': makePhotos(0, 1) }), () => new Promise(() => undefined));
    await show();
    expect(await screen.findByRole('status')).toHaveProperty('textContent', 'Loading your photos');
  });

  test('says that the photos could not be loaded, and tries again [TL-03]', async () => {
    let isDown = true;
    serveLibrary(libraryOf({ '2024/3': makePhotos(0, 1) }), () => (isDown ? failure : undefined));
    await show();
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Error: Your photos could not be loaded');
    isDown = false;
    await userEvent.click(within(alert).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'March 2024' })).toBeTruthy();
  });

  test('says that the library is empty and offers to add photos [TL-04]', async () => {
    serveLibrary(libraryOf({}));
    await show();
    expect(await screen.findByText('Your photo library is empty')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Add photos' }));
    expect(onAddPhotos).toHaveBeenCalledOnce();
  });

  test('fetches a month only when it scrolls into view, 24 photos a page [TL-08] [TL-30]', async () => {
    const names = Array.from(
      { length: 40 },
      (_, index) => `${2020 - Math.floor(index / 12)}/${12 - (index % 12)}`,
    );
    const months = Object.fromEntries(names.map((name, index) => [name, makePhotos(index * 100, 30)]));
    const requested = serveLibrary(libraryOf(months));
    await show();
    await (await month('December 2020')).findAllByRole('link');
    await waitFor(() => expect(pagesRequested(requested).length).toBeGreaterThan(0));
    expect(pagesRequested(requested).length).toBeLessThan(5);
    expect(pagesRequested(requested).every(({ searchParams }) => searchParams.get('limit') === '24')).toBe(
      true,
    );
    await scrollTo(20_000);
    const months2019 = () => pagesRequested(requested).filter(({ pathname }) => pathname.includes('/2019/'));
    await waitFor(() => expect(months2019().length).toBeGreaterThan(0));
    expect(pagesRequested(requested).length).toBeLessThan(10);
  });

  test('draws the first row for the keyboard where all photos are below the window', async () => {
    setWindow(360, 225);
    vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 600, 320, 0));
    serveLibrary(libraryOf({ '2024/3': makePhotos(0, 20) }));
    await show();
    const links = await (await month('March 2024')).findAllByRole('link');
    expect(links[0]?.tabIndex).toBe(0);
    expect(links.length).toBeLessThan(10);
  });

  test("opens the whole month by '+N' and remembers it [TL-09] [TL-10] [TL-11] [TL-37]", async () => {
    setWindow(1200, 1_600);
    const requested = serveLibrary(libraryOf({ '2024/3': makePhotos(0, 40) }));
    await show();
    const march = await month('March 2024');
    await march.findAllByRole('link');
    expect(march.getAllByRole('link')).toHaveLength(24);
    await userEvent.click(march.getByRole('button', { name: 'Show 16 more photos from March 2024' }));
    await waitFor(() => expect(march.getAllByRole('link')).toHaveLength(40));
    expect(march.queryByRole('button', { name: /^Show/ })).toBeNull();
    expect(requested.some(({ pathname }) => pathname.endsWith('/2024/3/layout'))).toBe(true);
    expect(localStorage.getItem('visibleTimeLineSections')).toBe('["2024/3"]');
    cleanup();
    await show();
    const repeated = await month('March 2024');
    await waitFor(() => expect(repeated.getAllByRole('link')).toHaveLength(40));
  });

  test("has no '+N' in a month of 24 [TL-10]", async () => {
    serveLibrary(libraryOf({ '2024/3': makePhotos(0, 24) }));
    await show();
    const march = await month('March 2024');
    await waitFor(() => expect(march.getAllByRole('link')).toHaveLength(24));
    expect(march.queryByRole('button', { name: /^Show/ })).toBeNull();
  });

  test('says beside the month that its photos are missing, and retries [TL-35]', async () => {
    let isDown = true;
    serveLibrary(libraryOf({ '2024/3': makePhotos(10, 1), '2024/2': makePhotos(0, 2) }), (url) =>
      isDown && url.pathname.endsWith('/2024/2') ? { status: 403, body: {} } : undefined,
    );
    await show();
    const february = await month('February 2024');
    expect((await february.findByRole('alert')).textContent).toContain('Some photos could not be loaded');
    expect((await month('March 2024')).getAllByRole('link')).toHaveLength(1);
    isDown = false;
    await userEvent.click(february.getByRole('button', { name: 'Try again' }));
    expect(await february.findAllByRole('link')).toHaveLength(2);
    expect(february.queryByRole('alert')).toBeNull();
  });

  test('sorts by upload date: other months, other photos [TL-13] [TL-36] [TL-42] [SRT-09]', async () => {
    const requested = serveLibrary({
      dateTaken: { '2019/5': makePhotos(0, 2) },
      created: { '2024/3': makePhotos(0, 2) },
    });
    await show();
    await screen.findByRole('heading', { name: 'May 2019' });
    const sort = screen.getByRole('combobox', { name: 'Sort by' });
    expect(
      within(sort)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Date taken', 'Upload date']);
    await userEvent.selectOptions(sort, 'Upload date');
    expect(await (await month('March 2024')).findAllByRole('link')).toHaveLength(2);
    expect(headings()).toEqual(['March 2024']);
    expect(pagesRequested(requested).at(-1)?.searchParams.get('sortKey')).toBe('created');
    expect(localStorage.getItem('sort:photos')).toBe('{"sortKey":"created","sortOrder":"desc"}');
  });

  test('draws photos at their final position before they are loaded', async () => {
    const shapes = [
      [4000, 3000],
      [3000, 4000],
      [4000, 2250],
    ] as const;
    const photos = (from: number, count: number) =>
      makePhotos(from, count).map((photo, index) => {
        const [visibleWidth, visibleHeight] = shapes[(from + index) % 3] as [number, number];
        return { ...photo, visibleWidth, visibleHeight };
      });
    const months = {
      '2024/5': photos(0, 2),
      '2024/4': photos(10, 3),
      '2024/3': photos(20, 1),
      '2024/2': photos(30, 30),
    };
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    serveLibrary(libraryOf(months), async ({ pathname }) => {
      if (/\/2024\/\d$/.test(pathname)) await held;
      return undefined;
    });
    setWindow(1440, 1_600);
    await show();
    await month('February 2024');
    const places = () =>
      [...document.querySelectorAll<HTMLElement>('section, [data-tile]')].map((one) =>
        one.getAttribute('style'),
      );
    const before = places();
    expect(screen.getAllByRole('link', { name: /^Photo/ })).toHaveLength(2);
    answer();
    await waitFor(() => expect(screen.getAllByRole('link', { name: /^Photo/ })).toHaveLength(30));
    expect(places()).toEqual(before);
  });

  test('shows small months side by side, each with its title, and the rail moves from band to band', async () => {
    const counts = [1, 2, 3, 1, 4, 2, 5, 3, 2, 4, 1, 2];
    const years = [2024, 2023, 2022, 2021].flatMap((year) =>
      counts.map(
        (count, index) => [`${year}/${12 - index}`, makePhotos(year * 100 + index * 10, count)] as const,
      ),
    );
    serveLibrary(libraryOf(Object.fromEntries(years)));
    setWindow(1440, 900);
    await show();
    const december = await screen.findByRole('region', { name: 'December 2024' });
    const november = screen.getByRole('region', { name: 'November 2024' });
    expect(november.style.top).toBe(december.style.top);
    expect(within(december).getByRole('heading').textContent).toBe('December 2024');
    const rail = await screen.findByRole('slider', { name: 'Jump to a date' });
    rail.focus();
    const passed = [rail.getAttribute('aria-valuetext')];
    for (;;) {
      await userEvent.keyboard('{ArrowDown}');
      const title = rail.getAttribute('aria-valuetext');
      if (title === passed.at(-1)) break;
      passed.push(title);
    }
    expect(passed.length).toBeGreaterThan(10);
    expect(passed.length).toBeLessThan(48);
    await userEvent.keyboard('{Home}');
    expect(rail.getAttribute('aria-valuetext')).toBe('December 2024');
  });

  test('shows many small photos instead of few large ones, and remembers that', async () => {
    serveLibrary(libraryOf({ '2024/3': makePhotos(0, 24) }));
    setWindow(1440, 900);
    await show();
    const height = async () =>
      Number.parseInt((await screen.findByRole('region', { name: 'March 2024' })).style.height, 10);
    const before = await height();
    const compact = screen.getByRole('button', { name: 'Compact view' });
    expect(compact.getAttribute('aria-pressed')).toBe('false');
    await userEvent.click(compact);
    expect(compact.getAttribute('aria-pressed')).toBe('true');
    expect(await height()).toBeLessThan(before * 0.6);
    cleanup();
    await show();
    expect(await height()).toBeLessThan(before * 0.6);
    await userEvent.click(screen.getByRole('button', { name: 'Comfortable view' }));
    expect(await height()).toBe(before);
  });

  test('reverses the order and remembers it [SRT-01] [SRT-04]', async () => {
    serveLibrary(libraryOf({ '2024/2': makePhotos(10, 2), '2024/3': makePhotos(0, 3) }));
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Newest first' }));
    await waitFor(() => expect(headings()).toEqual(['February 2024', 'March 2024']));
    cleanup();
    await show();
    await waitFor(() => expect(headings()).toEqual(['February 2024', 'March 2024']));
  });

  test('shows new photos without a reload, where they belong [TL-41]', async () => {
    const library = libraryOf({ '2024/2': makePhotos(10, 2) });
    serveLibrary(library);
    const push = photosPush();
    await show({ push });
    await (await month('February 2024')).findAllByRole('link');
    library.dateTaken['2024/2'] = makePhotos(9, 3);
    library.dateTaken['2024/3'] = [makePhoto(1, { thumbnailState: 'loading', thumbnails: [] })];
    push.say('added', ['x']);
    const march = await month('March 2024');
    expect((await march.findByRole('link')).dataset.state).toBe('loading');
    await waitFor(async () => expect((await month('February 2024')).getAllByRole('link')).toHaveLength(3));
    library.dateTaken['2024/3'] = [makePhoto(1)];
    push.say('ready', [makePhoto(1).imageId]);
    await waitFor(() => expect(march.getByRole('link').dataset.state).toBe('success'));
  });

  test('says of photos that they are used in an order as soon as it is placed, and marks them while selecting', async () => {
    const [first, second] = makePhotos(0, 2) as [Photo, Photo];
    const library = libraryOf({ '2024/3': [first, second] });
    const push = photosPush();
    serveLibrary(library);
    await show({ push });
    await (await month('March 2024')).findAllByRole('link');
    expect(screen.queryByTitle('Used in an order')).toBeNull();
    library.dateTaken['2024/3'] = [first, { ...second, isOrdered: true }];
    push.say('ordered', [second.imageId]);
    const used = await screen.findByRole('link', { name: /Used in an order$/ });
    expect(used.getAttribute('href')).toContain(second.imageId);
    expect(screen.queryByTitle('Used in an order')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    const chosen = await screen.findByRole('checkbox', { name: /Used in an order$/ });
    expect(chosen.contains(screen.getByTitle('Used in an order'))).toBe(true);
  });

  test('draws photos with thumbnails loading, failed or ready [PHO-08]', async () => {
    const photos = (['loading', 'failure', 'success'] as const).map((thumbnailState, index) => {
      return makePhoto(index, thumbnailState === 'success' ? {} : { thumbnailState, thumbnails: [] });
    });
    serveLibrary(libraryOf({ '2024/3': photos }));
    await show();
    const figures = await (await month('March 2024')).findAllByRole('link');
    expect(figures.map(({ dataset }) => dataset.state)).toEqual(['loading', 'failure', 'success']);
    expect(figures[1]?.textContent).toBe('photo-1.jpg');
    expect(figures[1]?.getAttribute('aria-label')).toBe(
      `photo-1.jpg. ${figures[2]?.getAttribute('aria-label')}`,
    );
    expect(figures.map((figure) => figure.querySelector('img')?.getAttribute('src'))).toEqual([
      undefined,
      undefined,
      '/media/2-800.jpg',
    ]);
  });

  test('shows a photo with only the required fields, under its file name [PHO-02]', async () => {
    const bare = {
      dateTaken: undefined,
      visibleWidth: undefined,
      visibleHeight: undefined,
      thumbhash: undefined,
    };
    serveLibrary(libraryOf({ '1970/1': [makePhoto(1, bare)] }));
    await show();
    expect(await screen.findByRole('link', { name: 'photo-1.jpg' })).toBeTruthy();
  });

  test.each([
    [390, 300],
    [800, 300],
    [1100, 800],
    [1400, 800],
  ])('shows thumbnails that fit a window of %i pixels [PHO-05] [PHO-06]', async (width, size) => {
    setWindow(width, 800);
    serveLibrary(libraryOf({ '2024/3': makePhotos(7, 1) }));
    await show();
    const figure = await screen.findByRole('link', { name: 'Photo taken on 9 March 2024 at 15:04' });
    expect(figure.querySelector('img')?.getAttribute('src')).toBe(`/media/7-${size}.jpg`);
  });

  test('moves between photos by keyboard, with a single tab stop', async () => {
    serveLibrary(libraryOf({ '2024/3': makePhotos(0, 9) }));
    await show();
    const figures = await (await month('March 2024')).findAllByRole('link');
    expect(figures.filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(1);
    figures[0]?.focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(document.activeElement).toBe(figures[2]);
    await userEvent.keyboard('{End}');
    expect(document.activeElement).toBe(figures[8]);
    await userEvent.keyboard('{Home}');
    expect(document.activeElement).toBe(figures[0]);
  });
});
