// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { select } from '#/features/library/photos/photo-actions.fixture.ts';
import {
  ALBUM,
  ALL_ON,
  API,
  albumPush,
  answersOf,
  FAILURE,
  makeAlbum,
  open,
  prepareScreens,
  press,
} from './albums.fixture.ts';
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

describe('a chosen cover', () => {
  const [first, second] = three;

  /** A server whose album has the cover that was chosen last; `sent` are the choices. */
  function server() {
    const sent: unknown[] = [];
    const answers: Answers = answersOf(three, { coverPhoto: first });
    answers[`PUT ${API}/albums/${ALBUM}/cover`] = (_, body) => {
      sent.push(body);
      const { photoId } = body as { photoId: string | null };
      const chosen = three.find(({ imageId }) => imageId === photoId);
      Object.assign(
        answers,
        answersOf(three, { coverPhoto: chosen ?? first, ...(chosen && { isCoverChosen: true }) }),
      );
      return { status: 204, body: undefined };
    };
    return { answers, sent };
  }

  const openMenu = async () =>
    userEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name: 'More' }));
  const action = async () => (await screen.findByRole('toolbar')).querySelector('[data-action="useAsCover"]');
  const reasonOf = async () =>
    (await action())?.parentElement?.querySelector('[role="tooltip"]')?.textContent;
  const headerSrc = () =>
    screen.getByRole('heading', { level: 1 }).parentElement?.querySelector('img')?.getAttribute('src');

  test('is the one selected photo; at once on the page, and taken back by Undo', async () => {
    const { answers, sent } = server();
    await open(PATH, answers);
    await select(1);
    await openMenu();
    await press('Use as cover');
    expect(await screen.findByText('Cover changed')).toBeTruthy();
    await waitFor(() => expect(headerSrc()).toBe(second?.thumbnails[0]?.url));
    expect(screen.queryByRole('toolbar')).toBeNull();
    await press('Undo');
    await waitFor(() => expect(headerSrc()).toBe(first?.thumbnails[0]?.url));
    expect(sent).toEqual([{ photoId: second?.imageId }, { photoId: null }]);
  });

  test('is chosen for one photo only, and not for the one that it is', async () => {
    await open(PATH, answersOf(three, { coverPhoto: second, isCoverChosen: true }));
    await select(1);
    await openMenu();
    expect([(await action())?.getAttribute('aria-disabled'), await reasonOf()]).toEqual([
      'true',
      'This photo is the cover already.',
    ]);
    await userEvent.click(
      (await screen.findAllByRole('checkbox', { name: /^Photo taken/ }))[0] as HTMLElement,
    );
    expect(await reasonOf()).toBe('Select one photo only.');
  });

  test('gives the cover before back by Undo, where that was chosen, too', async () => {
    const { answers, sent } = server();
    await open(`${PATH}/preview/${first?.imageId}`, {
      ...answers,
      [`${API}/albums/${ALBUM}`]: {
        body: makeAlbum(0, { photosCount: 3, coverPhoto: second, isCoverChosen: true }),
      },
    });
    await press('Use as cover');
    await press('Undo');
    await waitFor(() => expect(sent).toEqual([{ photoId: first?.imageId }, { photoId: second?.imageId }]));
  });

  test('that could not be changed is told with a reference, and the photo stays selected', async () => {
    const { answers } = server();
    answers[`PUT ${API}/albums/${ALBUM}/cover`] = FAILURE;
    await open(PATH, answers);
    await select(2);
    await openMenu();
    await press('Use as cover');
    const toast = await screen.findByText(/The cover could not be changed/);
    expect(within(toast).getByText(/Reference/)).toBeTruthy();
    expect(screen.getByText('1 selected')).toBeTruthy();
    expect(headerSrc()).toBe(first?.thumbnails[0]?.url);
  });
});
