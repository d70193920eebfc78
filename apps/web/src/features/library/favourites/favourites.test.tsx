// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ALBUM,
  API,
  answersOf,
  FAILURE,
  open,
  prepareScreens,
} from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  boxes,
  forgetActions,
  PHOTOS,
  select,
  tiles,
  toastTexts,
  waiting,
} from '#/features/library/photos/photo-actions.fixture.ts';
import { rememberMarks } from './marks-of-page.ts';

prepareScreens();
afterEach(forgetActions);

const SET = `PUT ${API}/photos/favourites`;
const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);
afterEach(() => rememberMarks(new Map(ids.map((photoId) => [photoId, false]))));
const DONE = { body: { photosCount: 1 } };

/** Records what is sent; each call waits for its own answer. */
function recording() {
  const sent: unknown[] = [];
  const answers = answersOf(four);
  const ends: ((answer: { status?: number; body: unknown }) => void)[] = [];
  answers[`${API}/photos/${ids[1]}`] = { body: four[1] };
  answers[SET] = (_, body) => {
    sent.push(body);
    const { answer, end } = waiting<{ body: unknown }>();
    ends.push(end);
    return answer;
  };
  const end = async (call: number, answer: { status?: number; body: unknown } = DONE) => {
    await waitFor(() => expect(ends.length).toBeGreaterThan(call));
    await act(async () => ends[call]?.(answer));
  };
  return { answers, sent, end };
}

/** In the order of tiles. */
const hearts = () =>
  waitFor(() => {
    const found = screen.getAllByRole('button', { name: 'Favourite' });
    expect(found).toHaveLength(4);
    return found;
  });
const pressed = async () => (await hearts()).map((heart) => heart.getAttribute('aria-pressed') === 'true');
const heartOf = async (place: number) => (await hearts())[place] as HTMLElement;
const bar = () => screen.findByRole('toolbar');
const barHeart = async (name = 'Favourite') => within(await bar()).findByRole('button', { name });

describe('the heart of a photo', () => {
  test('marks at the press, before the server answers, and opens nothing', async () => {
    const { answers, sent, end } = recording();
    await open(PHOTOS, answers);
    const heart = await heartOf(1);
    act(() => heart.click());
    expect(heart.getAttribute('aria-pressed')).toBe('true');
    expect(window.location.pathname).not.toContain('preview');
    await waitFor(() => expect(sent).toEqual([{ photoIds: [ids[1]], isFavourite: true }]));
    await end(0);
    expect(await pressed()).toEqual([false, true, false, false]);
    expect((await tiles())[1]?.getAttribute('aria-label')).toMatch(/\. Favourite$/);
  });

  test('is taken back by a second press while the first is on its way; the server gets them in turn', async () => {
    const { answers, sent, end } = recording();
    await open(PHOTOS, answers);
    const heart = await heartOf(0);
    act(() => heart.click());
    act(() => heart.click());
    expect(heart.getAttribute('aria-pressed')).toBe('false');
    await waitFor(() => expect(sent).toHaveLength(1));
    await end(0);
    expect(heart.getAttribute('aria-pressed')).toBe('false');
    await end(1);
    expect(sent).toEqual([true, false].map((isFavourite) => ({ photoIds: [ids[0]], isFavourite })));
    expect(heart.getAttribute('aria-pressed')).toBe('false');
  });

  test('shows what the server has stored when it refuses, and says so with the reference', async () => {
    const { answers, end } = recording();
    await open(PHOTOS, answers);
    const heart = await heartOf(2);
    act(() => heart.click());
    await end(0, FAILURE);
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'));
    expect(await screen.findByText(/Your favourites could not be changed\./)).toBeTruthy();
    expect(await screen.findByText(/Reference/)).toBeTruthy();
  });

  test('keeps the stored mark when a second press is refused', async () => {
    const { answers, end } = recording();
    await open(PHOTOS, answers);
    const heart = await heartOf(2);
    act(() => heart.click());
    act(() => heart.click());
    await end(0);
    await end(1, FAILURE);
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
  });

  test('without a connection is back at once, and the page says why', async () => {
    const answers = answersOf(four);
    answers[SET] = () => Promise.reject(new TypeError('Failed to fetch'));
    await open(PHOTOS, answers);
    const heart = await heartOf(0);
    act(() => heart.click());
    await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'));
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
  });

  test('is pressed by f on the focused photo, not with Ctrl', async () => {
    const { answers, end } = recording();
    await open(PHOTOS, answers);
    await hearts();
    act(() => (document.querySelectorAll('[data-tile] a')[1] as HTMLElement).focus());
    await userEvent.keyboard('{Control>}f{/Control}');
    expect(await pressed()).toEqual([false, false, false, false]);
    await userEvent.keyboard('f');
    expect(await pressed()).toEqual([false, true, false, false]);
    await end(0);
  });
});

describe('the heart of a selection', () => {
  test('marks all in one call, by button and by f, keeps them selected, and takes the marks back', async () => {
    const { answers, sent, end } = recording();
    await open(PHOTOS, answers);
    await select(0, 2);
    await userEvent.click(await barHeart());
    // The name says what a press does: no state beside it.
    expect((await barHeart('Remove from favourites')).hasAttribute('aria-pressed')).toBe(false);
    expect(screen.queryByRole('button', { name: /^Photo taken/ })).toBeNull();
    await end(0);
    await userEvent.keyboard('f');
    await barHeart();
    await end(1);
    const both = [ids[0], ids[2]];
    expect(sent).toEqual([true, false].map((isFavourite) => ({ photoIds: both, isFavourite })));
  });
});

test('a selection of favourites only is taken out of them, one with others is marked', async () => {
  const { answers, end } = recording();
  await open(PHOTOS, answers);
  const heart = await heartOf(0);
  act(() => heart.click());
  await end(0);
  await select(0);
  await barHeart('Remove from favourites');
  await userEvent.click((await boxes())[1] as HTMLElement);
  await barHeart();
});

describe('the heart of the preview', () => {
  test.each([`${PHOTOS}/preview/${ids[1]}`, `/my-photos/albums/${ALBUM}/preview/${ids[1]}`])(
    'is pressed by button and by f, at once: %s',
    async (path) => {
      const { answers, end } = recording();
      await open(path, answers);
      const heart = await screen.findByRole('button', { name: 'Favourite' });
      expect(heart.getAttribute('aria-pressed')).toBe('false');
      await userEvent.click(heart);
      await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('true'));
      expect(heart.hasAttribute('data-marked')).toBe(true);
      await end(0);
      await userEvent.keyboard('f');
      await waitFor(() => expect(heart.getAttribute('aria-pressed')).toBe('false'));
      await end(1);
    },
  );
});
