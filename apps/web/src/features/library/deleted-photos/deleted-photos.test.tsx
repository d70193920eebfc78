// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALL_ON,
  answersOf,
  DONE,
  FAILURE,
  open,
  prepareScreens,
  press,
} from '#/features/library/albums/albums.fixture.ts';
import { photosPush, setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { forgetActions, PHOTOS, tiles, waiting } from '#/features/library/photos/photo-actions.fixture.ts';
import { answersWith, CALLS, DELETED, forgetRemoved } from './deleted-photos.fixture.ts';

prepareScreens();
afterEach(() => {
  forgetActions();
  forgetRemoved();
});

const four = makePhotos(0, 4);
const ids = four.map(({ imageId }) => imageId);
const dialog = () => screen.findByRole('dialog');
const confirm = async (name: string) => userEvent.click(within(await dialog()).getByRole('button', { name }));
const inBar = async (name: string) =>
  userEvent.click(within(await screen.findByRole('toolbar')).getByRole('button', { name }));
const shown = () => screen.queryAllByRole('checkbox', { name: /^Photo taken/, hidden: true }).length;

async function select(...places: number[]): Promise<void> {
  await tiles();
  await press('Select');
  const boxes = await screen.findAllByRole('checkbox', { name: /^Photo taken/ });
  for (const place of places) await userEvent.click(boxes[place] as HTMLElement);
}

/** The answers, and what was sent to a call, which is answered in turn; the last answer repeats. */
function recording(gone: typeof four, call: string, ...results: Answers[string][]) {
  const answers = answersWith([], gone);
  const sent: unknown[] = [];
  answers[call] = (query, body, key) => {
    sent.push(body);
    const result = results[Math.min(sent.length, results.length) - 1] ?? DONE;
    return typeof result === 'function' ? result(query, body, key) : result;
  };
  const leave = (left: typeof four) =>
    void Object.assign(answers, answersWith([], left), { [call]: answers[call] });
  return { answers, sent, leave };
}

describe('the page of deleted photos', () => {
  test('shows each photo with its last day, also in its name', async () => {
    await open(DELETED, answersWith([], four));
    const [first] = await tiles();
    expect(await tiles()).toHaveLength(4);
    expect(first?.getAttribute('aria-label')).toMatch(
      /^Photo taken on 9 March 2024 at 15:04\. until 14 Dec$/,
    );
    expect(screen.getAllByText('until 14 Dec')).toHaveLength(4);
    expect(first?.getAttribute('href')).toBe(`/my-photos/deleted/preview/${ids[0]}`);
  });

  test('says that there are none, and leads to the photos', async () => {
    await open(DELETED, answersWith(four, []));
    expect(await screen.findByText("You haven't deleted any photos recently")).toBeTruthy();
    expect(screen.getByRole('link', { name: 'All photos' }).getAttribute('href')).toBe(PHOTOS);
  });

  test('that cannot be loaded says so, and tries again', async () => {
    const answers = answersWith([], four);
    const list = answers[CALLS.list];
    answers[CALLS.list] = FAILURE;
    await open(DELETED, answers);
    expect((await screen.findByRole('alert')).textContent).toContain('Your photos could not be loaded');
    Object.assign(answers, { [CALLS.list]: list });
    await press('Try again');
    expect(await tiles()).toHaveLength(4);
  });

  test.each([1280, 390])(
    'is found beside the photos, also if there are none, %i pixels wide',
    async (width) => {
      setWindow(width, 844);
      const { router } = await open(PHOTOS, answersWith([], []));
      if (width < 575) await press('More');
      await press('Recently deleted');
      await waitFor(() => expect(router.state.location.pathname).toBe(DELETED));
    },
  );

  test('is not offered where a deletion is final', async () => {
    await open(PHOTOS, answersOf(four));
    await screen.findByRole('button', { name: 'Delete all photos' });
    expect(screen.queryByRole('button', { name: 'Recently deleted' })).toBeNull();
  });
});

describe('restoring', () => {
  test('takes the photos from the page at once, and says that they are back', async () => {
    const { answer, end } = waiting<{ body: unknown }>();
    const { answers, sent, leave } = recording(four, CALLS.restore, () => answer);
    await open(DELETED, answers);
    await select(1, 2);
    await inBar('Restore');
    await waitFor(() => expect(shown()).toBe(2));
    expect(sent).toEqual([{ photoIds: [ids[1], ids[2]] }]);
    leave([four[0], four[3]] as typeof four);
    end({ body: { photoIds: [ids[1], ids[2]] } });
    expect(await screen.findByText('2 photos restored')).toBeTruthy();
    await waitFor(() => expect(screen.queryByRole('toolbar')).toBeNull());
    expect(await tiles()).toHaveLength(2);
  });

  test('that fails shows them again, still selected, and can be tried again', async () => {
    const restored = { body: { photoIds: [ids[0]] } };
    const { answers, sent, leave } = recording(four, CALLS.restore, FAILURE, restored);
    await open(DELETED, answers);
    await select(0);
    await inBar('Restore');
    expect(await screen.findByText('The photo could not be restored')).toBeTruthy();
    expect(shown()).toBe(4);
    expect(screen.getByText('1 selected')).toBeTruthy();
    leave(four.slice(1));
    await press('Try again');
    expect(await screen.findByText('Photo restored')).toBeTruthy();
    expect(sent).toEqual([{ photoIds: [ids[0]] }, { photoIds: [ids[0]] }]);
    await waitFor(() => expect(shown()).toBe(3));
  });

  test('all of them needs no list', async () => {
    const { answers, sent, leave } = recording(four, CALLS.restoreAll, { body: { photosCount: 4 } });
    await open(DELETED, answers);
    await tiles();
    leave([]);
    await press('Restore all');
    expect(await screen.findByText('Your photos are being restored')).toBeTruthy();
    expect(await screen.findByText("You haven't deleted any photos recently")).toBeTruthy();
    expect(sent).toEqual([{}]);
  });

  test('elsewhere is followed', async () => {
    const push = photosPush();
    const { answers, leave } = recording(four, CALLS.restore);
    await showApp({ path: DELETED, answers, flags: ALL_ON, push });
    expect(await tiles()).toHaveLength(4);
    leave(four.slice(2));
    push.say('added', ids.slice(0, 2));
    await waitFor(async () => expect(await tiles()).toHaveLength(2));
  });
});

describe('deleting for good', () => {
  test('asks once, with the number, and says that it cannot be undone', async () => {
    const { answers, sent, leave } = recording(four, CALLS.end);
    await open(DELETED, answers);
    await select(0, 3);
    await inBar('Delete permanently');
    expect(await screen.findByRole('dialog', { name: 'Delete 2 photos permanently' })).toBeTruthy();
    expect((await dialog()).textContent).toContain('This cannot be undone.');
    leave(four.slice(1, 3));
    await confirm('Delete permanently');
    expect(await screen.findByText('2 photos permanently deleted')).toBeTruthy();
    expect(sent).toEqual([{ photoIds: [ids[0], ids[3]] }]);
    expect(await tiles()).toHaveLength(2);
  });

  test('all of them asks with their number, and needs no list', async () => {
    const { answers, sent, leave } = recording(four, CALLS.empty);
    await open(DELETED, answers);
    await tiles();
    await press('Delete all');
    await screen.findByRole('dialog', { name: 'Delete 4 photos permanently' });
    leave([]);
    await confirm('Delete permanently');
    expect(await screen.findByText("You haven't deleted any photos recently")).toBeTruthy();
    expect(sent).toHaveLength(1);
  });

  test('that fails says so in the dialog, and the photos are there again', async () => {
    const { answers } = recording(four, CALLS.end, FAILURE);
    await open(DELETED, answers);
    await select(0);
    await inBar('Delete permanently');
    await confirm('Delete permanently');
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be deleted');
    await confirm('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(shown()).toBe(4);
  });
});

describe('the preview of a deleted photo', () => {
  const preview = (n: number) => `${DELETED}/preview/${ids[n]}`;

  test('says until when it can come back, and has no details', async () => {
    await open(preview(1), answersWith([], four));
    expect(await screen.findByText('Can be restored until 14 December 2026')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Details' })).toBeNull();
  });

  test('restores it, and moves on to the next', async () => {
    const { answers, leave } = recording(four, CALLS.restore, { body: { photoIds: [ids[1]] } });
    const { router } = await open(preview(1), answers);
    await screen.findByText('Can be restored until 14 December 2026');
    leave([four[0], four[2], four[3]] as typeof four);
    await press('Restore');
    expect(await screen.findByText('Photo restored')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe(preview(2)));
  });

  test('leaves for the page once none is left', async () => {
    const { answers, leave } = recording(four.slice(0, 1), CALLS.end);
    const { router } = await open(preview(0), answers);
    await screen.findByText('Can be restored until 14 December 2026');
    leave([]);
    await userEvent.keyboard('{Delete}');
    await confirm('Delete permanently');
    await waitFor(() => expect(router.state.location.pathname).toBe(DELETED));
  });
});
