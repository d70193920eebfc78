// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { answersOf, open, prepareScreens, press } from '#/features/library/albums/albums.fixture.ts';
import { makePhoto, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions, PHOTOS, select, waiting } from '#/features/library/photos/photo-actions.fixture.ts';

prepareScreens();
const given: File[][] = [];
beforeEach(() => {
  given.length = 0;
});
afterEach(() => {
  vi.unstubAllGlobals();
  forgetActions();
});

/** Stubs a device with a touch screen or a mouse that can share files. */
function stubDevice(pointer: 'coarse' | 'fine') {
  const isCoarse = (query: string) => query === '(pointer: coarse)' && pointer === 'coarse';
  const real = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (query: string) =>
    isCoarse(query) ? Object.create(real(query), { matches: { value: true } }) : real(query),
  );
  const sharing = {
    canShare: ({ files }: ShareData) => Boolean(files),
    share: async ({ files = [] }: ShareData) => void given.push(files),
  };
  for (const [name, value] of Object.entries(sharing)) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
}
const button = () => screen.queryByRole('button', { name: 'Save or share' });

describe('sharing photos', () => {
  test('passes the originals to the device and ends the selection', async () => {
    stubDevice('coarse');
    const answers = { '/media/0.jpg': { body: 'first' }, '/media/2.jpg': { body: 'third' } };
    await open(PHOTOS, { ...answersOf(makePhotos(0, 4)), ...answers });
    await select(0, 2);
    await press('Save or share');
    await waitFor(() => expect(given).toHaveLength(1));
    expect(given[0]?.map(({ name }) => name)).toEqual(['photo-0.jpg', 'photo-2.jpg']);
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
  });

  test('passes nothing once it was left, even when the photos arrive', async () => {
    stubDevice('coarse');
    const { answer, end } = waiting<{ body: unknown }>();
    await open(PHOTOS, { ...answersOf(makePhotos(0, 4)), '/media/1.jpg': () => answer });
    await select(1);
    await press('Save or share');
    await screen.findByText('Fetching your photo...');
    await press('Close');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    end({ body: 'bytes' });
    await vi.waitFor(() => expect(screen.queryByRole('toolbar')).not.toBeNull());
    expect(given).toEqual([]);
  });

  test.each([
    ['10 photos', 10, 'false'],
    ['11 photos', 11, 'true'],
    ['a photo of more than 100 MB', 1, 'true'],
  ])('is limited to 10 photos and 100 MB: %s', async (what, count, isOff) => {
    stubDevice('coarse');
    const bytes = what.startsWith('a photo') ? 100 * 1024 * 1024 + 1 : 4_000_000;
    await open(PHOTOS, answersOf(Array.from({ length: 12 }, (_, n) => makePhoto(n, { bytes }))));
    await select(...Array.from({ length: count }, (_, place) => place));
    expect(button()?.getAttribute('aria-disabled')).toBe(isOff);
    const why = screen.queryByText('Up to 10 photos and 100 MB can be shared at a time');
    expect(why !== null).toBe(isOff === 'true');
  });

  test('is not offered on devices with a mouse', async () => {
    stubDevice('fine');
    await open(PHOTOS, answersOf(makePhotos(0, 4)));
    await select(0);
    expect(button()).toBeNull();
  });
});
