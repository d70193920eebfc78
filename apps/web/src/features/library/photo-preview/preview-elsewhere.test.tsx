// @vitest-environment happy-dom
import type { Photo } from '@keepsake/contracts/library/photos';
import { act, screen, waitFor } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  API,
  answersOf,
  OWNER,
  prepareScreens,
  SHARED,
  sharedAnswersOf,
} from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { fakePush } from '#/shared/push.fixture.ts';

prepareScreens();

const three = makePhotos(0, 3);
const [first, second, third] = three as [Photo, Photo, Photo];
const GONE = { status: 404, body: { code: 'not-found' } };
const shown = (n: number, total: number) =>
  waitFor(() => expect(screen.getByRole('status').textContent).toMatch(`Photo ${n} of ${total}.`));
const isShown = ({ imageId }: Photo) =>
  waitFor(() =>
    expect(document.querySelector('[data-current] img')?.getAttribute('src')).toContain(
      `/${three.findIndex((one) => one.imageId === imageId)}-`,
    ),
  );

/** A preview while another device makes changes: `change` alters the server's data, `tell` pushes the news. */
async function openBeside(path: string, answers: Answers) {
  const push = fakePush();
  const { router } = await showApp({ path, answers, flags: ALL_ON, push });
  return {
    router,
    sayAlbumsChanged: () => act(async () => push.say('albums-changed', { albumIds: [ALBUM] })),
    sayDeleted: ({ imageId }: Photo) =>
      act(async () => push.say('photos-changed', { change: 'deleted', photoIds: [imageId] })),
  };
}

describe('the preview of an album that is changed elsewhere', () => {
  const inAlbum = ({ imageId }: Photo) => `/my-photos/albums/${ALBUM}/preview/${imageId}`;
  const without = (answers: Answers, photo: Photo) => {
    const rest = three.filter((one) => one !== photo);
    Object.assign(answers, answersOf(rest, { updated: '2024-06-01T10:00:00Z' }));
  };

  test('does not count a photo that was removed [PRV-22]', async () => {
    const answers = answersOf(three);
    const { sayAlbumsChanged } = await openBeside(inAlbum(second), answers);
    await shown(2, 3);
    without(answers, first);
    await sayAlbumsChanged();
    await shown(1, 2);
    await isShown(second);
  });

  test.each([
    ['the next one', second, third, 2],
    ['the one before, at the end', third, second, 2],
  ])(
    'shows %s when its photo was removed, at that photo’s address [PRV-22]',
    async (_, gone, neighbour, at) => {
      const answers = answersOf(three);
      const { router, sayAlbumsChanged } = await openBeside(inAlbum(gone), answers);
      await isShown(gone);
      without(answers, gone);
      await sayAlbumsChanged();
      await shown(at, 2);
      await isShown(neighbour);
      await waitFor(() => expect(router.state.location.pathname).toBe(inAlbum(neighbour)));
      expect(router.history.length).toBe(1);
    },
  );

  test('is closed with its page’s message when the album is deleted [PRV-24]', async () => {
    const answers = answersOf(three);
    const { router, sayAlbumsChanged } = await openBeside(inAlbum(second), answers);
    await isShown(second);
    for (const part of ['', '/photos', '/layout']) answers[`${API}/albums/${ALBUM}${part}`] = GONE;
    await sayAlbumsChanged();
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
    expect(await screen.findByText('The album Sea is no longer available')).toBeTruthy();
  });

  test('is closed with its page’s message when the customer can no longer see the album [PRV-24]', async () => {
    const answers = sharedAnswersOf({ ownerId: OWNER });
    const { router, sayAlbumsChanged } = await openBeside(
      `/my-photos/shared-albums/${ALBUM}/preview/${first.imageId}`,
      answers,
    );
    await isShown(first);
    for (const part of ['', '/participants', '/photos', '/layout']) {
      answers[`${SHARED}/shared-albums/${ALBUM}${part}`] = GONE;
    }
    await sayAlbumsChanged();
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
    expect(await screen.findByText('The album Wedding is no longer available')).toBeTruthy();
  });
});

describe('the preview of a photo that is deleted elsewhere', () => {
  const inLibrary = ({ imageId }: Photo) => `/my-photos/photos/preview/${imageId}`;

  test.each([
    ['by month', undefined],
    ['as one list', '{"sortKey":"created","sortOrder":"desc"}'],
  ])('moves to its neighbour, %s, and so does the address [PRV-06] [PRV-26]', async (_, sort) => {
    if (sort) localStorage.setItem('sort:photos', sort);
    const answers = answersOf(three);
    for (const photo of three) answers[`${API}/photos/${photo.imageId}`] = { body: photo };
    if (sort) answers[`${API}/photos`] = (query) => ({ body: pageBeside(query) });
    const { router, sayDeleted } = await openBeside(`${inLibrary(second)}?x=1`, answers);
    await isShown(second);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next photo' })).toBeTruthy());
    Object.assign(answers, answersOf([first, third]));
    answers[`${API}/photos/${second.imageId}`] = GONE;
    await sayDeleted(second);
    await isShown(third);
    await waitFor(() => expect(router.state.location.href).toBe(`${inLibrary(third)}?x=1`));
    expect(router.history.length).toBe(1);
  });
});

/** The photos that follow a given one, in the requested order. */
function pageBeside(query: URLSearchParams) {
  const list = query.get('sortOrder') === 'desc' ? three : three.toReversed();
  const from = list.findIndex(({ imageId }) => imageId === query.get('after'));
  return { cursor: null, images: list.slice(from + 1) };
}
