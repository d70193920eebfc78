// @vitest-environment happy-dom
import { ID_BATCH_SIZE } from '@keepsake/contracts/platform/limits';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { Answers } from '#/app/screens.fixture.tsx';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  ALBUM,
  ALL_ON,
  API,
  albumsPage,
  answersOf,
  DONE,
  FAILURE,
  makeAlbum,
  open,
  prepareScreens,
  press,
} from './albums.fixture.ts';

prepareScreens();
const ADD = `POST ${API}/albums/${ALBUM}/photos`;
const ADDED = { body: { addedCount: 1, photosCount: 1 } };
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Copy to album' }));

/** Selects all photos of the month and starts copying them. */
async function ask(answers: Answers, flags = ALL_ON) {
  const shown = await open('/my-photos/photos', answers, flags);
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select all photos from March 2024' }));
  await userEvent.click(
    within(await screen.findByRole('toolbar')).getByRole('button', { name: 'Copy to album' }),
  );
  return { ...shown, dialog: await dialog() };
}

describe('copying photos to an album', () => {
  test('says how many, and offers albums that are not shared [CPY-01] [CPY-02] [CPY-03]', async () => {
    const requested: (string | null)[] = [];
    const answers = answersOf(makePhotos(0, 3));
    answers[`${API}/albums`] = (query) => {
      requested.push(query.get('displaySharedData'));
      return albumsPage([makeAlbum(0, { albumName: 'Sea' }), makeAlbum(1)]);
    };
    const { dialog: found } = await ask(answers);
    expect(found.getByText('3 photos selected')).toBeTruthy();
    expect(await found.findByRole('button', { name: /Sea/ })).toBeTruthy();
    expect(found.getByRole('button', { name: /Album 1/ })).toBeTruthy();
    expect(requested).toEqual(['false']);
  });

  test('says that they are copied, with a link to the album, and ends the selection [CPY-06]', async () => {
    const { router, dialog: found } = await ask({ ...answersOf(makePhotos(0, 2)), [ADD]: ADDED });
    await userEvent.click(await found.findByRole('button', { name: /Sea/ }));
    const link = await screen.findByRole('link', { name: 'Sea' });
    expect(link.parentElement?.textContent).toContain('Photos copied to Sea');
    expect(link.getAttribute('href')).toBe(`/my-photos/albums/${ALBUM}`);
    await waitFor(() => expect(screen.queryByText('2 selected')).toBeNull());
    await userEvent.click(link);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/my-photos/albums/${ALBUM}`));
  });

  test('sends large selections in batches [CPY-08]', async () => {
    const sent: number[] = [];
    const add: Answers[string] = (_query, body) => {
      sent.push((body as { photoIds: string[] }).photoIds.length);
      return ADDED;
    };
    const { dialog: found } = await ask({ ...answersOf(makePhotos(0, ID_BATCH_SIZE + 5)), [ADD]: add });
    await userEvent.click(await found.findByRole('button', { name: /Sea/ }));
    await waitFor(() => expect(sent).toEqual([ID_BATCH_SIZE, 5]));
  });

  test('creates a validated new album, once [CPY-04] [NAM-05] [NAM-09]', async () => {
    const keys: (string | null)[] = [];
    let tries = 0;
    const { dialog: found } = await ask({
      ...answersOf(makePhotos(0, 2)),
      [`POST ${API}/albums`]: (_query, _body, key) => {
        keys.push(key);
        return { body: { albumId: ALBUM } };
      },
      [ADD]: () => (++tries === 1 ? FAILURE : ADDED),
    });
    await userEvent.click(found.getByRole('button', { name: 'New album' }));
    const name = found.getByPlaceholderText('Untitled album');
    expect(document.activeElement).toBe(name);
    await userEvent.type(name, 'a;b{Enter}');
    expect(await found.findByText('Name not valid')).toBeTruthy();
    await userEvent.clear(name);
    await userEvent.type(name, 'Lake{Enter}');
    expect(await found.findByText('Unable to save changes. Please try again')).toBeTruthy();
    await userEvent.click(found.getByRole('button', { name: 'Create album' }));
    expect(await screen.findByRole('link', { name: 'Lake' })).toBeTruthy();
    // The server answers the second attempt with the album of the first.
    expect([keys.length, new Set(keys).size, tries]).toEqual([2, 1, 2]);
    expect(keys).not.toContain(null);
  });

  test('that is cancelled changes nothing [CPY-05]', async () => {
    let changes = 0;
    const counted = () => {
      changes += 1;
      return DONE;
    };
    const { dialog: found } = await ask({
      ...answersOf(makePhotos(0, 2)),
      [ADD]: counted,
      [`POST ${API}/albums`]: counted,
    });
    await userEvent.click(found.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('2 selected')).toBeTruthy();
    expect(changes).toBe(0);
  });

  test('that failed says so and keeps the selection [CPY-07]', async () => {
    const { dialog: found } = await ask({ ...answersOf(makePhotos(0, 2)), [ADD]: FAILURE });
    await userEvent.click(await found.findByRole('button', { name: /Sea/ }));
    expect(await found.findByText('Unable to save changes. Please try again')).toBeTruthy();
    expect(screen.getByRole('dialog').textContent).toMatch(/Reference: \w{8}/);
    await userEvent.click(found.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  test('is not offered without the album flag [FLG-05]', async () => {
    const { PhotoManagementAlbumViewEnabled: _, ...flags } = ALL_ON;
    await open('/my-photos/photos', answersOf(makePhotos(0, 2)), flags);
    await press('Select');
    const bar = within(await screen.findByRole('toolbar'));
    expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
      'Download',
      'Favourite',
      'Delete',
      'More',
    ]);
  });
});
