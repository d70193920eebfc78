// @vitest-environment happy-dom

import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Answers, customer, photoPage, showApp } from '#/app/screens.fixture.tsx';
import { storageAccount } from '#/features/library/retention/storage-account.fixture.ts';
import { makeOrder } from '#/features/orders/orders/orders.fixture.ts';
import { fakePush } from '#/shared/push.fixture.ts';

const PATH = '/api/overview/me';
const FLAGS = {
  ReactivationEnabled: ['*'],
  PhotoManagementUploadViewEnabled: ['*'],
  PhotoManagementQrCodeUploadEnabled: ['*'],
};
const ok = (value: unknown) => ({ status: 'ok', value });
const failed = { status: 'failed', correlationId: 'abcdef1234567890' };
const NOTHING = {
  orders: ok(null),
  storage: ok(null),
  photos: ok(null),
  onThisDay: ok(null),
  projects: ok(null),
  vouchers: ok(null),
};
const ordersOf = (total: number) => ({
  unpaid: { orders: [], total: 0 },
  onTheirWay: { orders: [makeOrder()], total },
});
const counts = { photosCount: 9, albumsCount: 0 };
const photos = ok({ ...photoPage(3), photosCount: 403 });
const onThisDay = ok({ ...photoPage(3), photosCount: 14, day: '2023-11-28', yearsAgo: 3 });
const ALL = 'orders,storage,photos,onThisDay,projects,vouchers';

beforeEach(() => {
  window.innerWidth = 1280;
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** The overview with these parts; `push` sends messages. */
async function open(parts: object, flags: Record<string, string[]> = FLAGS, whose = customer) {
  const requested: string[] = [];
  const shown = { ...NOTHING, ...parts } as Record<string, unknown>;
  const answers: Answers = {
    '/api/customers/customers/me': { body: whose },
    [PATH]: (query) => {
      const names = (query.get('parts') ?? '').split(',');
      requested.push(names.join(','));
      return { body: Object.fromEntries(names.map((name) => [name, shown[name]])) };
    },
  };
  const push = fakePush();
  await showApp({ path: '/', answers, flags, push, editorUrl: '/demo-shop' });
  return { requested, shown, push };
}
const headings = () => screen.queryAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
const suggestions = async () =>
  within(await screen.findByRole('region', { name: 'Get started' }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

describe('the overview', () => {
  test('requests everything at once, and shows only parts with content [RTE-17, SHL-03]', async () => {
    const { requested } = await open({ photos, orders: ok(ordersOf(5)) });
    await screen.findByText('403 photos in your library');
    expect(headings()).toEqual(['On the way to you', 'Latest photos']);
    expect(screen.getByText('5 orders')).toBeTruthy();
    expect(requested).toEqual([ALL]);
  });

  test('lists three orders, but on a phone the first, so that photos are on its first screen', async () => {
    const codes = ['E2E-1', 'E2E-2', 'E2E-3'];
    const orders = codes.map((orderCode) => makeOrder({ orderCode }));
    const listed = { unpaid: { orders: [], total: 0 }, onTheirWay: { orders, total: 3 } };
    const shown = () => screen.getAllByText(/^E2E-/).map(({ textContent }) => textContent);
    await open({ photos, orders: ok(listed) });
    await screen.findByText('403 photos in your library');
    expect(shown()).toEqual(codes);
    const uploadButtons = () => screen.queryAllByRole('button', { name: 'Add photos' }).length;
    expect(uploadButtons()).toBe(1);
    cleanup();
    vi.stubGlobal('matchMedia', (media: string) => ({
      matches: !media.startsWith('(min-width'),
      addEventListener() {},
      removeEventListener() {},
    }));
    await open({ photos, orders: ok(listed) });
    await screen.findByText('403 photos in your library');
    expect(shown()).toEqual(['E2E-1']);
    expect(screen.getByText('3 orders')).toBeTruthy();
    // The bar for thumbs adds photos.
    expect(uploadButtons()).toBe(0);
  });

  test('offers three suggestions to a customer without content, even beside orders', async () => {
    const three = ['Upload your photos', 'Transfer from your phone', 'See our products'];
    await open({});
    expect(await suggestions()).toEqual(three);
    cleanup();
    await open({ orders: ok(ordersOf(1)) });
    expect(await suggestions()).toEqual(three);
    expect(headings()).toEqual(['On the way to you', 'Get started']);
  });

  test('offers only available suggestions', async () => {
    await open({}, {});
    expect(await suggestions()).toEqual(['See our products', 'Find answers']);
  });

  test.each([
    ['orders', 'Your orders could not be loaded.'],
    ['storage', 'We could not check how long your photos are stored.'],
    ['photos', 'Your latest photos could not be loaded.'],
    ['onThisDay', 'Your photos from this day could not be loaded.'],
    ['projects', 'Your saved projects could not be loaded.'],
    ['vouchers', 'Your vouchers could not be loaded.'],
  ])('%s fails alone, with its reference, and can be retried alone [ERR-01, ERR-05]', async (name, words) => {
    const { requested, shown } = await open({ photos, [name]: failed });
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain(words);
    expect(alert.textContent).toContain('Reference: abcdef12');
    expect(headings()).toEqual(name === 'photos' ? [] : ['Latest photos']);
    shown[name] = name === 'photos' ? photos : ok(null);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
    expect(headings()).toEqual(['Latest photos']);
    expect(requested.slice(1)).toEqual([name]);
  });

  test('reloads the part concerned by a message [PSH-02]', async () => {
    const { requested, shown, push } = await open({ photos });
    await screen.findByText('403 photos in your library');
    shown.orders = ok(ordersOf(1));
    act(() => push.say('orders-changed', { orderCodes: ['K-1'] }));
    await screen.findByRole('heading', { level: 2, name: 'On the way to you' });
    expect(requested).toEqual([ALL, 'orders,vouchers']);
  });

  test('warns about urgent storage: time and space [RET-09]', async () => {
    const account = { ...storageAccount, projectedDeletionDate: storageAccount.today };
    const quota = { photos: 9, bytes: null, usedBytes: 0 };
    await open({ photos, storage: ok({ account, counts: { ...counts, quota } }) });
    const notified = await screen.findByRole('link', { name: 'Your photos will be deleted today' });
    expect(notified.getAttribute('href')).toBe('/my-photos/photos');
    expect(await screen.findByText('Your photos will be deleted today')).toBeTruthy();
    expect(screen.getByText('Your library is full: 9 of 9 photos.')).toBeTruthy();
    cleanup();
    await open({ photos, storage: ok({ account, counts: { ...counts, quota } }) }, {});
    expect(await screen.findByText('Your library is full: 9 of 9 photos.')).toBeTruthy();
    expect(screen.queryByText('Your photos will be deleted today')).toBeNull();
  });

  test('leads to photos of this day in an earlier year, but not beside a warning about storage', async () => {
    await open({ photos, onThisDay });
    const day = within(await screen.findByRole('region', { name: 'On this day, 3 years ago' }));
    expect(day.getByText(/^28 November 2023/).parentElement?.textContent).toBe(
      '28 November 2023 · 14 photos',
    );
    const link = day.getByRole('link', { name: 'View these photos' });
    expect(link.getAttribute('href')).toBe('/my-photos/photos?day=2023-11-28');
    cleanup();
    const account = { ...storageAccount, projectedDeletionDate: storageAccount.today };
    await open({ photos, onThisDay, storage: ok({ account, counts }) });
    await screen.findByText('Your photos will be deleted today');
    expect(headings()).toEqual(['Latest photos']);
    cleanup();
    await open({ photos, onThisDay, storage: failed });
    await screen.findByRole('alert');
    expect(headings()).toEqual(['Latest photos']);
  });

  test('says what restores a hidden library [RET-09]', async () => {
    const hidden = { deletionDate: '2026-12-18', isBeingDeleted: false };
    await open({ storage: ok({ account: { ...storageAccount, hidden }, counts }) });
    expect(
      await screen.findByText('Your photos are hidden and will be deleted on 18 December 2026'),
    ).toBeTruthy();
    const link = screen.getByRole('link', { name: /^Order to see them again/ });
    expect(link.getAttribute('href')).toBe('/demo-shop');
    expect(headings()).toEqual([]);
  });
});

test('explains to customers of a removed brand why they see another one, and to nobody else [CFG-07]', async () => {
  await open({ photos }, FLAGS, { ...customer, channel: 'sold' });
  expect((await screen.findByText(/^The shop you signed up with/)).textContent).toContain('Pennyfern');
  cleanup();
  await open({ photos });
  await screen.findByText('403 photos in your library');
  expect(screen.queryByText(/^The shop you signed up with/)).toBeNull();
});
