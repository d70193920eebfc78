import { randomUUID } from 'node:crypto';
import { type Browser, type BrowserContext, expect, type Page, test } from '@playwright/test';
import { createCustomer } from './customers.ts';
import { DELETED, openDeleted } from './deleted-library.ts';
import { fillLibrary } from './large-library.ts';
import { type Answer, answerOneByOne, readShifts, watchShifts } from './layout-shifts.ts';
import { shareLakeDays } from './shared-album.ts';
import { openShop } from './shop.ts';

/** Maximum share of the window; a page in which a tenth moves feels jumpy. */
const LIMIT = 0.01;
const ALBUM_SIZE = 120;

type Session = Awaited<ReturnType<BrowserContext['storageState']>>;
let owner: Awaited<ReturnType<typeof prepareOwner>>;
let newcomer: Session;

test.beforeAll(async ({ browser, baseURL }) => {
  [owner, newcomer] = await Promise.all([prepareOwner(browser, baseURL), prepareNewcomer(browser)]);
});

/** A customer with data of every kind: photos of several years, albums, a shared one, a download and an order. */
async function prepareOwner(browser: Browser, baseURL: string | undefined) {
  const page = await browser.newPage();
  const { participant, albumId: sharedAlbumId } = await shareLakeDays(page, {
    baseURL,
    pageIs: 'participant',
  });
  await fillLibrary(page.request, participant);
  const headers = { authorization: participant.authorization };
  const library = '/api/photo-management';
  const photos = await page.request.get(`${library}/photos?limit=${ALBUM_SIZE}`, { headers });
  const { images } = (await photos.json()) as { images: { imageId: string }[] };
  const photoIds = images.map(({ imageId }) => imageId);
  const makeAlbum = async (name: string, size: number) => {
    const made = await page.request.post(`${library}/albums`, { headers, data: { name } });
    const { albumId } = (await made.json()) as { albumId: string };
    const data = { photoIds: photoIds.slice(0, size) };
    await page.request.post(`${library}/albums/${albumId}/photos`, { headers, data });
    return albumId;
  };
  await makeAlbum('Spring', 3);
  const albumId = await makeAlbum('Everything', ALBUM_SIZE);
  const download = { id: randomUUID(), name: 'Spring.zip', photos: photoIds.slice(0, 3) };
  await page.request.post('/api/downloads/downloads', { headers, data: download });
  const orderCode = await openShop(page.request, participant.customerId).place();
  const session = await page.context().storageState();
  await page.context().close();
  return { session, albumId, sharedAlbumId, orderCode };
}

async function prepareNewcomer(browser: Browser): Promise<Session> {
  const context = await browser.newContext();
  await createCustomer(context.request);
  const session = await context.storageState();
  await context.close();
  return session;
}

/** A page's address, and the element that shows it has loaded. */
type Opened = readonly [path: string, there: (page: Page) => ReturnType<Page['locator']>];
const picture = (page: Page) => page.locator('[data-tile] img[data-loaded]').first();
const heading = (name: string) => (page: Page) => page.getByRole('heading', { name });
const text = (words: string) => (page: Page) => page.getByText(words);

const photoPages = (): Opened[] => [
  ['/my-photos/photos', picture],
  ['/my-photos/photos?filter=notPrinted', picture],
  [`/my-photos/albums/${owner.albumId}`, picture],
  [`/my-photos/shared-albums/${owner.sharedAlbumId}`, picture],
  ['/my-photos/albums', heading('Shared with you')],
  ['/', heading('Latest photos')],
];
const textPages = (): Opened[] => [
  ['/orders', (page) => page.getByRole('link', { name: owner.orderCode })],
  [`/orders/${owner.orderCode}`, heading('Progress')],
  ['/downloads', heading('Spring.zip')],
  ['/settings', text('No address saved yet')],
];
const emptyPages = (): Opened[] => [
  ['/', heading('Get started')],
  ['/my-photos/photos', text('Your photo library is empty')],
  ['/orders', text("You haven't ordered anything yet!")],
];

type Visit = { session: Session; width: number; change?: (answer: Answer) => Promise<unknown> };

/** Loads pages one after another with an empty cache, and expects no layout shifts while they load. */
async function expectSteady(
  browser: Browser,
  opened: readonly Opened[],
  { session, width, change }: Visit,
): Promise<void> {
  const context = await browser.newContext({ storageState: session, viewport: { width, height: 900 } });
  const page = await context.newPage();
  await watchShifts(page);
  await answerOneByOne(page, change);
  for (const [path, there] of opened) {
    await page.goto(path);
    await expect(there(page)).toBeVisible();
    await page.waitForLoadState('networkidle');
    const shifts = await readShifts(page);
    const sum = shifts.reduce((all, { value }) => all + value, 0);
    expect.soft(sum, `${path} moves: ${JSON.stringify(shifts, null, 2)}`).toBeLessThan(LIMIT);
  }
  await context.close();
}

// Text pages are as wide on a screen of 1440 as on any other.
for (const { width, isWidest = false } of [
  { width: 390 },
  { width: 820 },
  { width: 1440 },
  { width: 1920, isWidest: true },
]) {
  test(`no page shifts while it loads, ${width} pixels wide`, async ({ browser }) => {
    const pages = isWidest ? photoPages() : [...photoPages(), ...textPages()];
    await expectSteady(browser, pages, { session: owner.session, width });
    await expectSteady(browser, isWidest ? [] : emptyPages(), { session: newcomer, width });
  });
}

test('neither timeline nor albums shift for a full library', async ({ browser }) => {
  const quota = { photos: 1, bytes: null, usedBytes: 1 };
  const change = async ({ url, json }: Answer) => {
    if (url.endsWith('/users/counts')) return { ...((await json()) as object), quota };
    if (!url.includes('/users/timeline/start')) return undefined;
    const start = (await json()) as { counts: object };
    return { ...start, counts: { ...start.counts, quota } };
  };
  const full = (page: Page) => page.getByText('Your library is full');
  for (const width of [390, 1440]) {
    const pages: Opened[] = [
      ['/my-photos/photos', full],
      ['/my-photos/albums', full],
    ];
    await expectSteady(browser, pages, { session: owner.session, width, change });
  }
});

test('the page of deleted photos does not shift while it loads', async ({ browser }) => {
  const page = await browser.newPage();
  await openDeleted(page);
  const session = await page.context().storageState();
  await page.context().close();
  for (const width of [390, 820, 1440, 1920])
    await expectSteady(browser, [[DELETED, picture]], { session, width });
});
