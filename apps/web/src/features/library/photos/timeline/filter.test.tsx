// @vitest-environment happy-dom
import type { Photo } from '@keepsake/contracts/library/photos';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  type FakeLibrary,
  photosPush,
  serveLibrary,
  setWindow,
  showInApp,
} from '../library-screen.fixture.tsx';
import { makePhotos } from '../photo.fixture.ts';
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

const nothing = () => undefined;
const push = photosPush();
const show = (search = '') =>
  showInApp(<Timeline onAddPhotos={nothing} drawBar={() => null} />, { push, search });
const printed = (photos: Photo[]) => photos.map((photo) => ({ ...photo, isOrdered: true as const }));
/** March has three printed photos and two others; February is all printed. */
const library = (): FakeLibrary => ({
  dateTaken: {
    '2024/3': [...printed(makePhotos(0, 3)), ...makePhotos(3, 2)],
    '2024/2': printed(makePhotos(5, 2)),
  },
  created: { '2026/6': [...makePhotos(3, 2), ...printed(makePhotos(0, 3))] },
});
const photoLinks = () => screen.queryAllByRole('link', { name: /Photo|jpg/ });
const seePhotos = (count: number) => waitFor(() => expect(photoLinks()).toHaveLength(count));
const pressFilter = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Not yet printed' }));

describe('the filter for photos not yet printed', () => {
  test('is offered to customers who have ordered', async () => {
    serveLibrary({ dateTaken: { '2024/3': makePhotos(0, 3) }, created: {} });
    await show();
    await seePhotos(3);
    await screen.findByRole('combobox', { name: 'Sort by' });
    expect(screen.queryByRole('button', { name: 'Not yet printed' })).toBeNull();
  });

  test('leaves printed photos out of counts, photos and previews', async () => {
    const requested = serveLibrary(library());
    await show();
    await seePhotos(7);
    await pressFilter();
    await seePhotos(2);
    expect(screen.queryByRole('region', { name: 'February 2024' })).toBeNull();
    for (const link of photoLinks()) expect(link.getAttribute('href')).toMatch(/\?filter=notPrinted$/);
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Upload date');
    await screen.findByRole('region', { name: 'June 2026' });
    await seePhotos(2);
    expect(requested.at(-1)?.search).toContain('sortKey=created');
    expect(requested.at(-1)?.search).toContain('filter=notPrinted');
    await pressFilter();
    await seePhotos(5);
  });

  test('selects all displayed photos and no others', async () => {
    serveLibrary(library());
    await show();
    await pressFilter();
    await seePhotos(2);
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    expect(await screen.findByText('2 selected')).toBeTruthy();
  });

  test('updates after an order, and says so when everything is printed', async () => {
    const photos = library();
    serveLibrary(photos);
    await show();
    await pressFilter();
    await seePhotos(2);
    await userEvent.click(screen.getByRole('button', { name: 'Select' }));
    await userEvent.click(screen.getByRole('button', { name: 'Select all' }));
    const march = photos.dateTaken['2024/3'] as Photo[];
    photos.dateTaken['2024/3'] = [...printed(march.slice(0, 4)), ...march.slice(4)];
    push.say('ordered', [march[3]?.imageId ?? '']);
    expect(await screen.findByText('1 selected')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    photos.dateTaken['2024/3'] = printed(march);
    push.say('ordered', []);
    expect(await screen.findByText('Everything here has been printed')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'All photos' }));
    await seePhotos(7);
  });
});

describe('the way out of a filter', () => {
  const like = (photo: Photo) => ({ ...photo, isFavourite: true as const });
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const serve = () => {
    const [first, second, third] = makePhotos(0, 3) as [Photo, Photo, Photo];
    const photos = [like({ ...first, isOrdered: true }), like(second), third];
    serveLibrary({ dateTaken: { '2024/3': photos }, created: {} });
  };

  test('is Back, which leads to all photos, and a filter more is no further step', async () => {
    serve();
    const history = await show();
    await press('Favourites');
    await seePhotos(2);
    await press('Not yet printed');
    await seePhotos(1);
    expect(history.length).toBe(3);
    act(() => history.back());
    await seePhotos(3);
  });

  test('leaves no second page of all photos in the history, however often it is pressed', async () => {
    serve();
    const history = await show();
    await press('Favourites');
    await seePhotos(2);
    const button = screen.getByRole('button', { name: 'Favourites' });
    act(() => {
      button.click();
      button.click();
    });
    await seePhotos(3);
    expect(history.location.state.__TSR_index).toBe(1);
    act(() => history.forward());
    await seePhotos(2);
    await press('Favourites');
    await seePhotos(3);
    await press('Favourites');
    await seePhotos(2);
    expect(history.length).toBe(3);
  });

  test('stays on the page where the filter came with the address', async () => {
    serve();
    const history = await show('?filter=favourites');
    await seePhotos(2);
    await press('Favourites');
    await seePhotos(3);
    expect(history.location.state.__TSR_index).toBe(1);
  });
});

describe('the filter for favourites', () => {
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
  const isPressed = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-pressed');

  test('combines with that for photos not yet printed, and each is taken off by itself', async () => {
    const [first, second, third, fourth] = makePhotos(0, 4) as [Photo, Photo, Photo, Photo];
    const liked = (photo: Photo) => ({ ...photo, isFavourite: true as const });
    const photos = [liked(first), liked({ ...second, isOrdered: true as const }), third, fourth];
    const requested = serveLibrary({ dateTaken: { '2024/3': photos }, created: {} });
    await show();
    await seePhotos(4);
    await press('Favourites');
    await seePhotos(2);
    expect([isPressed('Favourites'), isPressed('Not yet printed')]).toEqual(['true', 'false']);
    await press('Not yet printed');
    await seePhotos(1);
    expect(requested.at(-1)?.search).toContain('filter=favouritesNotPrinted');
    expect([isPressed('Favourites'), isPressed('Not yet printed')]).toEqual(['true', 'true']);
    await press('Favourites');
    await seePhotos(3);
    await press('Not yet printed');
    await seePhotos(4);
  });

  test('says so when another screen takes away the last mark, and is offered no more', async () => {
    const [first, ...others] = makePhotos(0, 3) as [Photo, Photo, Photo];
    const photos = {
      dateTaken: { '2024/3': [{ ...first, isFavourite: true as const }, ...others] },
      created: {},
    };
    serveLibrary(photos);
    await show();
    await press('Favourites');
    await seePhotos(1);
    photos.dateTaken['2024/3'] = [first, ...others] as never;
    push.say('unfavourite', [first.imageId]);
    expect(await screen.findByText('No favourites to show')).toBeTruthy();
    await press('All photos');
    await seePhotos(3);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Favourites' })).toBeNull());
  });
});
