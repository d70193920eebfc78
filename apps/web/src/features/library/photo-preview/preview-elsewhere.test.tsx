// @vitest-environment happy-dom
import type { Photo } from '@keepsake/contracts/library/photos';
import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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
import { makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { waiting } from '#/features/library/photos/photo-actions.fixture.ts';
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
    say: (change: 'deleted' | 'dated', { imageId }: Photo) =>
      act(async () => push.say('photos-changed', { change, photoIds: [imageId] })),
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
    const { router, say } = await openBeside(`${inLibrary(second)}?x=1`, answers);
    await isShown(second);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Next photo' })).toBeTruthy());
    Object.assign(answers, answersOf([first, third]));
    answers[`${API}/photos/${second.imageId}`] = GONE;
    await say('deleted', second);
    await isShown(third);
    await waitFor(() => expect(router.state.location.href).toBe(`${inLibrary(third)}?x=1`));
    expect(router.history.length).toBe(1);
  });
});

describe('the preview of a photo that gets another date elsewhere', () => {
  const between = makePhotos(1_000, 100).map((photo) => ({ ...photo, dateTaken: '2020-01-01T12:00:00' }));
  const monthOf = (month: string, images: readonly Photo[]): Answers => ({
    [`${API}/photos/timeline/${month}`]: { body: { cursor: null, images } },
    [`${API}/photos/timeline/${month}/layout`]: { body: makeLayout(images) },
  });
  const before = (photo: Photo): Answers => ({
    ...answersOf(three),
    ...monthOf('2020/1', between),
    [`${API}/users/timeline`]: { body: { 2020: { 1: 100 }, 2024: { 3: 3 } } },
    [`${API}/photos/${photo.imageId}`]: { body: photo },
  });
  const movedOf = (photo: Photo): Photo => ({
    ...photo,
    dateTaken: '1974-07-01T12:00:00',
    datePrecision: 'year',
  });
  const after = (photo: Photo): Answers => ({
    ...monthOf(
      '2024/3',
      three.filter((one) => one !== photo),
    ),
    ...monthOf('1974/7', [movedOf(photo)]),
    [`${API}/users/timeline`]: { body: { 1974: { 7: 1 }, 2020: { 1: 100 }, 2024: { 3: 2 } } },
    [`${API}/photos/${photo.imageId}`]: { body: movedOf(photo) },
  });

  test('goes with it, however far', async () => {
    const answers = before(second);
    const address = `/my-photos/photos/preview/${second.imageId}`;
    const { router, say } = await openBeside(address, answers);
    await shown(2, 103);
    Object.assign(answers, after(second));
    await say('dated', second);
    await shown(103, 103);
    expect(screen.getByText('Taken in 1974')).toBeTruthy();
    await isShown(second);
    expect(router.state.location.pathname).toBe(address);
  });

  // Of another photo: that the first one has moved is remembered.
  test('shows it on its own until its date is there', async () => {
    const answers = before(first);
    const { router, say } = await openBeside('/my-photos/photos', answers);
    const [tile] = await screen.findAllByRole('link', { name: /^Photo taken/ });
    await userEvent.click(tile as HTMLElement);
    await shown(1, 103);
    const { answer, end } = waiting<{ body: unknown }>();
    Object.assign(answers, after(first), { [`${API}/photos/${first.imageId}`]: () => answer });
    await say('dated', first);
    const alone = 'Taken on 9 March 2024 at 15:04:05';
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(alone));
    await isShown(first);
    await act(async () => end({ body: movedOf(first) }));
    await shown(103, 103);
    expect(router.state.location.pathname).toBe(`/my-photos/photos/preview/${first.imageId}`);
  });
});

/** The photos that follow a given one, in the requested order. */
function pageBeside(query: URLSearchParams) {
  const list = query.get('sortOrder') === 'desc' ? three : three.toReversed();
  const from = list.findIndex(({ imageId }) => imageId === query.get('after'));
  return { cursor: null, images: list.slice(from + 1) };
}
