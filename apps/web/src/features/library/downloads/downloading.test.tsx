// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  answersOf,
  FAILURE,
  OWNER,
  open,
  prepareScreens,
  press,
  sharedAnswersOf,
} from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import {
  archivePush,
  forgetActions,
  PHOTOS,
  select,
  tiles,
  toastTexts,
  waiting,
  watchSaved,
} from '#/features/library/photos/photo-actions.fixture.ts';
import { toastStore } from '#/shared/ui/toasts.tsx';

prepareScreens();
afterEach(forgetActions);

const API = '/api/downloads/downloads';
const photos = makePhotos(0, 4);
const ids = photos.map(({ imageId }) => imageId);
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Download photo' }));
const inDialog = async (name: string) =>
  userEvent.click((await dialog()).getByRole<HTMLButtonElement>('button', { name }));
const isSelecting = () => screen.queryByRole('toolbar') !== null;

/** A server that accepts and records requests for archives. */
function archives(library = photos) {
  const sent: { id: string; name: string; photos: string[] }[] = [];
  const answers: Answers = answersOf(library);
  answers[`GET ${API}`] = { body: { items: [] } };
  answers[`POST ${API}`] = (_, body) => {
    const requested = body as (typeof sent)[number];
    sent.push(requested);
    answers[`${API}/${requested.id}/url`] = { body: { url: `/media/zip/${requested.id}.zip` } };
    return { body: requested };
  };
  return { answers, sent };
}

type ArchivePush = ReturnType<typeof archivePush>;

/** Repeats a push message until it has an effect, because its listener is loaded with the first archive. */
async function sayUntil(
  push: ArchivePush,
  news: Parameters<ArchivePush['say']>,
  toast: string,
): Promise<void> {
  await waitFor(async () => {
    await push.say(...news);
    expect(toastTexts()).toEqual([toast]);
  });
}

describe('downloading one photo', () => {
  test('fetches its address, saves it under its name, closes and ends the selection [DWN-01, DWN-02, DWN-13, SEL-07]', async () => {
    const saved = watchSaved();
    const { answer, end } = waiting<{ body: unknown }>();
    await open(PHOTOS, { ...answersOf(photos), '/media/1.jpg': () => answer });
    await select(1);
    await press('Download');
    await screen.findByRole('dialog', { name: 'Download photo' });
    await inDialog('Download');
    await waitFor(async () =>
      expect((await dialog()).getByRole('button', { name: 'Download' }).dataset.loading).toBe('true'),
    );
    expect(saved).toEqual([]);
    end({ body: 'bytes' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(saved).toEqual([{ name: 'photo-1.jpg', href: expect.stringMatching(/^blob:/) }]);
    expect(isSelecting()).toBe(false);
  });

  test('that fails says so in the dialog, can be tried again, and keeps the selection [DWN-01, DWN-03, SEL-09]', async () => {
    const saved = watchSaved();
    const answers = { ...answersOf(photos), '/media/1.jpg': FAILURE } as Answers;
    await open(PHOTOS, answers);
    await select(1);
    await press('Download');
    await inDialog('Download');
    expect((await screen.findByRole('alert')).textContent).toBe('Error: Your photo could not be downloaded');
    expect(isSelecting()).toBe(true);
    answers['/media/1.jpg'] = { body: 'bytes' };
    await inDialog('Download');
    await waitFor(() => expect(saved).toHaveLength(1));
  });

  test('that was cancelled saves nothing, even if it arrives', async () => {
    const saved = watchSaved();
    const { answer, end } = waiting<{ body: unknown }>();
    await open(PHOTOS, { ...answersOf(photos), '/media/1.jpg': () => answer });
    await select(1);
    await press('Download');
    await inDialog('Download');
    await inDialog('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    end({ body: 'bytes' });
    await waitFor(() => expect(isSelecting()).toBe(true));
    expect(saved).toEqual([]);
  });
});

describe('downloading several photos', () => {
  test('requests an archive and saves it when its push message arrives [DWN-05, DWN-06, DWN-08, DWN-09, DWN-14, DWN-17, DWN-19, PSH-02, PSH-08, SEL-07]', async () => {
    const saved = watchSaved();
    const push = archivePush();
    const { answers, sent } = archives();
    await showApp({ path: PHOTOS, answers, flags: ALL_ON, push });
    await select(0, 2);
    await press('Download');
    await waitFor(() => expect(toastTexts()).toEqual(['Preparing download...']));
    expect(toastStore.getState().toasts[0]?.durationMs).toBe(5_000);
    const requested = { id: expect.any(String), name: expect.any(String), photos: [ids[0], ids[2]] };
    await waitFor(() => expect(sent).toEqual([requested]));
    const id = sent[0]?.id ?? '';
    await push.say('archive-started', id);
    expect(toastTexts()).toEqual(['Preparing download...']);
    expect(isSelecting()).toBe(true);
    await sayUntil(push, ['archive-finished', id], 'Downloading photos');
    expect(toastStore.getState().toasts[0]?.durationMs).toBe(10_000);
    expect(saved).toEqual([{ name: `${id}.zip`, href: `/media/zip/${id}.zip` }]);
    expect(isSelecting()).toBe(false);
    await push.say('archive-finished', id);
    expect(saved).toHaveLength(1);
  });

  test('is requested once, however often it is pressed, and says so immediately', async () => {
    const { answers, sent } = archives();
    const { answer, end } = waiting<{ body: unknown }>();
    const accept = answers[`POST ${API}`] as (query: URLSearchParams, body: unknown) => { body: unknown };
    answers[`POST ${API}`] = async (query, body) => {
      const accepted = accept(query, body);
      await answer;
      return accepted;
    };
    await open(PHOTOS, answers);
    await select(0, 2);
    for (const _ of [1, 2, 3]) await press('Download');
    expect(toastTexts()).toEqual(['Preparing download...']);
    end({ body: {} });
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  test('keeps photos selected that were chosen after the request', async () => {
    const push = archivePush();
    const { answers, sent } = archives();
    await showApp({ path: PHOTOS, answers, flags: ALL_ON, push });
    await select(0, 2);
    await press('Download');
    await waitFor(() => expect(sent).toHaveLength(1));
    await userEvent.click(screen.getAllByRole('checkbox', { name: /^Photo taken/ })[1] as HTMLElement);
    await sayUntil(push, ['archive-finished', sent[0]?.id ?? ''], 'Downloading photos');
    expect(screen.getByText('3 selected')).toBeTruthy();
  });

  test('whose archive fails says so for ten seconds and keeps the selection [DWN-07, DWN-09, SEL-09]', async () => {
    const saved = watchSaved();
    const push = archivePush();
    const { answers, sent } = archives();
    await showApp({ path: PHOTOS, answers, flags: ALL_ON, push });
    await select(0, 2);
    await press('Download');
    await waitFor(() => expect(toastTexts()).toHaveLength(1));
    await sayUntil(push, ['archive-error', sent[0]?.id ?? ''], 'Download failed');
    expect(toastStore.getState().toasts[0]?.durationMs).toBe(10_000);
    expect(saved).toEqual([]);
    expect(isSelecting()).toBe(true);
  });

  test('whose request fails says so [DWN-04, DWN-07, SEL-09]', async () => {
    const { answers } = archives();
    answers[`POST ${API}`] = FAILURE;
    await open(PHOTOS, answers);
    await select(0, 2);
    await press('Download');
    await waitFor(() =>
      expect(toastTexts()).toEqual(['Download failed. Error: Your photos could not be downloaded']),
    );
    expect(isSelecting()).toBe(true);
  });

  test('is saved through the list of downloads if the push message is lost [DWN-16, DWN-19]', async () => {
    const saved = watchSaved();
    const { answers, sent } = archives();
    await open(PHOTOS, answers);
    await select(0, 2);
    await press('Download');
    await waitFor(() => expect(sent).toHaveLength(1));
    const { id = '', name = '' } = sent[0] ?? {};
    answers[`GET ${API}`] = { body: { items: [download({ id, name })] } };
    await waitFor(() => expect(saved).toEqual([{ name: `${id}.zip`, href: `/media/zip/${id}.zip` }]));
  });

  test('is limited to 100 [DWN-11, DWN-12]', async () => {
    const { answers, sent } = archives(makePhotos(0, 101));
    await open(PHOTOS, answers);
    await tiles();
    await press('Select');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Select all photos from/ }));
    await screen.findByText('101 selected');
    const button = () => within(screen.getByRole('toolbar')).getByRole('button', { name: 'Download' });
    expect(button().getAttribute('aria-disabled')).toBe('true');
    await userEvent.hover(button());
    expect(await screen.findByText('Up to 100 photos can be downloaded at a time')).toBeTruthy();
    await userEvent.click(button());
    expect(sent).toEqual([]);
    await userEvent.click(screen.getAllByRole('checkbox', { name: /^Photo taken/ })[0] as HTMLElement);
    await screen.findByText('100 selected');
    expect(button().getAttribute('aria-disabled')).toBe('false');
    await userEvent.click(button());
    await waitFor(() => expect(sent[0]?.photos).toHaveLength(100));
  });

  test('of a shared album is requested with the owners [DWN-18]', async () => {
    const sent: unknown[] = [];
    const answers = sharedAnswersOf({ ownerId: OWNER, photosCount: 3 });
    answers['POST /api/downloads/shared-album-downloads'] = (_, body) => {
      sent.push(body);
      return { body: { id: ids[3], photos: (body as { photos: unknown[] }).photos } };
    };
    await open(`/my-photos/shared-albums/${ALBUM}`, answers);
    await select(0, 1);
    await press('Download');
    await waitFor(() => expect(toastTexts()).toEqual(['Preparing download...']));
    const requested = ids.slice(0, 2).map((photoId) => ({ photoId, ownerId: OWNER }));
    expect(sent).toEqual([{ albumId: ALBUM, photos: requested }]);
  });
});

const download = (details: object) => ({
  id: ids[0],
  name: 'Sea',
  status: 'finished',
  photosCount: 2,
  pictures: ['/media/1/300', '/media/2/300'],
  bytes: 3_400_000,
  created: '2026-01-01T00:00:00Z',
  expires: '2026-01-08T00:00:00Z',
  ...details,
});

describe('the downloads page', () => {
  test('is in the shell and offers prepared archives [RTE-21, DWN-15, DWN-16, DWN-17]', async () => {
    const saved = watchSaved();
    const { answers } = archives();
    const [ready, running, lost] = [
      download({}),
      download({ id: ids[1], name: 'Lake', status: 'started' }),
      {},
    ];
    Object.assign(lost, download({ id: ids[2], name: 'Hill', status: 'error', missing: ['a.jpg'] }));
    answers[`GET ${API}`] = { body: { items: [ready, running, lost] } };
    answers[`${API}/${ids[0]}/url`] = { body: { url: '/media/zip/sea.zip' } };
    await open('/downloads', answers);
    expect(await screen.findByRole('heading', { level: 1, name: 'Downloads' })).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'Account' })).toBeTruthy();
    const rows = await screen.findAllByRole('heading', { level: 2 });
    expect(rows.map(({ textContent }) => textContent)).toEqual(['Sea', 'Lake', 'Hill']);
    const row = rows[0]?.closest('li');
    const pictures = [...(row?.querySelectorAll('img') ?? [])].map((one) => one.getAttribute('src'));
    expect(pictures).toEqual(['/media/1/300', '/media/2/300']);
    expect(screen.getByText('Preparing download...')).toBeTruthy();
    expect(screen.getByText('No longer available: a.jpg')).toBeTruthy();
    const [, , failed] = rows.map((one) => within(one.closest('li') as HTMLElement));
    const wayOn = failed?.getByRole('link', { name: 'Back to your photos' });
    expect(wayOn?.getAttribute('href')).toBe('/my-photos/photos');
    await press('Download Sea');
    await waitFor(() => expect(saved).toEqual([{ name: `${ids[0]}.zip`, href: '/media/zip/sea.zip' }]));
  });

  test('states once what is inside, of when and how large', async () => {
    const { answers } = archives();
    const own = download({ id: ids[1], name: '2 photos, 03 Mar 2026', photosCount: 2, bytes: 2_000_000 });
    const named = download({ photosCount: 2, bytes: 2_000_000 });
    const created = '2026-03-03T10:00:00Z';
    answers[`GET ${API}`] = {
      body: { items: [own, named].map((one) => Object.assign(one, { created })) },
    };
    await open('/downloads', answers);
    const rows = await screen.findAllByRole('heading', { level: 2 });
    const details = rows.map((one) => one.closest('li')?.querySelector('p')?.textContent);
    expect(details).toEqual(['2 MB', '2 photos · 2 MB · 03 Mar 2026']);
  });

  test('offers what is left of a download that lost a photo, as a new one [DWN-14, DWN-18]', async () => {
    const { answers, sent } = archives();
    const ofAlbum: unknown[] = [];
    answers['POST /api/downloads/shared-album-downloads'] = (_, body) => {
      ofAlbum.push(body);
      return { body: { id: ids[3], photos: (body as { photos: unknown[] }).photos } };
    };
    const available = [0, 1].map((place) => ({ photoId: ids[place], ownerId: OWNER }));
    const failed = { status: 'error', missing: ['a.jpg'], photosCount: 3 };
    const shared = { id: ids[1], name: 'Lake', sharedAlbumId: ALBUM, available: available.slice(1) };
    const items = [download({ ...failed, available }), download({ ...failed, ...shared })];
    answers[`GET ${API}`] = { body: { items } };
    await open('/downloads', answers);
    await screen.findAllByText('No longer available: a.jpg');
    await press('Download the other 2 photos');
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]?.photos).toEqual([ids[0], ids[1]]);
    expect(items.map(({ id }) => id)).not.toContain(sent[0]?.id);
    await press('Download the other photo');
    await waitFor(() => expect(ofAlbum).toEqual([{ albumId: ALBUM, photos: available.slice(1) }]));
  });

  test('follows archives in preparation on its own [DWN-16]', async () => {
    const { answers } = archives();
    answers[`GET ${API}`] = { body: { items: [download({ status: 'started' })] } };
    await open('/downloads', answers);
    await screen.findByText('Preparing download...');
    answers[`GET ${API}`] = { body: { items: [download({})] } };
    expect(await screen.findByRole('button', { name: 'Download Sea' })).toBeTruthy();
  }, 15_000);

  test('says when an archive is no longer available, and why [DWN-07]', async () => {
    const { answers } = archives();
    answers[`GET ${API}`] = { body: { items: [download({})] } };
    await open('/downloads', answers);
    answers[`${API}/${ids[0]}/url`] = { status: 404, body: { code: 'not-found' } };
    await screen.findByRole('button', { name: 'Download Sea' });
    answers[`GET ${API}`] = { body: { items: [download({ status: 'error', missing: ['a.jpg'] })] } };
    await press('Download Sea');
    await waitFor(() => expect(toastTexts()).toEqual(['Download failed']));
    expect(await screen.findByText('No longer available: a.jpg')).toBeTruthy();
  });
});
