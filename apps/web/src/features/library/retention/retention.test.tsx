// @vitest-environment happy-dom
import type { getOriginalsCheck } from '@keepsake/contracts/library/originals-check';
import { addDays, addMonths, type StorageAccount } from '@keepsake/contracts/library/retention';
import type { ResponseOf } from '@keepsake/contracts/platform/endpoint';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { type Answers, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  API,
  answersOf,
  prepareScreens,
  SHARED,
} from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { PHOTOS, tiles } from '#/features/library/photos/photo-actions.fixture.ts';
import { storageAccount } from '#/features/library/retention/storage-account.fixture.ts';

prepareScreens();

const PATH = '/api/storage/status';
const REACTIVATION = { ...ALL_ON, ReactivationEnabled: ['*'] };
const { today } = storageAccount;
const endingIn = (days: number) => ({ projectedDeletionDate: addDays(today, days) });

type Options = {
  path?: string;
  flags?: Record<string, string[]>;
  editorUrl?: string | null;
  /** The answer of `users/counts`. */
  counts?: object;
  /** The answer about the originals. */
  check?: ResponseOf<typeof getOriginalsCheck>;
  hasPhotos?: boolean;
};

async function open(
  details: Partial<StorageAccount> = {},
  {
    path = PHOTOS,
    flags = REACTIVATION,
    editorUrl = '/demo-shop',
    counts,
    check,
    hasPhotos = true,
  }: Options = {},
) {
  const requested: URLSearchParams[] = [];
  const answer = (query: URLSearchParams) => {
    requested.push(query);
    return { body: { ...storageAccount, ...details } };
  };
  const answers: Answers = { ...answersOf(makePhotos(0, hasPhotos ? 2 : 0)), [PATH]: answer };
  if (counts) answers[`${API}/users/counts`] = { body: counts };
  if (check) answers['/api/storage/originals-check'] = { body: check };
  await showApp({ path, answers, flags, editorUrl });
  return requested;
}
const banner = async () => within(await screen.findByRole('region', { name: 'Photo storage' }));
const dialog = () => screen.queryByRole('dialog', { name: 'Photo storage' });

describe('the storage banner', () => {
  test('shows the months remaining while the storage is safe [RET-04, RET-05]', async () => {
    await open({ projectedDeletionDate: addMonths(today, 5) });
    expect((await banner()).getByText('Your photos are stored for 5 more months')).toBeTruthy();
    expect((await banner()).getByText('Kept until 21 Apr 2027')).toBeTruthy();
    expect(dialog()).toBeNull();
  });

  test.each([
    ['18', addDays(addMonths(today, 18), -1)],
    ['18', addDays(addMonths(today, 17), 16)],
    ['17', addDays(addMonths(today, 17), 14)],
    ['3', addMonths(today, 3)],
  ])('says %s months for a date of %s [RET-05]', async (months, projectedDeletionDate) => {
    await open({ projectedDeletionDate });
    expect((await banner()).getByText(`Your photos are stored for ${months} more months`)).toBeTruthy();
  });

  test('shows the days remaining as a warning [RET-06]', async () => {
    await open({ projectedDeletionDate: addMonths(today, 1) });
    expect((await banner()).getByText('Your photos are stored for 30 more days')).toBeTruthy();
    const link = (await banner()).getByRole('link', {
      name: 'Ordering today keeps your photos until 21 May 2028',
    });
    expect(link.getAttribute('href')).toBe('/my-photos/order-prints');
    expect(dialog()).toBeNull();
  });

  test('is absent without photos: no order keeps any, and recently deleted ones come to their own end', async () => {
    await open(endingIn(20), { counts: { photosCount: 0, albumsCount: 0 }, hasPhotos: false });
    expect(await screen.findByText(/^Your photo library is empty/)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Photo storage' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Photo storage' })).toBeNull();
  });

  test('has no link while there is no shop, never one to a page where nothing can be ordered [RET-10]', async () => {
    await open(endingIn(20), { editorUrl: null });
    expect((await banner()).getByText('Order to extend storage for 18 months')).toBeTruthy();
    const found = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    expect(found.queryByRole('link')).toBeNull();
    expect((await banner()).queryByRole('link')).toBeNull();
  });

  test.each([
    ['RET-07', 0, 'Your photos will be deleted today'],
    ['RET-08', 1, 'Your photos will be deleted tomorrow'],
    ['RET-09', 2, 'Your photos will be deleted in 2 days'],
    ['RET-09', 29, 'Your photos will be deleted in 29 days'],
  ])('[%s, RET-10] with %i days left shows the date, and what helps', async (_id, days, words) => {
    sessionStorage.setItem('shouldShowReactivationModal', 'false');
    await open(endingIn(days));
    expect((await banner()).getByText(words)).toBeTruthy();
    expect(
      (await banner()).getByRole('link', { name: 'Order to extend storage for 18 months' }),
    ).toBeTruthy();
  });
});

describe('a hidden library', () => {
  const hidden = { deletionDate: '2026-12-18', isBeingDeleted: false };
  const ORDER = { name: 'Order now' };

  test.each([
    ['the photos', PHOTOS],
    ['the albums', '/my-photos/albums'],
  ])('replaces %s with the deletion date, and what restores the photos [RET-09]', async (_name, path) => {
    await open({ ...endingIn(-3), hidden }, { path });
    const notice = within(await screen.findByRole('region', { name: 'Photo storage' }));
    expect(
      await notice.findByText('Your photos are hidden and will be deleted on 18 December 2026'),
    ).toBeTruthy();
    expect(
      notice.getByText(
        'Their storage ended on 18 November 2026. They stay hidden for 30 days before they are deleted. Order to see them again and keep them until 21 May 2028',
      ),
    ).toBeTruthy();
    expect(notice.getByRole('link', ORDER).getAttribute('href')).toBe('/demo-shop');
    await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Photo taken/ })).toEqual([]));
    expect(screen.queryByRole('button', { name: 'Add photos' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'New album' })).toBeNull();
    expect(dialog()).toBeNull();
  });

  test('offers no order any more while the photos are being deleted [RET-09]', async () => {
    await open({ ...endingIn(-40), hidden: { ...hidden, isBeingDeleted: true } });
    expect(await screen.findByText('Your photos are being deleted')).toBeTruthy();
    expect(screen.queryByRole('link', ORDER)).toBeNull();
  });

  test.each([
    ['an album', `/my-photos/albums/${ALBUM}`, `${API}/albums/${ALBUM}`],
    ['a shared album', `/my-photos/shared-albums/${ALBUM}`, `${SHARED}/shared-albums/${ALBUM}`],
    ['the photos', PHOTOS, `${API}/users/timeline`],
    ['a photo', `${PHOTOS}/preview/${ALBUM}`, `${API}/users/timeline`],
  ])('replaces a failure on the page of %s, even without the flag', async (_name, path, requested) => {
    const refused = { status: 403, body: { code: 'library-hidden', correlationId: 'abc' } };
    const answers = { ...answersOf(makePhotos(0, 2)), [requested]: refused };
    await showApp({ path, answers, flags: ALL_ON, editorUrl: '/demo-shop' });
    expect(await screen.findByText('Your photos are hidden until your next order')).toBeTruthy();
    expect(screen.getByRole('link', ORDER)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });
});

describe('the storage dialog', () => {
  test('opens from the button in the header, with details and reminders [HDR-03, RET-13]', async () => {
    // Already the next day where the channel is.
    const sent = '2026-09-14T23:30:00Z';
    await open({ reminders: [{ reminder: 'three-months', deletionDate: '2026-12-15', sent }] });
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    const found = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    expect(found.getByText('15 Jun 2026')).toBeTruthy();
    expect(found.getByText('3 months before 15 Dec 2026')).toBeTruthy();
    expect(found.getByText('15 Sep 2026')).toBeTruthy();
    expect(found.getByRole('link', { name: 'Order now' }).getAttribute('href')).toBe(
      '/my-photos/order-prints',
    );
  });

  test('leads to the shop while there are no photos to print', async () => {
    await open({ photosCount: 0 });
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    expect((await screen.findByRole('link', { name: 'Order now' })).getAttribute('href')).toBe('/demo-shop');
  });

  test('promises nothing of an order that changes nothing', async () => {
    await open({ delayedDeletionDate: '2028-05-21' });
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    const found = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    expect(found.getByText('21 May 2028')).toBeTruthy();
    expect(found.queryByText(/^Ordering today/)).toBeNull();
  });

  test('says why photos are kept longer than the last order earned, and nothing where it adds up', async () => {
    const longer = /^We are keeping your photos longer than usual/;
    await open({ delayedDeletionDate: '2028-01-10' });
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    expect(await screen.findByText(longer)).toBeTruthy();
    cleanup();
    await open({});
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    await screen.findByRole('dialog', { name: 'Photo storage' });
    expect(screen.queryByText(longer)).toBeNull();
  });

  test('says why photos whose time is over are still there', async () => {
    await open(endingIn(5));
    const found = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    expect(found.getByText(/^From 26 November 2026 your photos are hidden for 30 days/)).toBeTruthy();
  });

  test('says that the library is almost full, like the page, and what helps', async () => {
    const quota = { photos: 10, bytes: null, usedBytes: 0 };
    await open({}, { counts: { photosCount: 9, albumsCount: 0, quota } });
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    const found = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    const notice = await found.findByText('Your library is almost full: 9 of 10 photos.');
    expect(notice.closest('[role=status]')?.textContent).toContain('Delete photos you no longer need');
    expect(screen.getAllByText('Your library is almost full: 9 of 10 photos.')).toHaveLength(2);
  });

  test("closes when 'Order now' leads to the shop", async () => {
    await open(endingIn(5));
    const shown = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    await userEvent.click(shown.getByRole('link', { name: 'Order now' }));
    await waitFor(() => expect(dialog()).toBeNull());
  });

  test('opens automatically when critical, and remembers that for the session [RET-11, RET-12]', async () => {
    await open(endingIn(5));
    await screen.findByRole('dialog', { name: 'Photo storage' });
    expect(sessionStorage.getItem('shouldShowReactivationModal')).toBe('false');
  });

  test('does not open automatically a second time in a session [RET-11]', async () => {
    sessionStorage.setItem('shouldShowReactivationModal', 'false');
    await open(endingIn(5));
    await (await banner()).findByText('Your photos will be deleted in 5 days');
    expect(dialog()).toBeNull();
  });
});

describe('what the storage dialog says of the originals', () => {
  const whole = (count: number) => ({ total: count, checked: count });
  const lastCheck = {
    from: '2026-11-03',
    until: '2026-11-03',
    originals: 4_312,
    changed: 0,
    photos: whole(4_312),
  };
  const none = { damagedCount: 0, damaged: [] };

  async function openDialog(check: ResponseOf<typeof getOriginalsCheck>, details?: Partial<StorageAccount>) {
    await open(details, { check });
    await userEvent.click(await screen.findByRole('button', { name: 'Photo storage' }));
    return within(await screen.findByRole('dialog', { name: 'Photo storage' }));
  }

  test('how many were checked last, and on which day', async () => {
    const found = await openDialog({ lastCheck, ...none });
    const words = 'All 4,312 originals were checked on 3 November 2026. None had changed.';
    expect(await found.findByText(words)).toBeTruthy();
  });

  test('on which days, if it took longer', async () => {
    const found = await openDialog({
      lastCheck: { ...lastCheck, from: '2026-11-01', originals: 1, photos: whole(1) },
      ...none,
    });
    const words =
      'Your original was checked between 1 November 2026 and 3 November 2026. It had not changed.';
    expect(await found.findByText(words)).toBeTruthy();
  });

  test.each([
    ['2026-11-03', 12, '12 of 16 originals were checked on 3 November 2026. None had changed.'],
    [
      '2026-11-01',
      1,
      '1 of 16 originals was checked between 1 November 2026 and 3 November 2026. It had not changed.',
    ],
  ])('how many of the photos of now, if some were added since', async (from, checked, words) => {
    const found = await openDialog({
      lastCheck: { ...lastCheck, from, originals: 15, photos: { total: 16, checked } },
      ...none,
    });
    expect(await found.findByText(words)).toBeTruthy();
  });

  test.each([
    [
      'one of photos that are all deleted',
      { lastCheck: { ...lastCheck, photos: { total: 3, checked: 0 } }, ...none },
    ],
    ['no check', { lastCheck: null, ...none }],
    ['one that found what has been added again since', { lastCheck: { ...lastCheck, changed: 2 }, ...none }],
  ])('nothing after %s', async (_, check) => {
    const found = await openDialog(check);
    expect(await found.findByText('Last order')).toBeTruthy();
    expect(found.queryByText(/original/)).toBeNull();
  });

  test('which files are to be added again, with the way to do it', async () => {
    const damaged = [{ photoId: ALBUM, fileName: 'IMG_0042.jpg' }];
    const found = await openDialog({ lastCheck: { ...lastCheck, changed: 3 }, damagedCount: 3, damaged });
    expect(await found.findByText(/^3 originals are damaged. Add the files again/)).toBeTruthy();
    const link = found.getByRole('link', { name: 'IMG_0042.jpg' });
    expect(link.getAttribute('href')).toBe(`/my-photos/photos/preview/${ALBUM}`);
    expect(found.getByText('and 2 more')).toBeTruthy();
    expect(found.queryByText(/None had changed/)).toBeNull();
    await userEvent.click(found.getByRole('button', { name: 'Add files again' }));
    await waitFor(() => expect(dialog()).toBeNull());
    expect(await screen.findByRole('dialog', { name: 'Add photos' })).toBeTruthy();
  });

  test('nothing while the photos are hidden', async () => {
    const hidden = { deletionDate: addDays(today, 12), isBeingDeleted: false };
    await open({ hidden }, { check: { lastCheck, ...none } });
    const buttons = await screen.findAllByRole('button', { name: 'Photo storage' });
    if (buttons[0]) await userEvent.click(buttons[0]);
    const found = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
    expect(found.queryByText(/originals were checked/)).toBeNull();
  });
});

describe('what the storage flags gate', () => {
  test('without ReactivationEnabled nothing is requested or shown [FLG-10]', async () => {
    const requested = await open(endingIn(5), { flags: ALL_ON });
    await tiles();
    expect(screen.queryByRole('button', { name: 'Photo storage' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Photo storage' })).toBeNull();
    expect(requested).toEqual([]);
  });

  test('requests the sample account with UseReactivationMockData [FLG-11]', async () => {
    const requested = await open({}, { flags: { ...REACTIVATION, UseReactivationMockData: ['*'] } });
    await banner();
    expect(requested.map((query) => query.get('mock'))).toContain('true');
  });

  test('keeps the timeline if the account cannot be loaded [HDR-03]', async () => {
    const answers = { ...answersOf(makePhotos(0, 2)), [PATH]: { status: 400, body: {} } };
    await showApp({ path: PHOTOS, answers, flags: REACTIVATION });
    expect(await tiles()).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Photo storage' })).toBeNull();
  });
});
