// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { showApp } from '#/app/screens.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { ALBUM, ALL_ON, albumPush, answersOf, makeAlbum, prepareScreens } from './albums.fixture.ts';
import { concernsCover } from './queries.ts';

prepareScreens();
const PATH = `/my-photos/albums/${ALBUM}`;
const three = makePhotos(0, 3);

describe('the cover of an album whose photos are being added', () => {
  const [bare] = makePhotos(0, 1).map((photo) => ({
    ...photo,
    thumbnails: [],
    thumbnailState: 'loading' as const,
  }));
  const [ready] = three;

  test.each([PATH, '/my-photos/albums'])(
    'on %s appears once its thumbnails are made [ALD-01] [ALB-02]',
    async (path) => {
      const push = albumPush();
      const answers = answersOf(three, { coverPhoto: bare });
      await showApp({ path, answers, flags: ALL_ON, push });
      await screen.findAllByText('3 photos');
      const cover = () =>
        document.querySelector(`img[src="${ready?.thumbnails[0]?.url}"][alt=""][loading="lazy"]`);
      expect(cover()).toBeNull();
      Object.assign(answers, answersOf(three, { coverPhoto: ready }));
      act(() => push.say('photos-changed', { change: 'ready', photoIds: [ready?.imageId ?? ''] }));
      await waitFor(() => expect(cover()).toBeTruthy());
    },
  );

  test('is loaded again for its own thumbnails, and for any photo while there is none', () => {
    const [own = '', other = ''] = three.map(({ imageId }) => imageId);
    const concerns = (cover: typeof ready | null, photoIds: string[]) =>
      concernsCover(
        {
          id: other,
          timestamp: '2026-01-15T12:00:00Z',
          type: 'photos-changed',
          data: { change: 'ready', photoIds },
        },
        makeAlbum(0, { coverPhoto: cover ?? null }),
      );
    expect([concerns(bare, [own]), concerns(bare, []), concerns(null, [other])]).toEqual([true, true, true]);
    expect([concerns(bare, [other]), concerns(ready, [own])]).toEqual([false, false]);
  });
});
