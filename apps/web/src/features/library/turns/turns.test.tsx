// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import {
  ALBUM,
  API,
  answersOf,
  FAILURE,
  open,
  prepareScreens,
} from '#/features/library/albums/albums.fixture.ts';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions, PHOTOS, select } from '#/features/library/photos/photo-actions.fixture.ts';

prepareScreens();
afterEach(forgetActions);

const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);

/** Records what is sent. */
function recording(answer: { status?: number; body: unknown } = { body: { photosCount: 2 } }) {
  const sent: unknown[] = [];
  const keys: unknown[] = [];
  const answers = answersOf(four);
  answers[`POST ${API}/photos/turns`] = (_, body, key) => {
    sent.push(body);
    keys.push(key);
    return answer;
  };
  return { answers, sent, keys };
}

/** Two of the photos, from the menu of the bar. */
async function rotate() {
  const bar = within(await screen.findByRole('toolbar'));
  await userEvent.click(await bar.findByRole('button', { name: 'More' }));
  await userEvent.click(bar.getByRole('button', { name: 'Rotate' }));
}

test.each([PHOTOS, `/my-photos/albums/${ALBUM}`])(
  'a selection in %s is turned and stays, and Undo turns it back',
  async (path) => {
    const { answers, sent } = recording();
    await open(path, answers);
    await select(0, 2);
    await rotate();
    expect(await screen.findByText('2 photos are being rotated')).toBeTruthy();
    const photoIds = expect.arrayContaining([ids[0], ids[2]]);
    expect(sent).toEqual([{ photoIds, degrees: 90 }]);
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Rotate' })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    await waitFor(() => expect(sent[1]).toEqual({ photoIds, degrees: 270 }));
    expect(screen.queryByText('2 photos are being rotated')).toBeNull();
  },
);

test('a photo is turned in the preview of an album, too', async () => {
  const { answers, sent } = recording();
  await open(`/my-photos/albums/${ALBUM}/preview/${ids[1]}`, answers);
  await userEvent.click(await screen.findByRole('button', { name: 'Rotate' }));
  await waitFor(() => expect(sent).toEqual([{ photoIds: [ids[1]], degrees: 90 }]));
});

test('the menu of a phone stays open for the next turn, and closes for the details', async () => {
  setWindow(390, 844);
  const { answers, sent } = recording();
  await open(`/my-photos/albums/${ALBUM}/preview/${ids[1]}`, answers);
  await screen.findByRole('button', { name: 'Favourite' });
  await userEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('button', { name: 'Rotate' });
  for (let turn = 1; turn <= 3; turn += 1) {
    await userEvent.click(screen.getByRole('button', { name: 'Rotate' }));
    await waitFor(() => expect(sent).toHaveLength(turn));
  }
  await userEvent.click(screen.getByRole('button', { name: 'Details' }));
  expect(screen.queryByRole('button', { name: 'Rotate' })).toBeNull();
});

test('a selection that cannot be turned stays, with a reference of the failure, and the next press continues', async () => {
  const { answers, keys } = recording(FAILURE);
  await open(PHOTOS, answers);
  await select(0, 2);
  await rotate();
  const failure = await screen.findByText(/The photos could not be rotated/);
  expect(failure.textContent).toMatch(/Reference: \w{8}/);
  expect(screen.getByText('2 selected')).toBeTruthy();
  const [press] = keys.splice(0);
  answers[`POST ${API}/photos/turns`] = (_, __, key) => {
    keys.push(key);
    return { body: { photosCount: 2 } };
  };
  await rotate();
  await waitFor(() => expect(keys).toEqual([press]));
  await screen.findByText('2 photos are being rotated');
  await rotate();
  await waitFor(() => expect(keys).toEqual([press, expect.not.stringContaining(String(press))]));
});
