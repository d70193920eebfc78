// @vitest-environment happy-dom
import type { Sort } from '@keepsake/contracts/platform/start-of-page';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type PhotoAction, SelectionBar } from '#/features/library/photo-view/index.ts';
import {
  type FakeLibrary,
  photosPush,
  serveLibrary,
  setWindow,
  showInApp,
} from '../library-screen.fixture.tsx';
import { idOf, makePhotos } from '../photo.fixture.ts';
import { sortStorageKey } from '../saved-sort.ts';
import { Timeline } from './timeline.tsx';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
  setWindow(1200, 900);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const start = vi.fn<PhotoAction['start']>();
const action = (key: PhotoAction['key'], why: string | null = null): PhotoAction => ({
  key,
  label: key,
  icon: null,
  disabledReason: () => why,
  start,
});
const actions = [action('download', 'At most 100'), action('delete')];
const libraryOf = (months: FakeLibrary['dateTaken']): FakeLibrary => ({ dateTaken: months, created: {} });
const library = () => libraryOf({ '2024/3': makePhotos(0, 40), '2024/2': makePhotos(100, 3) });
const show = (options?: Parameters<typeof showInApp>[1]) =>
  showInApp(
    <Timeline
      onAddPhotos={vi.fn()}
      drawBar={(selected) => <SelectionBar {...selected} actions={actions} />}
    />,
    options,
  );
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const month = (name: string) => screen.findByRole('checkbox', { name: `Select all photos from ${name}` });
const tiles = async (name: string) =>
  within(await screen.findByRole('region', { name })).findAllByRole('checkbox', { name: /^Photo taken/ });
const SORT = sortStorageKey('photos');

/** Another tab changes the sort. */
async function sortElsewhere(sort: Sort): Promise<void> {
  localStorage.setItem(SORT, JSON.stringify(sort));
  await act(async () => window.dispatchEvent(new StorageEvent('storage', { key: SORT })));
}
const chosen = () => start.mock.lastCall?.[0].photoIds;

describe('selecting on the timeline', () => {
  test('starts with Select, counts, and ends with Cancel [TL-12] [TL-14] [TL-15]', async () => {
    serveLibrary(library());
    await show();
    await screen.findByRole('region', { name: 'February 2024' });
    await press('Select');
    expect(screen.getByText('0 selected')).toBeTruthy();
    const [first, second] = await tiles('February 2024');
    await userEvent.click(first as HTMLElement);
    await userEvent.click(second as HTMLElement);
    expect(screen.getByText('2 selected').closest('[aria-live]')?.getAttribute('aria-live')).toBe('polite');
    expect(first?.getAttribute('aria-checked')).toBe('true');
    await press('Cancel');
    expect(screen.queryByText('2 selected')).toBeNull();
  });

  test('selects a month as one group, including photos behind +N [TL-05] [TL-06]', async () => {
    serveLibrary(library());
    await show();
    await userEvent.click(await month('March 2024'));
    expect(await screen.findByText('40 selected')).toBeTruthy();
    expect((await month('March 2024')).getAttribute('aria-checked')).toBe('true');
    await userEvent.click((await tiles('March 2024'))[0] as HTMLElement);
    expect((await month('March 2024')).getAttribute('aria-checked')).toBe('mixed');
    await userEvent.click(await month('March 2024'));
    await userEvent.click(await month('March 2024'));
    expect(await screen.findByText('0 selected')).toBeTruthy();
  });

  test('enables actions once something is selected, and says why one is disabled [TL-16] [TL-18] [TL-20]', async () => {
    serveLibrary(library());
    await show();
    await press('Select');
    const bar = within(await screen.findByRole('toolbar'));
    const remove = bar.getByRole('button', { name: 'delete' });
    expect(remove.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(remove);
    expect(start).not.toHaveBeenCalled();
    await userEvent.click((await tiles('February 2024'))[1] as HTMLElement);
    expect(remove.getAttribute('aria-disabled')).toBe('false');
    const download = bar.getByRole('button', { name: 'download', description: 'At most 100' });
    expect(download.getAttribute('aria-disabled')).toBe('true');
    await userEvent.click(remove);
    expect(chosen()).toEqual([idOf(101)]);
  });

  test('keeps the selection until an action has succeeded [SEL-06] [SEL-07] [SEL-08] [SEL-09]', async () => {
    serveLibrary(library());
    await show();
    await userEvent.click(await month('February 2024'));
    await press('delete');
    expect(screen.getByText('3 selected')).toBeTruthy();
    await act(async () => start.mock.lastCall?.[1]());
    expect(screen.queryByText('3 selected')).toBeNull();
  });

  test('works by keyboard: Space, Shift and arrows, Ctrl and A, Escape', async () => {
    serveLibrary(library());
    await show();
    await screen.findByRole('region', { name: 'February 2024' });
    await waitFor(() =>
      expect(document.querySelectorAll('[data-tile] [aria-label^=Photo]')).toHaveLength(27),
    );
    act(() => document.querySelector<HTMLElement>('[data-tile="0/0"] a')?.focus());
    await userEvent.keyboard(' ');
    expect(await screen.findByText('1 selected')).toBeTruthy();
    await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowLeft}{/Shift}');
    expect(await screen.findByText('2 selected')).toBeTruthy();
    await userEvent.keyboard('{Control>}a{/Control}');
    expect(await screen.findByText('43 selected')).toBeTruthy();
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByText('43 selected')).toBeNull();
  });

  test('selects a range with Shift and click, across months, and shows its size before', async () => {
    serveLibrary(library());
    await show();
    await press('Select');
    await userEvent.click((await tiles('March 2024'))[20] as HTMLElement);
    const target = (await tiles('February 2024'))[1] as HTMLElement;
    const user = userEvent.setup();
    await user.keyboard('{Shift>}');
    await user.pointer({ target });
    expect(await screen.findByText('Range of 22 photos')).toBeTruthy();
    await user.click(target);
    expect(await screen.findByText(/^22 selected/)).toBeTruthy();
  });

  test('survives a reload, without photos deleted in the meantime', async () => {
    const months = library();
    serveLibrary(months);
    await show();
    await userEvent.click(await month('February 2024'));
    await waitFor(() => expect(sessionStorage.getItem('selection:timeline')).toContain(idOf(100)));
    cleanup();
    months.dateTaken['2024/2'] = makePhotos(101, 2);
    await show();
    expect(await screen.findByText('2 selected')).toBeTruthy();
    expect((await month('February 2024')).getAttribute('aria-checked')).toBe('true');
  });

  /** Two photos taken in February and one in March, all uploaded in April but one. */
  const sorted = (): FakeLibrary => ({
    dateTaken: { '2024/3': makePhotos(0, 1), '2024/2': makePhotos(100, 2) },
    created: { '2024/4': [...makePhotos(100, 1), ...makePhotos(0, 1)], '2024/2': makePhotos(101, 1) },
  });

  test.each<[Sort['sortKey'], Sort['sortOrder']]>([
    ['created', 'desc'],
    ['dateTaken', 'asc'],
  ])('stays when another tab sorts by %s %s', async (sortKey, sortOrder) => {
    serveLibrary(sorted());
    await show();
    await userEvent.click(await month('February 2024'));
    await sortElsewhere({ sortKey, sortOrder });
    const first = sortKey === 'created' ? 'April 2024' : 'March 2024';
    const [before, after] = sortKey === 'created' ? ['mixed', 'true'] : ['false', 'true'];
    await waitFor(async () => expect((await month(first)).getAttribute('aria-checked')).toBe(before));
    expect((await month('February 2024')).getAttribute('aria-checked')).toBe(after);
    expect(screen.getByText('2 selected')).toBeTruthy();
    await press('delete');
    expect(chosen()?.toSorted()).toEqual([idOf(100), idOf(101)]);
  });

  test('is restored in the months that another tab’s sort has made of it', async () => {
    serveLibrary(sorted());
    await show();
    await userEvent.click(await month('February 2024'));
    await waitFor(() => expect(sessionStorage.getItem('selection:timeline')).toContain(idOf(100)));
    cleanup();
    localStorage.setItem(SORT, JSON.stringify({ sortKey: 'created', sortOrder: 'desc' }));
    await show();
    await waitFor(async () => expect((await month('April 2024')).getAttribute('aria-checked')).toBe('mixed'));
    expect(screen.getByText('2 selected')).toBeTruthy();
  });

  test('drops photos deleted on another device', async () => {
    serveLibrary(library());
    const push = photosPush();
    await show({ push });
    await userEvent.click(await month('February 2024'));
    await act(async () => push.say('deleted', [idOf(101)]));
    expect(await screen.findByText('2 selected')).toBeTruthy();
  });

  test('does not open photos without the preview’s flag, and selects with a click on the circle', async () => {
    serveLibrary(library());
    await show();
    const [first] = await screen.findAllByRole('img', { name: /^Photo taken/ });
    expect(first?.getAttribute('href')).toBeNull();
    await userEvent.click(document.querySelector('[data-tile="0/0"] [data-check]') as HTMLElement);
    expect(await screen.findByText('1 selected')).toBeTruthy();
  });
});

describe('the banner of the timeline', () => {
  test('expands, links to the channel’s FAQs, and stays hidden once dismissed [TL-24] [TL-25] [TL-26]', async () => {
    serveLibrary(library());
    await show();
    expect(await screen.findByText('Welcome to a new way to manage your photos')).toBeTruthy();
    const more = screen.getByRole('button', { name: 'Show more' });
    await userEvent.click(more);
    expect(screen.getByText(/Your originals stay/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Show less' }));
    expect(screen.queryByText(/Your originals stay/)).toBeNull();
    const faqs = screen.getByRole('link', { name: 'FAQs' });
    expect(faqs.getAttribute('href')).toBe('https://pennyfern.example/faq');
    await press('Do not show this again');
    expect(screen.queryByText(/^Welcome/)).toBeNull();
    cleanup();
    await show();
    await screen.findByRole('region', { name: 'March 2024' });
    expect(screen.queryByText(/^Welcome/)).toBeNull();
  });

  test('mentions albums when they are on [TL-27] [FLG-05]', async () => {
    serveLibrary(library());
    await show();
    await press('Show more');
    expect((await screen.findByText(/month by month/)).textContent).not.toContain('albums');
    cleanup();
    localStorage.setItem('PhotoManagementAlbumViewEnabled', 'true');
    await show();
    await press('Show more');
    expect((await screen.findByText(/month by month/)).textContent).toContain('albums');
  });
});
