// @vitest-environment happy-dom
import type { Photo } from '@keepsake/contracts/library/photos';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Answers, customer, photoPage, showApp } from '#/app/screens.fixture.tsx';
import {
  OWNER,
  SHARED,
  ALBUM as SHARED_ALBUM,
  sharedAnswersOf,
} from '#/features/library/albums/albums.fixture.ts';
import { idOf, makeLayout, makePhoto } from '#/features/library/photos/photo.fixture.ts';
import { leaveTopmost } from '#/shared/ui/layers.ts';
import { toastStore } from '#/shared/ui/toasts.tsx';

const API = '/api/photo-management';
const ALBUM = idOf(9_000);
const newer = makePhoto(2, { dateTaken: '2024-04-01T08:00:00' });
const older = makePhoto(1, { dateTaken: '2024-03-09T15:04:05' });
const page = (...images: unknown[]) => ({ body: { cursor: null, images } });

const album = {
  albumId: ALBUM,
  albumName: 'Sea',
  coverPhoto: null,
  photosCount: 2,
  created: '2024-05-01T10:00:00Z',
  updated: '2024-05-01T10:00:00Z',
  userId: customer.customerId,
  isShared: false,
};
const answers = (): Answers => ({
  '/api/customers/customers/me': { body: customer },
  [`${API}/users/counts`]: { body: { photosCount: 2, albumsCount: 1 } },
  [`${API}/users/timeline`]: { body: { 2024: { 3: 1, 4: 1 } } },
  [`${API}/photos/${newer.imageId}`]: { body: newer },
  [`${API}/photos/${older.imageId}`]: { body: older },
  [`${API}/photos/timeline/2024/3`]: page(older),
  [`${API}/photos/timeline/2024/4`]: page(newer),
  [`${API}/photos/timeline/2024/3/layout`]: { body: makeLayout([older]) },
  [`${API}/photos/timeline/2024/4/layout`]: { body: makeLayout([newer]) },
  [`${API}/photos`]: page(),
  [`${API}/albums`]: { body: { albums: [], cursor: null } },
  [`${API}/albums/${ALBUM}`]: { body: album },
  [`${API}/albums/${ALBUM}/photos`]: page(newer, older),
  [`${API}/albums/${ALBUM}/layout`]: { body: makeLayout([newer, older]) },
});
const ALL_ON = {
  PhotoManagementTimelineViewEnabled: ['*'],
  PhotoManagementAlbumViewEnabled: ['*'],
  PhotoManagementSharedAlbumsViewEnabled: ['*'],
};
const preview = (photoId: string) => `/my-photos/photos/preview/${photoId}`;
const open = (path: string, more: Answers = {}, flags: Record<string, string[]> = ALL_ON) =>
  showApp({ path, answers: { ...answers(), ...more }, flags });

beforeEach(() => {
  window.innerWidth = 1280;
  window.localStorage.clear();
  toastStore.setState({ toasts: [] });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the preview', () => {
  test('shows a photo opened by its address, without the menu [RTE-03] [RTE-10] [PRV-19]', async () => {
    await open(preview(newer.imageId));
    expect((await screen.findAllByText(/Taken on 1 April 2024 at 08:00:00/)).length).toBeGreaterThan(0);
    expect(document.title).toBe('Photo · Pennyfern');
    expect(screen.queryByRole('navigation')).toBeNull();
    expect(screen.getByRole('status').textContent).toBe('Photo 1 of 2. Taken on 1 April 2024 at 08:00:00');
    expect(document.querySelector('[data-current] img')?.getAttribute('src')).toBe('/media/2-1300.jpg');
  });

  test('moves by arrow and key across months, keeping its query [PRV-01] [PRV-08] [PRV-10] [PRV-26]', async () => {
    const { router } = await open(`${preview(newer.imageId)}?x=1`);
    await userEvent.click(await screen.findByRole('button', { name: 'Next photo' }));
    await screen.findByText('Taken on 9 March 2024 at 15:04:05');
    await waitFor(() => expect(router.state.location.href).toBe(`${preview(older.imageId)}?x=1`));
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
    await userEvent.keyboard('{ArrowLeft}');
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    await waitFor(() => expect(router.state.location.href).toBe(`${preview(newer.imageId)}?x=1`));
    expect(router.history.length).toBe(1);
  });

  test('has no arrows on touch devices, which swipe [PRV-08]', async () => {
    vi.spyOn(navigator, 'maxTouchPoints', 'get').mockReturnValue(5);
    await open(preview(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    expect(screen.queryByRole('button', { name: 'Next photo' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Keyboard shortcuts' })).toBeNull();
  });

  test('has arrows and shortcuts for a mouse, however far the page is zoomed [PRV-08]', async () => {
    window.innerWidth = 390;
    await open(preview(newer.imageId));
    expect(await screen.findByRole('button', { name: 'Next photo' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });

  test.each(['dateTaken', 'created'])(
    'with a malformed id redirects to the photos, sorted by %s [PRV-24]',
    async (sortKey) => {
      localStorage.setItem('sort:photos', JSON.stringify({ sortKey, sortOrder: 'desc' }));
      const refused = { status: 400, body: { code: 'invalid-request' } };
      const { router } = await open(preview('none'), { [`${API}/photos/none`]: refused });
      await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
      expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
    },
  );

  test('goes through one list when sorted by upload date [PRV-25]', async () => {
    localStorage.setItem('sort:photos', '{"sortKey":"created","sortOrder":"desc"}');
    const upload = makePhoto(7, { dateTaken: undefined, created: '2024-05-02T10:00:00Z' });
    await open(preview(newer.imageId), { [`${API}/photos`]: page(upload) });
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    await userEvent.keyboard('{ArrowRight}');
    expect(await screen.findByText('Added on 2 May 2024')).toBeTruthy();
  });

  test('Back and Escape lead to the photos [PRV-07] [PRV-11] [PRV-21]', async () => {
    for (const leave of [
      async () => userEvent.click(await screen.findByRole('button', { name: 'Back' })),
      async () => userEvent.keyboard('{Escape}'),
    ]) {
      const { router } = await open(preview(newer.imageId));
      await screen.findByText('Taken on 1 April 2024 at 08:00:00');
      await leave();
      await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
      cleanup();
    }
  });

  test('Escape first zooms out, and then leads to the photos [PRV-11] [PRV-15]', async () => {
    const { router } = await open(preview(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    await userEvent.keyboard('+');
    expect(await screen.findByRole('button', { name: 'Zoom out' })).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeTruthy();
    expect(router.state.location.pathname).toBe(preview(newer.imageId));
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/photos'));
  });

  test('Back first zooms out, and then leads to the photos', async () => {
    await open(preview(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    await userEvent.keyboard('+');
    expect(await screen.findByRole('button', { name: 'Zoom out' })).toBeTruthy();
    await act(async () => void expect(leaveTopmost('back')).toBe(true));
    expect(await screen.findByRole('button', { name: 'Zoom in' })).toBeTruthy();
    expect(leaveTopmost('back')).toBe(false);
  });

  test('offers download, copy to album with its flag, and delete [PRV-03] [PRV-04] [PRV-05]', async () => {
    await open(preview(newer.imageId));
    await screen.findByRole('button', { name: 'Download' });
    expect(screen.getByRole('button', { name: 'Copy to album' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
    cleanup();
    await open(preview(newer.imageId), {}, { PhotoManagementTimelineViewEnabled: ['*'] });
    await screen.findByRole('button', { name: 'Download' });
    expect(screen.queryByRole('button', { name: 'Copy to album' })).toBeNull();
  });

  test('redirects to the photos if there are none, and if the photo is gone [PRV-23]', async () => {
    const empty = await open(preview(newer.imageId), { [`${API}/users/timeline`]: { body: {} } });
    await waitFor(() => expect(empty.router.state.location.pathname).toBe('/my-photos/photos'));
    cleanup();
    const gone = await open(preview(idOf(77)));
    await waitFor(() => expect(gone.router.state.location.pathname).toBe('/my-photos/photos'));
    expect(toastStore.getState().toasts[0]?.message).toBe('This photo could not be found');
  });

  test('says that the photo could not be loaded, and retries', async () => {
    const failing = answers();
    failing[`${API}/users/timeline`] = { status: 400, body: { code: 'x' } };
    failing[`${API}/photos/${newer.imageId}`] = { status: 400, body: { code: 'x' } };
    await showApp({ path: preview(newer.imageId), answers: failing, flags: ALL_ON });
    expect((await screen.findByRole('alert')).textContent).toContain('Error: Your photo could not be loaded');
    Object.assign(failing, answers());
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Taken on 1 April 2024 at 08:00:00')).toBeTruthy();
  });

  test('requests a picture that failed again once the network is back', async () => {
    await open(preview(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    const picture = () => document.querySelector('[data-current] img');
    fireEvent.error(picture() as Element);
    expect((await screen.findByRole('alert')).textContent).toContain('The photo could not be loaded');
    expect(picture()).toBeNull();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(picture()?.getAttribute('src')).toBe('/media/2-1300.jpg');
  });

  test('is zoomed by clicks on the photo, not by the second click of the double click that opened it [PRV-14]', async () => {
    await open(preview(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    const stage = document.querySelector('[data-gesture]') as HTMLElement;
    const click = (detail: number) => {
      const press = { pointerId: 1, pointerType: 'mouse', button: 0 };
      fireEvent.pointerDown(stage, press);
      fireEvent.mouseDown(stage, { detail });
      fireEvent.pointerUp(stage, press);
    };
    for (const detail of [2, 3]) {
      click(detail);
      expect(stage.dataset.zoomed).toBe('false');
    }
    click(1);
    expect(stage.dataset.zoomed).toBe('true');
    click(2);
    expect(stage.dataset.zoomed).toBe('false');
  });

  test('hides its controls by a tap on the photo and shows them by the next, but zooms by a double tap', async () => {
    await open(preview(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    const main = screen.getByRole('main');
    const stage = document.querySelector('[data-gesture]') as HTMLElement;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
    const stamp = vi.spyOn(Event.prototype, 'timeStamp', 'get').mockImplementation(() => Date.now());
    onTestFinished(() => {
      vi.useRealTimers();
      stamp.mockRestore();
    });
    const tap = (pointerType = 'touch') => {
      fireEvent.pointerDown(stage, { pointerId: 1, pointerType, button: 0 });
      fireEvent.pointerUp(stage, { pointerId: 1, pointerType, button: 0 });
    };
    const pass = () => act(() => vi.advanceTimersByTime(201));
    tap();
    expect(main.dataset.bare).toBeUndefined();
    pass();
    expect(main.dataset.bare).toBe('true');
    // Keys and screen readers still find them.
    expect(screen.getByRole('button', { name: 'Next photo' })).toBeTruthy();
    tap();
    pass();
    expect(main.dataset.bare).toBeUndefined();
    tap();
    tap();
    pass();
    expect(stage.dataset.zoomed).toBe('true');
    expect(main.dataset.bare).toBeUndefined();
    tap('mouse');
    pass();
    expect(main.dataset.bare).toBeUndefined();
  });

  test('offers the original of a photo that cannot be displayed [PHO-08]', async () => {
    const broken = { ...newer, thumbnailState: 'failure', thumbnails: [] };
    await open(preview(newer.imageId), {
      [`${API}/photos/${newer.imageId}`]: { body: broken },
      [`${API}/photos/timeline/2024/4`]: page(broken),
    });
    const link = await screen.findByRole('link', { name: 'Download the original' });
    expect(link.getAttribute('href')).toBe(newer.untouchedUrl);
    // Its words have room, however small the picture would be.
    expect(link.closest('[data-picture]')?.getAttribute('data-known')).toBe('false');
  });

  test('asks for the file of a photo whose original is damaged, and does not offer it', async () => {
    const lost = { ...newer, thumbnailState: 'failure', failure: 'ORIGINAL_MISSING', thumbnails: [] };
    await open(preview(newer.imageId), {
      [`${API}/photos/${newer.imageId}`]: { body: lost },
      [`${API}/photos/timeline/2024/4`]: page(lost),
    });
    expect(await screen.findByText(/is damaged. Add it again from your device/)).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Download the original' })).toBeNull();
  });

  test.each([
    ['asks for the file of a damaged original', customer.customerId, /Add it again from your device/],
    ['says who else can add a damaged original again', OWNER, /Only the owner of the photo can add/],
  ])('in a shared album %s, and never calls it safe', async (_what, ownerId, text) => {
    const lost = {
      ...newer,
      ownerId,
      thumbnailState: 'failure',
      failure: 'ORIGINAL_MISSING',
      thumbnails: [],
    };
    const shared = sharedAnswersOf({ ownerId, photosCount: 1 });
    await open(`/my-photos/shared-albums/${SHARED_ALBUM}/preview/${newer.imageId}`, {
      ...shared,
      [`${SHARED}/shared-albums/${SHARED_ALBUM}/photos`]: page(lost),
      [`${SHARED}/shared-albums/${SHARED_ALBUM}/layout`]: {
        body: { ...makeLayout([lost as Photo]), ownerIds: [ownerId], owners: btoa('\0\0') },
      },
    });
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByText(/is safe/)).toBeNull();
    expect(screen.queryByRole('link', { name: 'Download the original' })).toBeNull();
  });

  test('selects the photo in its view', async () => {
    await open(preview(newer.imageId));
    const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
    await press('Select this photo');
    expect(await screen.findByText('1 selected')).toBeTruthy();
    await press('Deselect this photo');
    expect(await screen.findByRole('button', { name: 'Select this photo' })).toBeTruthy();
    expect(screen.queryByText('1 selected')).toBeNull();
  });
});

describe('the preview of an album', () => {
  const inAlbum = (photoId: string) => `/my-photos/albums/${ALBUM}/preview/${photoId}`;

  test('steps through its photos, and back to it [RTE-06] [PRV-22]', async () => {
    const { router } = await open(inAlbum(newer.imageId));
    await screen.findByText('Taken on 1 April 2024 at 08:00:00');
    await userEvent.click(await screen.findByRole('button', { name: 'Next photo' }));
    await screen.findByText('Taken on 9 March 2024 at 15:04:05');
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/my-photos/albums/${ALBUM}`));
  });

  test('of a photo that is not in it, or of no album at all, redirects to the albums [PRV-24]', async () => {
    const foreign = await open(inAlbum(idOf(77)));
    await waitFor(() => expect(foreign.router.state.location.pathname).toBe('/my-photos/albums'));
    cleanup();
    const nowhere = await open(`/my-photos/albums/${idOf(8)}/preview/${idOf(1)}`);
    await waitFor(() => expect(nowhere.router.state.location.pathname).toBe('/my-photos/albums'));
  });
});

describe('without its flag', () => {
  test.each([
    ['[RTE-12] [FLG-04]', preview(idOf(1)), 'PhotoManagementTimelineViewEnabled'],
    ['[RTE-13]', `/my-photos/albums/${ALBUM}/preview/${idOf(1)}`, 'PhotoManagementAlbumViewEnabled'],
    [
      '[RTE-14]',
      `/my-photos/shared-albums/${ALBUM}/preview/${idOf(1)}`,
      'PhotoManagementSharedAlbumsViewEnabled',
    ],
  ])('%s %s redirects to the root, and says why', async (_, path, flag) => {
    const others = Object.fromEntries(Object.entries(ALL_ON).filter(([name]) => name !== flag));
    const { router } = await open(path, { [`${API}/photos`]: { body: photoPage(0) } }, others);
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(await screen.findByText('This page is not available for your account.')).toBeTruthy();
  });

  test('with it, the preview of a shared album exists [RTE-08]', async () => {
    const shared = { ...album, isShared: true, ownerId: customer.customerId };
    const base = `/api/shared-albums/shared-albums/${ALBUM}`;
    const photo = { ...newer, ownerId: customer.customerId };
    const ownerIds = [customer.customerId];
    await open(`/my-photos/shared-albums/${ALBUM}/preview/${newer.imageId}`, {
      [base]: { body: { ...shared, photosCount: 1 } },
      [`${base}/participants`]: {
        body: { owner: { id: customer.customerId, email: 'a@b.c' }, participants: [] },
      },
      [`${base}/photos`]: page(photo),
      [`${base}/layout`]: { body: { ...makeLayout([photo]), ownerIds, owners: 'AAA=' } },
    });
    expect(await screen.findByText('Taken on 1 April 2024 at 08:00:00')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Delete' }).getAttribute('aria-disabled')).toBe('true');
  });
});
