// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALL_ON,
  API,
  answersOf,
  FAILURE,
  open,
  prepareScreens,
  press,
} from '#/features/library/albums/albums.fixture.ts';
import { photosPush } from '#/features/library/photos/library-screen.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions, PHOTOS, select, tiles } from '#/features/library/photos/photo-actions.fixture.ts';
import { answersWith, CALLS, forgetRemoved } from './deleted-photos.fixture.ts';

prepareScreens();
afterEach(() => {
  forgetActions();
  forgetRemoved();
});

const DELETE = `DELETE ${API}/photos`;
const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);
const dialog = () => screen.findByRole('dialog');
const confirm = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));

/** A server that deletes and restores photos; `sent` are the ids that were to be restored. */
function server(restored: Answers[string] = { body: { photoIds: [] } }) {
  const answers = answersWith(four, []);
  const sent: unknown[] = [];
  const setPhotos = (photos: typeof four) => void Object.assign(answers, answersWith(photos, []), calls);
  const calls: Answers = {
    [DELETE]: (_, body) => {
      const { photoIds } = body as { photoIds: string[] };
      setPhotos(four.filter(({ imageId }) => !photoIds.includes(imageId)));
      return { body: { failed: [] } };
    },
    [CALLS.restore]: (query, body, key) => {
      sent.push(body);
      if (restored !== FAILURE) setPhotos(four);
      return typeof restored === 'function' ? restored(query, body, key) : restored;
    },
  };
  Object.assign(answers, calls);
  return { answers, sent, setPhotos };
}

async function remove(...places: number[]): Promise<void> {
  await select(...places);
  await press('Delete');
  await confirm(places.length === 1 ? 'Delete photo' : 'Delete photos');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
}

describe('a deletion that can be undone', () => {
  test('says before for how long, and afterwards offers to undo it, which restores the very photos', async () => {
    const { answers, sent } = server();
    await open(PHOTOS, answers);
    await select(0, 2);
    await press('Delete');
    const text = (await dialog()).textContent;
    expect(text).toContain('from all albums. You can restore deleted photos for 30 days.');
    expect(text).not.toContain('cannot be undone');
    await confirm('Delete photos');
    expect(await screen.findByText('2 photos deleted')).toBeTruthy();
    await waitFor(async () => expect(await tiles()).toHaveLength(2));
    await press('Undo');
    expect(await screen.findByText('2 photos restored')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
    expect(sent).toEqual([{ photoIds: [ids[0], ids[2]] }]);
    await waitFor(async () => expect(await tiles()).toHaveLength(4));
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
  });

  test('is undone by Ctrl+Z while that is offered, and once', async () => {
    const { answers, sent } = server();
    await open(PHOTOS, answers);
    await remove(1);
    expect(await screen.findByText('Photo deleted')).toBeTruthy();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(await screen.findByText('Photo restored')).toBeTruthy();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(sent).toEqual([{ photoIds: [ids[1]] }]);
    await waitFor(async () => expect(await tiles()).toHaveLength(4));
  });

  test('that cannot be undone now says so, and the photos stay away', async () => {
    const { answers } = server(FAILURE);
    await open(PHOTOS, answers);
    await remove(0, 1);
    await press('Undo');
    expect(await screen.findByText('The photos could not be restored')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
    expect(await tiles()).toHaveLength(2);
  });

  test.each([
    ['named', (photoIds: string[]) => photoIds],
    ['too many to be named', () => []],
  ])('elsewhere shows its photos again: %s', async (_, named) => {
    const push = photosPush();
    const { answers, setPhotos } = server();
    await showApp({ path: PHOTOS, answers, flags: ALL_ON, push });
    await remove(0, 1);
    await waitFor(async () => expect(await tiles()).toHaveLength(2));
    setPhotos(four);
    await act(async () => push.say('added', named(ids.slice(0, 2))));
    await waitFor(async () => expect(await tiles()).toHaveLength(4));
  });

  test('offers to undo all that was deleted, if some needed a second attempt', async () => {
    const { answers, sent } = server();
    const first = answers[DELETE] as Extract<Answers[string], (...args: never[]) => unknown>;
    let attempts = 0;
    const partly: Answers[string] = async (query, body, key) => {
      attempts += 1;
      const done = await first(query, body, key);
      Object.assign(answers, { [DELETE]: partly });
      return attempts === 1 ? { body: { failed: [ids[1]] } } : done;
    };
    answers[DELETE] = partly;
    await open(PHOTOS, answers);
    await select(0, 1);
    await press('Delete');
    await confirm('Delete photos');
    await screen.findByRole('alert');
    await confirm('Delete photo');
    await press('Undo');
    await waitFor(() => expect(sent).toEqual([{ photoIds: [ids[0], ids[1]] }]));
  });
});

test('a deletion that is final says so, and offers nothing afterwards', async () => {
  const answers = answersOf(four);
  answers[DELETE] = () => {
    Object.assign(answers, answersOf(four.slice(1)));
    return { body: { failed: [] } };
  };
  await open(PHOTOS, answers);
  await select(0);
  await press('Delete');
  expect((await dialog()).textContent).toContain('This cannot be undone.');
  await confirm('Delete photo');
  await waitFor(async () => expect(await tiles()).toHaveLength(3));
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull();
});

test('a deletion of the whole library is undone by naming it', async () => {
  const answers = answersWith(four, []);
  const removalId = ids[3] ?? '';
  const sent: unknown[] = [];
  answers[`DELETE ${API}/photos/all`] = {
    body: { requested: '2026-11-14T10:00:00Z', total: 4, deleted: 0, removalId },
  };
  answers[CALLS.restoreAll] = (_, body) => {
    sent.push(body);
    return { body: { photosCount: 4 } };
  };
  await open(PHOTOS, answers);
  await tiles();
  await press('Delete all photos');
  expect((await dialog()).textContent).toContain('You can restore deleted photos for 30 days.');
  await userEvent.type(await screen.findByRole('textbox'), 'DELETE{Enter}');
  expect(await screen.findByText('All your photos are being deleted')).toBeTruthy();
  await press('Undo');
  expect(await screen.findByText('Your photos are being restored')).toBeTruthy();
  expect(sent).toEqual([{ removalId }]);
});
