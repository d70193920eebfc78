// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { ALBUM, answersOf, open, prepareScreens, press } from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { sortStorageKey } from '#/features/library/photos/saved-sort.ts';

prepareScreens();
beforeEach(() => sessionStorage.clear());

const PATH = `/my-photos/albums/${ALBUM}`;
const KEY = `selection:album ${ALBUM}`;
const boxes = () => screen.findAllByRole('checkbox', { name: /^Photo taken/ });
const links = () => screen.findAllByRole('link', { name: /^Photo taken/ });

/** The album with its first photo selected. */
async function openSelecting() {
  const three = makePhotos(0, 3);
  const { router } = await open(PATH, answersOf(three));
  await links();
  await press('Select');
  await userEvent.click((await boxes())[0] as HTMLElement);
  expect(await screen.findByText('1 selected')).toBeTruthy();
  const go = (href: string) => act(() => router.navigate({ href }));
  return { go, photoId: three[0]?.imageId };
}

test('a selection is kept in the preview and on the library’s pages', async () => {
  const { go, photoId } = await openSelecting();
  await go(`${PATH}/preview/${photoId}`);
  await screen.findByRole('heading', { level: 1, name: 'Photo' });
  await go(PATH);
  expect(await screen.findByText('1 selected')).toBeTruthy();
  await go('/my-photos/albums');
  await go(PATH);
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

test('a selection of an album is kept when another tab sorts albums', async () => {
  await openSelecting();
  const key = sortStorageKey('albumPhotos');
  localStorage.setItem(key, JSON.stringify({ sortKey: 'dateTaken', sortOrder: 'asc' }));
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key })));
  await screen.findByText('1 selected');
  expect((await boxes())[0]?.getAttribute('aria-checked')).toBe('true');
});

test('a selection is kept on the way to an editor and back [PRT-10]', async () => {
  const { go } = await openSelecting();
  await go('/demo-shop');
  expect(screen.queryByText('1 selected')).toBeNull();
  await go(PATH);
  expect(await screen.findByText('1 selected')).toBeTruthy();
});

test.each(['/', '/downloads', '/logout', '/demo-shop/ordered?orderCode=DEMO-1'])(
  'a selection ends on %s: afterwards a press opens photos again',
  async (elsewhere) => {
    const { go } = await openSelecting();
    await waitFor(() => expect(Object.keys(sessionStorage)).toContain(KEY));
    await go(elsewhere);
    await go(PATH);
    expect(await links()).toHaveLength(3);
    expect(screen.queryByText('1 selected')).toBeNull();
    expect(Object.keys(sessionStorage)).not.toContain(KEY);
  },
);
