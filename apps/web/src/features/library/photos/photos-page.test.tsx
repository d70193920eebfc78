// @vitest-environment happy-dom
import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveLibrary, setWindow, showInApp } from './library-screen.fixture.tsx';
import { makePhotos } from './photo.fixture.ts';
import { LibraryQuota, PhotosPage } from './photos-page.tsx';

beforeEach(() => setWindow(1200, 900));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const library = { dateTaken: { '2024/3': makePhotos(0, 1_234) }, created: {} };
const onAddPhotos = vi.fn();
const show = (options?: Parameters<typeof showInApp>[1]) =>
  showInApp(
    <PhotosPage onAddPhotos={onAddPhotos}>
      <LibraryQuota />
      photos
    </PhotosPage>,
    options,
  );

describe('the header of the photo section', () => {
  test("has the title 'My photos' [HDR-02]", async () => {
    serveLibrary(library);
    await show();
    expect(await screen.findByRole('heading', { level: 1, name: 'My photos' })).toBeTruthy();
  });

  test.each([
    [390, true],
    [1023, true],
    [1024, false],
    [1440, false],
  ])('in a window of %i pixels has a back link to home: %s [HDR-01]', async (width, isThere) => {
    setWindow(width, 800);
    serveLibrary(library);
    await show();
    await screen.findByRole('heading', { level: 1 });
    const link = screen.queryByRole('link', { name: 'Back to the overview' });
    expect(link?.getAttribute('href') ?? null).toBe(isThere ? '/' : null);
  });

  test("has 'Add photos', which opens the import, when uploading is on [HDR-04] [HDR-05]", async () => {
    serveLibrary(library);
    await show();
    await userEvent.click(await screen.findByRole('button', { name: 'Add photos' }));
    expect(onAddPhotos).toHaveBeenCalledOnce();
  });

  test("has no 'Add photos' when uploading is off [HDR-04]", async () => {
    serveLibrary(library);
    await show({ isUploadOn: false });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull();
  });

  test('requests both counts when it opens, and shows the number of photos [HDR-07] [HDR-11] [HDR-13]', async () => {
    const requested = serveLibrary(library);
    await show();
    expect(await screen.findByRole('link', { name: 'Photos 1,234' })).toBeTruthy();
    await waitFor(() => {
      const paths = requested.map(({ pathname }) => pathname);
      expect(paths).toContain('/api/photo-management/users/counts');
      expect(paths).toContain('/api/shared-albums/users');
    });
  });

  test('shows a dash while the count is unknown [HDR-10]', async () => {
    serveLibrary(library, () => ({ status: 500, body: {} }));
    await show();
    expect(await screen.findByRole('link', { name: 'Photos –' })).toBeTruthy();
  });
});

describe('a quota', () => {
  const GB = 1_000 ** 3;
  const withQuota = (photosCount: number, quota: object) =>
    serveLibrary(library, ({ pathname }) =>
      pathname.endsWith('/users/counts') ? { body: { photosCount, albumsCount: 0, quota } } : undefined,
    );
  const REMEDY = 'Delete photos you no longer need to make room for new ones.';

  test.each([
    ['photos', 4_500, 0, 'Your library is almost full: 4,500 of 5,000 photos.'],
    ['bytes', 10, 18.2 * GB, 'Your library is almost full: 18.2 GB of 20 GB.'],
    ['what is scarcer', 4_600, 19 * GB, 'Your library is almost full: 19 GB of 20 GB.'],
    ['photos that are used up', 5_000, 19 * GB, 'Your library is full: 5,000 of 5,000 photos.'],
    ['photos beyond one that was lowered', 7_000, 0, 'Your library is full: 7,000 of 5,000 photos.'],
  ])('is mentioned from 90 %% on, with what helps: %s', async (_of, photosCount, usedBytes, text) => {
    withQuota(photosCount, { photos: 5_000, bytes: 20 * GB, usedBytes });
    await show();
    const notice = await screen.findByText(text);
    expect(notice.closest('[role=status]')?.textContent).toBe(`${text} ${REMEDY}`);
  });

  test.each([
    ['while there is room', 4_499, { photos: 5_000, bytes: null, usedBytes: 900 * GB }],
    ['where there is none', 4_499, undefined],
  ])('is not mentioned %s', async (_where, photosCount, quota) => {
    withQuota(photosCount, quota as object);
    await show();
    await screen.findByRole('link', { name: 'Photos 4,499' });
    expect(screen.queryByText(/library is/)).toBeNull();
  });
});
