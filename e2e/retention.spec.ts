import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import { moveStorage } from '../apps/server/src/modules/library/retention/move-storage.fixture.ts';
import { expectAccessible } from './access.ts';
import { createAlbum, tiles } from './albums.ts';
import { dayIn, inSentence, textOf } from './calendar.ts';
import { registerAndOpen } from './customers.ts';
import { openLibrary } from './small-library.ts';
import { expectPictures } from './stillness.ts';
import { expectTargets, TARGET } from './target-sizes.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const PHOTOS = '/my-photos/photos';
const dataDir = () => process.env.E2E_DATA_DIR ?? '';
const banner = (page: Page) => page.getByRole('region', { name: 'Photo storage' });
const button = (page: Page) => page.getByRole('button', { name: 'Photo storage' });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Photo storage' });
const sessionFlag = (page: Page) =>
  page.evaluate(() => sessionStorage.getItem('shouldShowReactivationModal'));
const inDays = (days: number) => dayIn({ days }).toString();
const orderingToday = () => `Ordering today keeps your photos until ${inSentence(dayIn({ months: 18 }))}`;

/** A notified customer with photos whose storage ends in this many days. */
async function openEndingIn(page: Page, days: number): Promise<string> {
  const { email } = await openLibrary(page);
  const deletionDate = inDays(days);
  const sentAt = '2026-01-15T12:00:00Z';
  await moveStorage(dataDir(), email, {
    deletionDate,
    reminders: [{ reminder: 'three-months', deletionDate, sentAt }],
  });
  await page.goto(PHOTOS);
  return email;
}

test('a new customer opens how long photos will be kept, and no notice says so while there are none [HDR-03, RET-02, RET-05, RET-13, FLG-10]', async ({
  page,
}) => {
  await registerAndOpen(page);
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
  await expect(banner(page)).toHaveCount(0);
  await button(page).click();
  await expect(dialog(page).getByText('Your photos are stored for 18 more months')).toBeVisible();
  await expect(dialog(page).getByText('Registered')).toBeVisible();
  await expect(dialog(page).getByRole('link', { name: 'Order now' })).toHaveAttribute('href', '/demo-shop');
  await expectAccessible(page);
  await dialog(page).getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog(page)).toBeHidden();
  await expect(button(page)).toBeFocused();
});

test('photos start high on the first screen, even with an urgent notice [TL-24, RET-05, RET-09]', async ({
  page,
}) => {
  const { email } = await openLibrary(page);
  await page.evaluate(() => sessionStorage.setItem('shouldShowReactivationModal', 'false'));
  for (const [days, words] of [
    [400, /^Your photos are stored for \d+ more months$/],
    [40, 'Your photos are stored for 40 more days'],
    [12, 'Your photos will be deleted in 12 days'],
  ] as const) {
    await moveStorage(dataDir(), email, { deletionDate: inDays(days) });
    for (const { width, height, part } of [
      { width: 390, height: 844, part: 0.45 },
      { width: 1440, height: 900, part: 0.3 },
    ]) {
      await page.setViewportSize({ width, height });
      await page.reload();
      await expectPictures(page);
      await expect(banner(page).getByText(words)).toBeInViewport();
      await expect(page.getByText('Welcome to a new way to manage your photos')).toBeInViewport();
      const { y = Number.NaN } = (await tiles(page).first().boundingBox()) ?? {};
      expect(y / height, `${width} pixels, ${days} days`).toBeLessThanOrEqual(part);
    }
  }
});

test('on a phone actions for the whole library are in one menu, with labels [HDR-03, EXP-01, TL-21]', async ({
  page,
}) => {
  await openLibrary(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${PHOTOS}?channel=cliclune`);
  await expectPictures(page);
  const names = ['Stockage des photos', 'Exporter les photos', 'Supprimer toutes les photos'];
  for (const name of names) await expect(page.getByRole('button', { name })).toBeHidden();
  await page.getByRole('button', { name: 'Plus', exact: true }).click();
  for (const name of names) await expect(page.getByRole('button', { name })).toContainText(name);
  await expectAccessible(page);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBe(widths[1]);
  await page.getByRole('button', { name: names[0] }).click();
  await expect(page.getByRole('dialog', { name: names[0] })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Plus', exact: true })).toBeFocused();
});

for (const width of [1280, 390, 340]) {
  test(`in a window of ${width} pixels the sample account has two months left, and nothing shifts when the banner appears [RET-06, RET-20, RET-21, FLG-11]`, async ({
    page,
  }) => {
    await openLibrary(page);
    await page.setViewportSize({ width, height: 1_000 });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/storage/status*', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${PHOTOS}?UseReactivationMockData=true`);
    await expectPictures(page);
    const title = page.getByRole('heading', { level: 1 });
    const places = () => Promise.all([title.boundingBox(), tiles(page).first().boundingBox()]);
    const before = await places();
    answer();
    await expect(banner(page).getByText(/Your photos are stored for \d\d more days/)).toBeVisible();
    if (width < 1280) await page.getByRole('button', { name: 'More', exact: true }).click();
    await expect(button(page)).toBeVisible();
    expect(await places()).toEqual(before);
  });
}

test('in the last three months the banner counts days and says how long an order would keep the photos [RET-04, RET-06, RET-15]', async ({
  page,
}) => {
  await openEndingIn(page, 40);
  await expect(banner(page)).toContainText('Your photos are stored for 40 more days');
  await expect(banner(page).getByRole('link', { name: orderingToday() })).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  expect(await sessionFlag(page)).toBeNull();
  await expectAccessible(page);
});

test('a critical storage opens its dialog once per session, with the history of reminders [RET-07, RET-08, RET-09, RET-10, RET-11, RET-12, RET-13, RET-16]', async ({
  page,
}) => {
  const email = await openEndingIn(page, 12);
  const heading = 'Your photos will be deleted in 12 days';
  await expect(dialog(page).getByText(heading)).toBeVisible();
  expect(await sessionFlag(page)).toBe('false');
  await expect(dialog(page).getByText('Order to extend storage for 18 months')).toBeVisible();
  await expect(dialog(page).getByText(orderingToday())).toBeVisible();
  const reminder = dialog(page).getByRole('listitem');
  await expect(reminder).toContainText(`3 months before ${textOf(dayIn({ days: 12 }))}`);
  await expect(reminder).toContainText('15 Jan 2026');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(banner(page)).toContainText(heading);
  await expectAccessible(page);

  for (const [days, words] of [
    [1, 'Your photos will be deleted tomorrow'],
    [0, 'Your photos will be deleted today'],
  ] as const) {
    await moveStorage(dataDir(), email, { deletionDate: inDays(days) });
    await page.reload();
    await expect(banner(page)).toContainText(words);
    await expect(dialog(page)).toHaveCount(0);
  }
  await button(page).click();
  await expect(dialog(page).getByText('Your photos will be deleted today')).toBeVisible();
});

for (const days of [12, 40]) {
  test(`on a phone a warning ${days} days ahead does not lead to the shop, its link does [RET-07, RET-10]`, async ({
    browser,
  }) => {
    const context = await browser.newContext({
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
    });
    const page = await context.newPage();
    await page.addInitScript(() => sessionStorage.setItem('shouldShowReactivationModal', 'false'));
    await openEndingIn(page, days);
    const { x, y } = (await banner(page).getByRole('status').boundingBox()) ?? { x: 0, y: 0 };
    await page.touchscreen.tap(x + 20, y + 9);
    const pressed = await page.evaluate(
      ([left = 0, top = 0]) => document.elementFromPoint(left, top)?.closest('a, [role]')?.role ?? 'link',
      [x + 20, y + 9],
    );
    expect(pressed).toBe('status');
    await expect(page).toHaveURL(PHOTOS);
    await banner(page).getByRole('link').tap();
    await page.waitForURL(/\/demo-shop/);
    await context.close();
  });
}

test('a warning leads to prints of the customer’s own photos, at a price with delivery, and the order keeps its promise [RET-03, RET-10, PRT-10]', async ({
  page,
}) => {
  await openEndingIn(page, 12);
  await expect(dialog(page).getByText(/^From .+ your photos are hidden for 30 days/)).toBeVisible();
  await dialog(page).getByRole('link', { name: 'Order now' }).click();
  await page.waitForURL(/\/demo-shop\?tempSelectionId=/);
  await expect(page.getByRole('heading', { name: '4 photos' })).toBeVisible();
  await expect(page.getByRole('listitem').getByRole('img')).toHaveCount(4);
  await expect(page.getByText('Total', { exact: true })).toBeVisible();

  // The page that picked them is not among the customer's steps.
  await page.goBack();
  await expect(page).toHaveURL(PHOTOS);
  await page.goForward();
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  const storedUntil = inSentence(dayIn({ months: 18 }));
  await expect(page.getByText(`Your photos are now kept until ${storedUntil}.`)).toBeVisible();

  // Another order today would change nothing, so nothing is promised of it.
  await page.goto(PHOTOS);
  await button(page).click();
  await expect(dialog(page).getByText('Your photos are stored for 18 more months')).toBeVisible();
  await expect(dialog(page).getByText(/^Ordering today/)).toHaveCount(0);
});

test('a hidden library says so on each of its pages, and an order restores all of it [RET-01, RET-03]', async ({
  page,
}) => {
  // High enough to show everything, because the grid draws only what is in view.
  await page.setViewportSize({ width: 1280, height: 1_600 });
  const { email } = await openLibrary(page);
  await createAlbum(page, 'Sea');
  const album = new URL(page.url()).pathname;
  await moveStorage(dataDir(), email, { deletionDate: inDays(-3), graceEndsOn: inDays(27) });
  const words = `Your photos are hidden and will be deleted on ${inSentence(dayIn({ days: 27 }))}`;

  for (const path of ['/', album, album.replace('/albums/', '/shared-albums/'), '/downloads']) {
    await page.goto(path);
    await expect(page.getByRole('link', { name: /^Order (now|to see them again)/ })).toBeVisible();
    await expect(page.getByText(/^Your photos are hidden/)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add photos' })).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  }
  for (const path of ['/my-photos/albums', PHOTOS, `${PHOTOS}/preview/${randomUUID()}`]) {
    await page.goto(path);
    await expect(banner(page)).toContainText(words);
    await expect(banner(page).getByRole('link', { name: 'Order now' })).toBeVisible();
    await expect(page.getByRole('button', { name: /^(Add photos|New album|Select)$/ })).toHaveCount(0);
    await expect(dialog(page)).toHaveCount(0);
  }
  await expectAccessible(page);

  await orderFrames(await page.context().newPage());
  await expect(tiles(page)).toHaveCount(4);
  await expect(banner(page)).toContainText('Your photos are stored for 18 more months');
  await expect(page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  await page.goto(album);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Sea');
});

/** Follows the notice of a hidden library to the shop, which opens in a new window, and orders a product that needs no photo. */
async function orderFrames(page: Page): Promise<void> {
  await page.goto(PHOTOS);
  await banner(page).getByRole('link', { name: 'Order now' }).click();
  await expect(page.getByRole('heading', { name: 'Picture frames' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Order with obligation to pay' }).dblclick();
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
  await page.close();
}

test.describe('with a thumb, on a phone', () => {
  test.use({ viewport: { width: 390, height: 740 }, isMobile: true, hasTouch: true });

  test('what helps against a deletion is 44 px large, here and on the overview [RET-10]', async ({
    page,
  }) => {
    await openEndingIn(page, 12);
    await expect(dialog(page)).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog(page)).toBeHidden();
    await expectPictures(page);
    const extend = page.getByRole('link', { name: 'Order to extend storage for 18 months' });
    for (const address of [PHOTOS, '/']) {
      await page.goto(address);
      await expect(extend).toBeVisible();
      await expectTargets(page, TARGET.thumb);
    }
  });
});
