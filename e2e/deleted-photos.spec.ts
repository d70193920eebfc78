import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createAlbum, tabTo, tiles } from './albums.ts';
import { DELETED } from './deleted-library.ts';
import { openLibrary } from './small-library.ts';
import { expectPictures } from './stillness.ts';

/** High enough to show everything, because the grid draws only what is in view. */
const DESK = { width: 1440, height: 2_000 };
const PHONE = { width: 390, height: 1_600 };

/** A new customer's library. */
async function openOwn(browser: Browser, viewport: { width: number; height: number }): Promise<Page> {
  const context = await browser.newContext({ viewport, reducedMotion: 'reduce' });
  const page = await context.newPage();
  await openLibrary(page);
  return page;
}

const hrefs = (page: Page) => tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')));
const toolbar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const confirm = (page: Page, name: string | RegExp) =>
  page.getByRole('dialog').getByRole('button', { name }).click();

async function choose(page: Page, places: readonly number[], action: string): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of places) await tiles(page).nth(place).click();
  await toolbar(page, action).click();
}

async function remove(page: Page, ...places: number[]): Promise<void> {
  await choose(page, places, 'Delete');
  await expect(page.getByText('You can restore deleted photos for 30 days.')).toBeVisible();
  await confirm(page, /^Delete photo/);
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

/** An album with all photos, by its address. */
async function makeAlbum(page: Page): Promise<string> {
  await createAlbum(page, 'Sea');
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From my photos' }).click();
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await page.getByRole('button', { name: 'Add to Sea' }).click();
  await expect(page).not.toHaveURL(/\/add$/);
  await expect(tiles(page)).toHaveCount(4);
  return page.url();
}

test('a deletion is undone from its toast, by mouse and by keys, and the photos stand where they stood', async ({
  browser,
}) => {
  const page = await openOwn(browser, DESK);
  const before = await hrefs(page);
  await remove(page, 0, 2);
  await expect(tiles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByText('2 photos restored')).toBeVisible();
  await expect.poll(() => hrefs(page)).toEqual(before);
  await expect(page.getByRole('link', { name: 'Photos 4' })).toBeVisible();
  await expectPictures(page);

  await remove(page, 1);
  await expect(tiles(page)).toHaveCount(3);
  await tabTo(page, page.getByRole('button', { name: 'Undo' }));
  await page.keyboard.press('Enter');
  await expect.poll(() => hrefs(page)).toEqual(before);

  await remove(page, 3);
  await expect(tiles(page)).toHaveCount(3);
  await page.keyboard.press('Control+z');
  await expect.poll(() => hrefs(page)).toEqual(before);
  await page.reload();
  await expect.poll(() => hrefs(page)).toEqual(before);
});

test('photos are restored into their album with its cover, while another tab follows, and others deleted for good', async ({
  browser,
}) => {
  const page = await openOwn(browser, DESK);
  const album = await makeAlbum(page);
  await expectPictures(page);
  const inAlbum = await hrefs(page);
  await page.goto('/my-photos/photos');
  await expect(tiles(page)).toHaveCount(4);
  const before = await hrefs(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await toolbar(page, 'Delete').click();
  await confirm(page, /^Delete photo/);
  await expect(page.getByText('Your photo library is empty')).toBeVisible();

  const other = await page.context().newPage();
  await other.goto(DELETED);
  await expect(tiles(other)).toHaveCount(4);

  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Recently deleted' })).toBeVisible();
  await expect(tiles(page)).toHaveCount(4);
  await expect(page.getByText(/^until \d+ [A-Z]/)).toHaveCount(4);
  await expectPictures(page);
  await expectAccessible(page);
  await choose(page, [0, 1], 'Restore');
  await expect(page.getByText('2 photos restored')).toBeVisible();
  await expect(tiles(page)).toHaveCount(2);
  await expect(tiles(other)).toHaveCount(2);

  await choose(page, [0], 'Delete permanently');
  await expect(page.getByRole('dialog', { name: 'Delete photo permanently' })).toContainText(
    'cannot be undone',
  );
  await expectAccessible(page);
  await confirm(page, 'Delete permanently');
  await expect(tiles(page)).toHaveCount(1);
  await expect(tiles(other)).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete all' }).click();
  await confirm(page, 'Delete permanently');
  const none = "You haven't deleted any photos recently";
  await expect(page.getByText(none)).toBeVisible();
  await expect(other.getByText(none)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'All photos' }).click();
  await expect(tiles(page)).toHaveCount(2);
  const back = await hrefs(page);
  expect(before.filter((href) => back.includes(href))).toEqual(back);
  await page.goto(album);
  await expect(tiles(page)).toHaveCount(2);
  await expectPictures(page);
  const restored = await hrefs(page);
  expect(inAlbum.filter((href) => restored.includes(href))).toEqual(restored);
  await page.goto('/my-photos/albums');
  const tile = page.getByRole('link', { name: /Sea/ });
  await expect(tile).toContainText('2');
  await expect(tile.locator('img')).toBeVisible();
});

test('Escape and Back leave layer by layer, and a preview restores and returns to its place', async ({
  browser,
}) => {
  const page = await openOwn(browser, DESK);
  await remove(page, 0, 1, 2);
  await page.goto(DELETED);
  await expect(tiles(page)).toHaveCount(3);
  await choose(page, [0], 'Delete permanently');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(toolbar(page, 'Delete permanently')).toBeFocused();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${DELETED}$`));

  await tiles(page).nth(1).click();
  await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
  await expect(page.getByText(/^Can be restored until/)).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Restore' }).click();
  await expect(page.getByText('Photo restored')).toBeVisible();
  await expect(page.getByText(/^[12] \/ 2$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(tiles(page)).toHaveCount(2);
  await expect(page.locator('[data-tile] a:focus')).toHaveCount(1);
});

test('on a phone, deleted photos are found in the menu, restored and emptied', async ({ browser }) => {
  const page = await openOwn(browser, PHONE);
  await remove(page, 0, 1, 2);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Recently deleted' }).click();
  await expect(tiles(page)).toHaveCount(3);
  await expectPictures(page);
  await expectAccessible(page);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await choose(page, [2], 'Restore');
  await expect(tiles(page)).toHaveCount(2);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete all' }).click();
  await page.getByRole('dialog', { name: 'Delete 2 photos permanently' }).waitFor();
  await confirm(page, 'Delete permanently');
  await expect(page.getByText("You haven't deleted any photos recently")).toBeVisible();
});
