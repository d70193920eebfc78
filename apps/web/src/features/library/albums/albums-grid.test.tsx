// @vitest-environment happy-dom
import { ALBUMS_PAGE_SIZE, FIRST_ALBUMS_PAGE_SIZE } from '@keepsake/contracts/platform/start-of-page';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import { makePhoto } from '#/features/library/photos/photo.fixture.ts';
import {
  ALBUM,
  ALL_ON,
  API,
  albumPush,
  albumsPage,
  answersOf,
  FAILURE,
  makeAlbum,
  open,
  prepareScreens,
  press,
  SHARED,
} from './albums.fixture.ts';

prepareScreens();
const PATH = '/my-photos/albums';
const withAlbums = (more: Answers): Answers => ({ ...answersOf([]), ...more });
const grid = () => screen.findByRole('list', { name: 'Albums' });
const withoutShared = Object.fromEntries(
  Object.entries(ALL_ON).filter(([flag]) => flag !== 'PhotoManagementSharedAlbumsViewEnabled'),
);
const oneShared = withAlbums({
  [`${SHARED}/users`]: { body: { readAlbumsCount: 3, grantedAlbumsCount: 0 } },
  [`${SHARED}/shared-albums`]: albumsPage([
    { ...makeAlbum(7, { albumName: 'Wedding', isShared: true }), ownerId: makeAlbum(8).albumId } as never,
  ]),
});

describe('the albums', () => {
  test('have nothing to sort while there are none, and say what they are for [ALB-01]', async () => {
    const answers = withAlbums({ [`${API}/albums`]: albumsPage([]) });
    await open(PATH, answers);
    await screen.findByRole('button', { name: 'New album' });
    await waitFor(async () => expect((await grid()).getAttribute('aria-busy')).toBe('false'));
    expect(screen.queryByRole('combobox', { name: 'Sort albums by' })).toBeNull();
    expect(screen.getByText('Albums keep the photos of a trip, a party or a year together.')).toBeTruthy();
    cleanup();
    await open(PATH, answersOf([]));
    expect(await screen.findByRole('combobox', { name: 'Sort albums by' })).toBeTruthy();
    expect(screen.queryByText(/^Albums keep the photos/)).toBeNull();
  });

  test("are in a grid after the 'New album' tile [RTE-04] [ALB-01]", async () => {
    await open(PATH, withAlbums({ [`${API}/albums`]: albumsPage([makeAlbum(1), makeAlbum(2)]) }));
    await screen.findByText('Album 1');
    const tiles = within(await grid()).getAllByRole('listitem');
    expect(tiles.map((tile) => tile.textContent?.match(/New album|Album \d/)?.[0])).toEqual([
      'New album',
      'Album 1',
      'Album 2',
    ]);
  });

  test('show cover or placeholder, name, count and date [ALB-02] [ALB-03] [ALB-04] [ALB-05] [ALB-06]', async () => {
    const full = makeAlbum(1, { albumName: 'Sea', photosCount: 1_234, coverPhoto: makePhoto(5) });
    await open(PATH, withAlbums({ [`${API}/albums`]: albumsPage([full, makeAlbum(2)]) }));
    const sea = await screen.findByRole('link', { name: /Sea/ });
    expect(sea.querySelector('img')?.getAttribute('src')).toBe('/media/5-300.jpg');
    expect(sea.textContent).toContain('1,234 photos');
    expect(sea.textContent).toContain('Created 01 May 2024');
    const empty = screen.getByRole('link', { name: /Album 2/ });
    expect(empty.querySelector('img')).toBeNull();
    expect(empty.querySelector('svg')).toBeTruthy();
  });

  test('say that they cannot be displayed [ALB-08]', async () => {
    const answers = withAlbums({ [`${API}/albums`]: FAILURE });
    await open(PATH, answers);
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Unable to display albums. Please refresh the page or try again later.',
    );
    answers[`${API}/albums`] = albumsPage([makeAlbum(1)]);
    await press('Try again');
    expect(await screen.findByText('Album 1')).toBeTruthy();
  });

  test('load in pages of 50, the first one shorter, as the end approaches [ALB-10] [ALB-11] [ALB-12]', async () => {
    const requested: (string | null)[][] = [];
    let near = () => undefined as unknown;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: unknown[]) => void) {
          near = () => report([{ isIntersecting: true }]);
        }
        observe() {}
        disconnect() {}
      },
    );
    const paged: Answers[string] = (query) => {
      requested.push([query.get('limit'), query.get('cursor')]);
      const first = query.get('cursor') ? 50 : 1;
      const albums = Array.from({ length: Number(query.get('limit')) }, (_, n) => makeAlbum(first + n));
      return albumsPage(albums, requested.length === 1 ? 'next' : null);
    };
    await open(PATH, withAlbums({ [`${API}/albums`]: paged }));
    await screen.findByText('Album 49');
    expect([FIRST_ALBUMS_PAGE_SIZE, ALBUMS_PAGE_SIZE]).toEqual([49, 50]);
    await act(async () => near());
    expect(await screen.findByText('Album 99')).toBeTruthy();
    expect(requested).toEqual([
      ['49', null],
      ['50', 'next'],
    ]);
  });

  test('say at the end that more could not be loaded, and retry on request', async () => {
    let near = () => undefined as unknown;
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(report: (entries: unknown[]) => void) {
          near = () => report([{ isIntersecting: true }]);
        }
        observe() {
          // A real observer immediately reports elements in view.
          near();
        }
        disconnect() {}
      },
    );
    let attempts = 0;
    let isDown = true;
    const paged: Answers[string] = (query) => {
      if (!query.get('cursor')) return albumsPage([makeAlbum(1)], 'next');
      attempts++;
      return isDown ? FAILURE : albumsPage([makeAlbum(2)]);
    };
    await open(PATH, withAlbums({ [`${API}/albums`]: paged }));
    expect((await screen.findByRole('alert')).textContent).toBe('We could not load any more.');
    expect(screen.getByText('Album 1')).toBeTruthy();
    expect(attempts).toBe(1);
    isDown = false;
    await press('Try again');
    expect(await screen.findByText('Album 2')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(attempts).toBe(2);
  });

  test('follow changes made elsewhere', async () => {
    const push = albumPush();
    const answers = answersOf([]);
    await showApp({ path: PATH, answers, flags: ALL_ON, push });
    await screen.findByText('Sea');
    answers[`${API}/albums`] = albumsPage([makeAlbum(0, { albumName: 'Lake' }), makeAlbum(4)]);
    act(() => push.sayAlbumsChanged([ALBUM]));
    expect(await screen.findByText('Lake')).toBeTruthy();
    expect(screen.getByText('Album 4')).toBeTruthy();
  });
});

describe('albums of others', () => {
  test("are listed under 'Shared with you' if there are any [ALB-07] [FLG-06]", async () => {
    await open(PATH, oneShared);
    const section = await screen.findByRole('region', { name: 'Shared with you' });
    const link = await within(section).findByRole('link', { name: /Wedding/ });
    expect(link.getAttribute('href')).toBe(`/my-photos/shared-albums/${makeAlbum(7).albumId}`);
  });

  test('are not shown if there are none, or without their flag [ALB-07] [FLG-06]', async () => {
    await open(PATH, answersOf([]));
    await screen.findByText('Sea');
    expect(screen.queryByText('Shared with you')).toBeNull();
  });

  test('do not show without their flag [ALB-07] [FLG-06]', async () => {
    await open(PATH, oneShared, withoutShared);
    await screen.findByText('Sea');
    expect(screen.queryByText('Shared with you')).toBeNull();
  });

  test('say that they cannot be displayed [ALB-09]', async () => {
    await open(PATH, { ...oneShared, [`${SHARED}/shared-albums`]: FAILURE });
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Unable to display shared albums. Please refresh the page or try again later.',
    );
    expect(screen.getByText('Sea')).toBeTruthy();
  });
});

describe('the header of the photos', () => {
  const tab = (name: string) => screen.findByRole('link', { name });

  test('has the tabs Photos and Albums, which link there [HDR-06]', async () => {
    const { router } = await open(PATH, answersOf([]));
    await userEvent.click(await tab('Photos 0'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
    await userEvent.click(await screen.findByRole('link', { name: /^Albums/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(PATH));
  });

  test('counts own albums without the shared flag [HDR-08]', async () => {
    await open(PATH, oneShared, withoutShared);
    expect(await tab('Albums 1')).toBeTruthy();
  });

  test('adds readable shared albums with it [HDR-09] [FLG-06]', async () => {
    await open(PATH, oneShared);
    expect(await tab('Albums 4')).toBeTruthy();
  });

  test.each(['/my-photos/photos', '/my-photos/albums', `/my-photos/albums/${ALBUM}`])(
    '%s belongs to the section marked in the menu, inside the shell [RTE-16]',
    async (path) => {
      await open(path, answersOf([]));
      const menu = within(await screen.findByRole('navigation', { name: 'Account' }));
      const entry = menu.getByRole('link', { name: /Saved photos/ });
      await waitFor(() => expect(entry.getAttribute('aria-current')).toBeTruthy());
      expect(menu.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBeNull();
      expect(screen.getByRole('contentinfo')).toBeTruthy();
    },
  );
});

describe('a new album', () => {
  const save = (answer: Answers[string]) => ({ ...answersOf([]), [`POST ${API}/albums`]: answer });
  const field = () => screen.findByLabelText<HTMLInputElement>('Album name');

  test('is named in a dialog, and opens [ALB-13] [ALB-14] [ALB-15] [ALB-16] [NAM-05]', async () => {
    const sent: unknown[] = [];
    const { router } = await open(
      PATH,
      save((_query, body) => {
        sent.push(body);
        return { body: { albumId: ALBUM } };
      }),
    );
    await press('New album');
    const dialog = await screen.findByRole('dialog', { name: 'Create new album' });
    expect((await field()).placeholder).toBe('Untitled album');
    await userEvent.type(await field(), 'Sea');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Create album' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/my-photos/albums/${ALBUM}`));
    expect(sent).toEqual([{ name: 'Sea' }]);
  });

  test('is validated on submit, and not before [NAM-04] [NAM-08]', async () => {
    await open(PATH, save(FAILURE));
    await press('New album');
    await userEvent.type(await field(), '<');
    await userEvent.tab();
    expect(screen.queryByText('Name not valid')).toBeNull();
    await press('Create album');
    expect(await screen.findByText('Name not valid')).toBeTruthy();
    await userEvent.clear(await field());
    expect(screen.queryByText('Please give your album a name')).toBeNull();
    await press('Create album');
    expect(await screen.findByText('Please give your album a name')).toBeTruthy();
  });

  test('that could not be saved says so, and keeps the name [ALB-17]', async () => {
    const { router } = await open(PATH, save(FAILURE));
    await press('New album');
    await userEvent.type(await field(), 'Sea{Enter}');
    expect(await screen.findByText('Unable to save changes. Please try again')).toBeTruthy();
    expect((await field()).value).toBe('Sea');
    expect(router.state.location.pathname).toBe(PATH);
  });
});
