// @vitest-environment happy-dom
import { addDays, type StorageAccount } from '@keepsake/contracts/library/retention';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Answers, customer, fakeSession, showApp } from '#/app/screens.fixture.tsx';
import {
  ALBUM,
  ALL_ON,
  API,
  answersOf,
  prepareScreens,
  press,
} from '#/features/library/albums/albums.fixture.ts';
import { makePhotos } from '#/features/library/photos/photo.fixture.ts';
import { select, tiles } from '#/features/library/photos/photo-actions.fixture.ts';
import { storageAccount } from '#/features/library/retention/storage-account.fixture.ts';

/** What an operator has blocked is offered nothing to order on any page, and is told once whom to ask. */
prepareScreens();

const [first] = makePhotos(0, 1);
const ok = (value: unknown) => ({ status: 'ok', value });
const NOTHING = Object.fromEntries(
  ['orders', 'photos', 'onThisDay', 'projects', 'vouchers'].map((part) => [part, ok(null)]),
);
const article = {
  ID: 'PAP_910',
  ArticleType: 'Print',
  Title: 'Photo prints 10 × 15 cm',
  Visible: true,
  PageWidth: 150,
  PageHeight: 100,
  Price: 19,
  QuantitySteps: { Minimum: 1, Maximum: 99, Step: 1 },
  Pages: null,
  Links: [],
  Sizes: [],
  Papers: [],
  Frames: [],
  Covers: [],
};
const vendor = { ID: 'pennyfern-gb', Locale: 'en-GB' };
const range = {
  ID: 'pennyfern',
  Vendor: vendor,
  ShopUrl: '/demo-shop',
  Currency: 'GBP',
  Articles: [article],
};
const cutOff = { campaign: 'christmas', title: 'Christmas', promise: 'before Christmas' };
const voucher = {
  code: 'SPRING-10',
  title: 'Spring',
  value: { percent: 10 },
  minimum: null,
  goodFor: null,
  channels: null,
  uses: 'unlimited',
  endsAt: null,
  isPersonal: false,
  isUsed: false,
  usedIn: null,
};
const now = new Date();
const orderBy = new Date(now.getTime() + 3 * 86_400_000).toISOString();
const group = { name: 'prints', title: 'Photo prints', articles: ['PAP_910'] };
const ending = { ...storageAccount, projectedDeletionDate: addDays(storageAccount.today, 3) };
const hidden = { ...storageAccount, hidden: { deletionDate: '2026-12-18', isBeingDeleted: false } };

async function open(
  path: string,
  b2bStatus: string | null,
  storage: StorageAccount | null = ending,
  projects: readonly unknown[] = [],
): Promise<void> {
  const counts = { photosCount: 2, albumsCount: 0 };
  const total = projects.length;
  const parts = ok(total > 0 ? { items: projects, total } : null);
  const answers: Answers = {
    ...answersOf(makePhotos(0, 2)),
    '/api/customers/customers/me': { body: { ...customer, isB2b: true, b2bStatus } },
    '/api/overview/me': {
      body: { ...NOTHING, projects: parts, storage: ok(storage && { account: storage, counts }) },
    },
    '/api/storage/status': { body: storage },
    '/api/orders/v2/superorders/me': { body: { orders: [], total: 0, productsCount: 0 } },
    [`/api/projects/api/v2/projects/${customer.customerId}`]: { body: { items: projects, total } },
    '/api/vouchers/api/v1/wallet': { body: { items: [voucher] } },
    [`${API}/photos`]: { body: { cursor: null, images: first ? [first] : [] } },
    'POST /api/merchandise/graphql': { body: { data: { Channel: range } } },
    '/api/order-cut-off/v1/ArticleGroup': {
      body: {
        timeZone: 'Europe/Vienna',
        now: now.toISOString(),
        articleGroups: [{ ...group, cutOff: { ...cutOff, orderBy } }],
      },
    },
  };
  const session = fakeSession('signed-in', { isBusiness: true });
  const flags = { ...ALL_ON, ReactivationEnabled: ['*'] };
  await showApp({ path, answers, session, flags, editorUrl: '/demo-shop' });
}

/** Text of everything that leads to an order or asks for one. */
const offers = () =>
  [...document.querySelectorAll('a, button, p, li, span')]
    .map(({ textContent }) => textContent ?? '')
    .filter((text) =>
      /order now|order to |order by|ordering today|order photo prints|choose photos|shop|our products|^products$|^photo prints.*from/i.test(
        text,
      ),
    );
const isShown = (text: RegExp) => offers().some((offer) => text.test(offer));
const banner = () => screen.findByText('Blocked account, please contact customer care');

test.each([
  ['/', /See our products/, null],
  ['/', /Order by/],
  ['/', /^Products$/],
  ['/', /Order to extend storage/],
  ['/orders', /See our products/],
  ['/orders', /^Choose photos/],
  ['/orders', /Order by/],
  ['/saved-projects', /^Photo prints.*from/],
  ['/help/products', /^Choose photos/],
  ['/my-photos/photos', /Order to extend storage/],
])(
  '%s offers %s to a business, and nothing to one that is blocked',
  async (path, offer, storage: StorageAccount | null = ending) => {
    await open(path, null, storage);
    await waitFor(() => expect(isShown(offer)).toBe(true));
    cleanup();
    await open(path, 'Blocked', storage);
    await banner();
    await waitFor(() => expect(document.querySelector('main [aria-busy="true"]')).toBeNull());
    expect(offers()).toEqual([]);
    const notice = within(screen.getByRole('status', { name: 'Business account' }));
    expect(notice.getByRole('link', { name: 'Customer care' })).toBeTruthy();
  },
);

test('the photos of a blocked business cannot be picked for prints, whole albums neither', async () => {
  await open('/my-photos/photos', null);
  await select(0);
  expect(await screen.findByRole('button', { name: 'Order photo prints' })).toBeTruthy();
  cleanup();
  await open('/my-photos/photos', 'Blocked');
  await banner();
  await select(0);
  const bar = within(await screen.findByRole('toolbar'));
  expect(bar.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    'Download',
    'Copy to album',
    'Favourite',
    'Delete',
    'More',
  ]);
  cleanup();
  await open(`/my-photos/albums/${ALBUM}`, 'Blocked');
  await banner();
  await tiles();
  expect(screen.queryByRole('button', { name: 'Order photo prints' })).toBeNull();
});

test('the address that picks photos for an order picks none for a blocked business, and says why', async () => {
  const left = vi.spyOn(window.location, 'replace').mockImplementation(() => undefined);
  await open('/my-photos/order-prints', 'Blocked');
  expect(await screen.findByText(/^Your account is blocked, so this is not possible/)).toBeTruthy();
  expect(screen.queryByText('Selecting your photos...')).toBeNull();
  expect(left).not.toHaveBeenCalled();
});

test('the storage of a blocked business says until when the photos stay, not to order', async () => {
  await open('/my-photos/photos', 'Blocked');
  await banner();
  await tiles();
  await press('Photo storage');
  const dialog = within(await screen.findByRole('dialog', { name: 'Photo storage' }));
  expect(dialog.queryByRole('link', { name: 'Order now' })).toBeNull();
  expect(offers()).toEqual([]);
  expect(dialog.queryByText(/An order within that time/)).toBeNull();
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement);
  cleanup();
  await open('/', 'Blocked', hidden);
  await banner();
  expect(await screen.findByText(/^Their storage ended on/)).toBeTruthy();
  expect(offers()).toEqual([]);
});

const project = {
  id: '0190a5a5-0000-7000-8000-000000000001',
  channel: 'pennyfern',
  title: 'Summer',
  product: 'Photo book',
  article: null,
  articleType: null,
  currency: 'GBP',
  price: null,
  pagesCount: 26,
  photosCount: 12,
  missingPhotosCount: 0,
  changedAt: '2026-11-20T10:00:00Z',
  keptUntil: null,
  deletedAt: null,
  restorableUntil: null,
  continueUrl: 'https://editor.example/projects/1',
  pictureUrl: null,
  neededBy: null,
};

test('a blocked business sees its projects, on the overview too, but cannot continue to an order', async () => {
  for (const path of ['/', '/saved-projects']) {
    for (const [status, links] of [
      [null, 1],
      ['Blocked', 0],
    ] as const) {
      await open(path, status, null, [project]);
      expect(await screen.findAllByText('Summer')).not.toEqual([]);
      await waitFor(() => expect(screen.queryAllByRole('link', { name: /^Continue/ })).toHaveLength(links));
      cleanup();
    }
  }
});

test('a blocked business sees for which projects its vouchers are good, but cannot go on to them', async () => {
  for (const [status, links] of [
    [null, 1],
    ['Blocked', 0],
  ] as const) {
    await open('/vouchers', status, null, [project]);
    await userEvent.click(await screen.findByText(/your saved project/i));
    expect(await screen.findByText('Summer')).toBeTruthy();
    if (status) await banner();
    expect(screen.queryAllByRole('link', { name: 'Summer' })).toHaveLength(links);
    cleanup();
  }
});
