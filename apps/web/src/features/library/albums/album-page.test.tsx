// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import { setWindow } from '#/features/library/photos/library-screen.fixture.tsx';
import { makeLayout, makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  ALBUM,
  ALL_ON,
  API,
  albumPush,
  answersOf,
  DONE,
  FAILURE,
  open,
  prepareScreens,
  press,
  sharedAnswersOf,
  VIEWER,
} from './albums.fixture.ts';

prepareScreens();
const PATH = `/my-photos/albums/${ALBUM}`;
const three = makePhotos(0, 3);
const tiles = () => screen.findAllByRole('link', { name: /^Photo taken/ });
const boxes = () => screen.findAllByRole('checkbox', { name: /^Photo taken/ });
const bar = async () => within(await screen.findByRole('toolbar'));
const field = () => screen.findByLabelText<HTMLInputElement>('Album name');

describe('an album', () => {
  test('shows its name, count and age, and leads back [RTE-05] [ALD-01] [ALD-02] [ALD-04] [ALD-07]', async () => {
    const { router } = await open(PATH, answersOf(three));
    expect(await screen.findByRole('heading', { level: 1, name: /Sea/ })).toBeTruthy();
    expect(screen.getByText('3 photos')).toBeTruthy();
    expect(screen.getByText('Created 01 May 2024')).toBeTruthy();
    await userEvent.click(screen.getByRole('link', { name: 'My albums' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
  });

  test('shows its cover and when its photos were taken', async () => {
    const [photo] = makePhotos(0, 1);
    const taken = { from: '2026-05-12', to: '2026-07-01' };
    await open(PATH, answersOf(three, { taken, coverPhoto: photo }));
    await screen.findByRole('heading', { level: 1, name: /Sea/ });
    expect(screen.getByText('May – July 2026')).toBeTruthy();
    const header = screen.getByRole('heading', { level: 1 }).parentElement as HTMLElement;
    expect(header.querySelector('img')?.src).toContain(photo?.thumbnails[0]?.url);
  });

  test('has one row of controls on a phone; the menu deletes it [ALD-20]', async () => {
    setWindow(390, 844);
    await open(PATH, answersOf(three));
    await tiles();
    await press('More');
    await userEvent.click(screen.getAllByRole('button', { name: 'Delete album' }).at(-1) as HTMLElement);
    expect(await screen.findByRole('dialog', { name: 'Delete album' })).toBeTruthy();
  });

  test('calls the last two days today and yesterday [ALD-05] [ALD-06]', async () => {
    const now = new Date();
    await open(PATH, answersOf(three, { created: now.toISOString() }));
    expect(await screen.findByText('Created today')).toBeTruthy();
    cleanup();
    const noonYesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1, 12);
    await open(PATH, answersOf(three, { created: noonYesterday.toISOString() }));
    expect(await screen.findByText('Created yesterday')).toBeTruthy();
  });

  test('that is empty says so and offers photos from the library and the device [ALD-08] [ALD-09] [ALD-33]', async () => {
    const { router } = await open(PATH, answersOf([]));
    expect(await screen.findByText('Your album is empty')).toBeTruthy();
    await press('Add photos');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'From this device' }));
    expect(
      await screen.findByText('The photos you choose will also be added to the album Sea.'),
    ).toBeTruthy();
    await press('Cancel');
    await press('Add photos');
    await userEvent.click(await screen.findByRole('menuitem', { name: 'From my photos' }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`${PATH}/add`));
  });

  test('accepts no photos from the device while the whole library is being deleted, and says why [ACT-01]', async () => {
    const answers = answersOf([]);
    answers[`GET ${API}/users/activate`] = { body: { status: 'DELETING' } };
    await open(PATH, answers);
    await press('Add photos');
    const item = await screen.findByRole('menuitem', { name: /^From this device/ });
    await waitFor(() => expect(item.getAttribute('aria-disabled')).toBe('true'));
    expect(item.textContent).toContain('as soon as your photos have been deleted');
    await userEvent.click(item);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('shows its photos, the newest upload first, or by the date taken [ALD-10] [ALD-11] [SRT-06]', async () => {
    const requested: string[] = [];
    const answers = answersOf(three);
    const page = answers[`${API}/albums/${ALBUM}/photos`];
    answers[`${API}/albums/${ALBUM}/photos`] = (query) => {
      requested.push(`${query.get('sortKey')} ${query.get('sortOrder')}`);
      return page as { body: unknown };
    };
    await open(PATH, answers);
    expect(await tiles()).toHaveLength(3);
    await userEvent.selectOptions(screen.getByRole('combobox'), 'Date taken');
    await waitFor(() => expect(requested).toEqual(['created desc', 'dateTaken desc']));
    await press(/Newest first/);
    await waitFor(() => expect(requested.at(-1)).toBe('dateTaken asc'));
  });

  test('selects some, all and none, and offers actions [ALD-12] [ALD-13] [ALD-17] [ALD-18] [ALD-19]', async () => {
    await open(PATH, answersOf(three));
    await tiles();
    await press('Select');
    const [first, second] = await boxes();
    await userEvent.click(first as HTMLElement);
    await userEvent.click(second as HTMLElement);
    expect(await screen.findByText('2 selected')).toBeTruthy();
    const offered = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered).toEqual(['Download', 'Copy to album', 'Favourite', 'Remove from album', 'More']);
    await press('Select all');
    expect(await screen.findByText('3 selected')).toBeTruthy();
    await press('Deselect all');
    expect(await screen.findByText('0 selected')).toBeTruthy();
  });

  test('offers no copying without the album flag [ALD-18] [FLG-05]', async () => {
    const { PhotoManagementAlbumViewEnabled: _, ...flags } = ALL_ON;
    await open(PATH, answersOf(three), flags);
    await screen.findByText('3 photos');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Select' }).hasAttribute('disabled')).toBe(false),
    );
    await press('Select');
    const offered = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(offered).toEqual(['Download', 'Favourite', 'Remove from album', 'More']);
  });

  test('that is shared opens on its own screen, with its flag [ALD-21] [FLG-06]', async () => {
    const answers: Answers = { ...sharedAnswersOf({ ownerId: VIEWER }) };
    const { router } = await open(PATH, answers);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/my-photos/shared-albums/${ALBUM}`));
  });

  test('that is shared stays here without it [ALD-21] [FLG-06]', async () => {
    const { PhotoManagementSharedAlbumsViewEnabled: _, ...flags } = ALL_ON;
    const { router } = await open(PATH, answersOf(three, { isShared: true }), flags);
    await screen.findByText('3 photos');
    expect(router.state.location.pathname).toBe(PATH);
  });

  test.each([
    ['[ALD-22]', `${API}/albums/${ALBUM}`, 'Unable to display album.'],
    ['[ALD-23]', `${API}/albums/${ALBUM}/photos`, 'Unable to display album photos.'],
  ])('%s says that the album, or its contents, could not be loaded', async (_, call, text) => {
    const answers = answersOf(three);
    const usual = answers[call];
    answers[call] = FAILURE;
    await open(PATH, answers);
    expect((await screen.findByRole('alert')).textContent).toContain(
      `${text} Please refresh the page or try again later.`,
    );
    answers[call] = usual as Answers[string];
    await press('Try again');
    expect(await tiles()).toHaveLength(3);
  });
});

test('photos that an album has are marked while more are picked for it [ALD-33]', async () => {
  const answers = answersOf(three, { photosCount: 2 });
  answers[`${API}/albums/${ALBUM}/layout`] = { body: makeLayout(three.slice(0, 2)) };
  await open(`${PATH}/add`, answers);
  await waitFor(async () =>
    expect(
      (await boxes()).map((box) => [
        box.textContent,
        box.getAttribute('aria-label')?.endsWith('. In the album'),
      ]),
    ).toEqual([
      ['In the album', true],
      ['In the album', true],
      ['', false],
    ]),
  );
});

test('an album that does not exist says so, and links to the albums instead of retrying', async () => {
  const answers = answersOf(three);
  answers[`${API}/albums/${ALBUM}`] = { status: 404, body: { code: 'not-found' } };
  const { router } = await showApp({ path: PATH, answers, flags: ALL_ON });
  expect(await screen.findByRole('heading', { level: 1, name: 'Album not found' })).toBeTruthy();
  expect(screen.getByText('It may have been deleted.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'See all albums' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
});

test('an album deleted on another device redirects to the albums', async () => {
  const push = albumPush();
  const answers = answersOf(three);
  const { router } = await showApp({ path: PATH, answers, flags: ALL_ON, push });
  await tiles();
  answers[`${API}/albums/${ALBUM}`] = { status: 404, body: { code: 'not-found' } };
  act(() => push.sayAlbumsChanged([ALBUM]));
  expect(await screen.findByText('The album Sea is no longer available')).toBeTruthy();
  await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
});

describe("an album's name", () => {
  const PATCH = `PATCH ${API}/albums/${ALBUM}`;

  test('is edited by pressing it, and validated like any album name [ALD-03] [NAM-05] [NAM-06]', async () => {
    const answers = answersOf(three);
    const sent: unknown[] = [];
    answers[PATCH] = (_query, body) => {
      sent.push(body);
      Object.assign(answers, answersOf(three, { albumName: 'Lake' }));
      return DONE;
    };
    await open(PATH, answers);
    await press('Sea, edit the name');
    await screen.findByRole('dialog', { name: 'Edit album name' });
    expect((await field()).value).toBe('Sea');
    expect((await field()).placeholder).toBe('Untitled album');
    await userEvent.clear(await field());
    await userEvent.type(await field(), ' Lake{Enter}');
    expect(await screen.findByText('Name not valid')).toBeTruthy();
    fireEvent.change(await field(), { target: { value: 'x'.repeat(256) } });
    await press('Save');
    expect(
      await screen.findByText('This name is too long. It can have 255 characters at most.'),
    ).toBeTruthy();
    await userEvent.clear(await field());
    await userEvent.type(await field(), 'Lake{Enter}{Enter}');
    expect(await screen.findByRole('button', { name: 'Lake, edit the name' })).toBeTruthy();
    expect(sent).toEqual([{ name: 'Lake' }]);
  });

  test('that could not be saved says so [NAM-07]', async () => {
    await open(PATH, { ...answersOf(three), [PATCH]: FAILURE });
    await press('Sea, edit the name');
    await userEvent.type(await field(), 's{Enter}');
    expect(await screen.findByText('Unable to save changes. Please try again')).toBeTruthy();
  });
});

describe('deleting an album', () => {
  async function pressDelete() {
    await press('More');
    await press('Delete album');
  }
  const confirm = async () =>
    userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete album' }));

  test('asks, confirms the deletion, and returns to the albums [ALD-20] [ALD-30] [ALD-31]', async () => {
    const { router } = await open(PATH, { ...answersOf(three), [`DELETE ${API}/albums/${ALBUM}`]: DONE });
    await pressDelete();
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'The album Sea will be deleted. Its photos stay in your library. This cannot be undone.',
    );
    await confirm();
    expect(await screen.findByText('Sea album deleted')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
  });

  test('that failed says so and stays on the page [ALD-32]', async () => {
    const { router } = await open(PATH, { ...answersOf(three), [`DELETE ${API}/albums/${ALBUM}`]: FAILURE });
    await pressDelete();
    await confirm();
    expect(await screen.findByText('Unable to remove album. Please try again')).toBeTruthy();
    expect(screen.getByRole('dialog').textContent).toMatch(/Reference: \w{8}/);
    expect(router.state.location.pathname).toBe(PATH);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await pressDelete();
    expect(within(await screen.findByRole('dialog')).queryByRole('alert')).toBeNull();
  });

  test('that was carried out without an answer leaves for the albums', async () => {
    const answers = answersOf(three);
    answers[`DELETE ${API}/albums/${ALBUM}`] = () => {
      answers[`${API}/albums/${ALBUM}`] = { status: 404, body: { code: 'not-found' } };
      return FAILURE;
    };
    const { router } = await open(PATH, answers);
    await pressDelete();
    await confirm();
    expect(await screen.findByText('The album Sea is no longer available')).toBeTruthy();
    await waitFor(() => expect(router.state.location.pathname).toBe('/my-photos/albums'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });
});

describe('removing photos from an album', () => {
  const REMOVE = `DELETE ${API}/albums/${ALBUM}/photos`;

  /** Selects the first photos and confirms their removal. */
  async function remove(count: number) {
    await tiles();
    await press('Select');
    for (const box of (await boxes()).slice(0, count)) await userEvent.click(box);
    await userEvent.click((await bar()).getByRole('button', { name: 'Remove from album' }));
    const dialog = await screen.findByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: /^Remove/ }));
  }

  test.each([
    ['[ALD-24]', 1, 'Photo removed from Sea'],
    ['[ALD-25]', 2, '2 photos removed from Sea'],
  ])('%s says how many were removed', async (_, count, text) => {
    await open(PATH, { ...answersOf(three), [REMOVE]: DONE });
    await remove(count);
    expect(await screen.findByText(text)).toBeTruthy();
  });

  test('removes them from the list immediately [ALD-28]', async () => {
    await open(PATH, answersOf(three));
    const answer = globalThis.fetch;
    const waiting = vi.fn();
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
      if (init?.method !== 'DELETE') return answer(url, init);
      waiting();
      return new Promise(() => undefined);
    });
    await remove(1);
    await waitFor(() => expect(waiting).toHaveBeenCalled());
    await waitFor(() =>
      expect(screen.getAllByRole('checkbox', { name: /^Photo/, hidden: true })).toHaveLength(2),
    );
  });

  test.each([
    ['[ALD-26] [ALD-29]', 1, 'Error: Your photo could not be removed from the album'],
    ['[ALD-27] [ALD-29]', 2, 'Error: Your photos could not be removed from the album'],
  ])('%s that failed says so, and they reappear', async (_, count, text) => {
    await open(PATH, { ...answersOf(three), [REMOVE]: FAILURE });
    await remove(count);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.getAllByRole('checkbox', { name: /^Photo/, hidden: true })).toHaveLength(3);
  });

  test('shows a photo again that another device restored [ALD-28]', async () => {
    const push = albumPush();
    const answers = { ...answersOf(three), [REMOVE]: DONE };
    await showApp({ path: PATH, answers, flags: ALL_ON, push });
    await remove(1);
    await waitFor(async () => expect(await tiles()).toHaveLength(2));
    Object.assign(answers, answersOf(three, { updated: '2024-05-01T11:00:00Z' }));
    act(() => push.sayAlbumsChanged([ALBUM]));
    await waitFor(async () => expect(await tiles()).toHaveLength(3));
  });
});

describe('an album that changes on another device', () => {
  test('shows a photo that replaced another one, even if the count is the same', async () => {
    const push = albumPush();
    const answers = answersOf(three);
    await showApp({ path: PATH, answers, flags: ALL_ON, push });
    expect(await tiles()).toHaveLength(3);
    const swapped = [...three.slice(0, 2), ...makePhotos(7, 1)];
    Object.assign(answers, answersOf(swapped, { updated: '2024-05-01T11:00:00Z' }));
    act(() => push.sayAlbumsChanged([ALBUM]));
    const hrefs = async () => (await tiles()).map((tile) => tile.getAttribute('href'));
    await waitFor(async () => expect((await hrefs()).join()).toContain(makePhotos(7, 1)[0]?.imageId));
    expect((await hrefs()).join()).not.toContain(three[2]?.imageId);
  });
});
