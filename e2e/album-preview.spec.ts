import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createAlbum, FOUR, tiles } from './albums.ts';
import { LAKE, shareLakeDays } from './shared-album.ts';
import { openLibrary } from './small-library.ts';
import { expectPictures, expectScrolled } from './stillness.ts';

const EIGHT = [
  ...FOUR,
  'exif.png',
  'exif-modified-only.jpg',
  'exif-before-xmp.jpg',
  'xmp-original-before-digitized.jpg',
];
const SHARED = /\/shared-albums\/[^/]+$/;
const PREVIEW = /albums\/[0-9a-f-]{36}\/preview\/[0-9a-f-]{36}/;
const NOWHERE = '00000000-0000-7000-8000-000000000000';

// Small enough that some of an album's eight photos are out of view.
test.use({ viewport: { width: 1180, height: 460 } });

const shown = (page: Page) => page.locator('[data-current] img[data-ready="true"]');
const position = (page: Page) => page.locator('main > [role=status]');
const hrefs = (page: Page) => tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')));

/** Creates an album with all of the customer's photos. */
async function fillAlbum(page: Page, name: string): Promise<void> {
  await createAlbum(page, name);
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From my photos' }).click();
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await page.getByRole('button', { name: `Add to ${name}` }).click();
  await expect(page).toHaveURL(/\/albums\/[^/]+$/);
  await expect(tiles(page).first()).toBeVisible();
}

/** Scrolls until the last photo is visible and returns its address. */
async function scrollToLast(page: Page): Promise<string> {
  await page.mouse.move(400, 300);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 600);
      return page.evaluate(() => window.scrollY + window.innerHeight - document.body.scrollHeight);
    })
    .toBeGreaterThanOrEqual(-2);
  await expectScrolled(page);
  await expectPictures(page);
  await expect(tiles(page).last()).toBeInViewport();
  return (await tiles(page).last().getAttribute('href')) ?? '';
}

const topOf = (page: Page, href: string) =>
  page
    .locator(`a[href="${href}"]:not([data-check])`)
    .evaluate((one) => Math.round(one.getBoundingClientRect().top));

test('in an album: stepping by keyboard, closing at the same place, opening by address [RTE-06, PRV-01, PRV-10, PRV-22, PRV-24, PRV-26]', async ({
  page,
}) => {
  test.setTimeout(180_000);
  await openLibrary(page, EIGHT);
  await fillAlbum(page, 'Sea');
  const album = page.url();
  const last = await scrollToLast(page);
  const before = await topOf(page, last);

  await tiles(page).last().click();
  await expect(page).toHaveURL(PREVIEW);
  await expect(shown(page)).toBeVisible();
  await expect(position(page)).toHaveText(/^Photo 8 of 8/);
  await expect(page.getByRole('button', { name: 'Next photo' })).toHaveCount(0);
  await expectAccessible(page);
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toHaveText(/^Photo 7 of 8/);
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toHaveText(/^Photo 8 of 8/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(album);
  await expect(page.locator(`a[href="${last}"]:not([data-check])`)).toBeFocused();
  await expect.poll(() => topOf(page, last)).toBe(before);

  await page.goto(`${last}?x=1`);
  await expect(shown(page)).toBeVisible();
  await page.getByRole('button', { name: 'Previous photo' }).click();
  await expect(position(page)).toHaveText(/^Photo 7 of 8/);
  await expect(page).toHaveURL(/preview\/[0-9a-f-]{36}\?x=1$/);
  await expect(page).not.toHaveURL(last);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(`${album}?x=1`);

  for (const foreign of [`${album}/preview/${NOWHERE}`, `/my-photos/albums/${NOWHERE}/preview/${NOWHERE}`]) {
    await page.goto(foreign);
    await expect(page.getByText('This photo could not be found')).toBeVisible();
    await expect(page).toHaveURL(/\/my-photos\/albums$/);
  }
});

test('a photo removed within the preview is replaced by its neighbour, here and in another browser [ALD-19, ALD-28, PRV-06, PRV-22, PRV-23]', async ({
  browser,
  page,
}) => {
  test.setTimeout(180_000);
  await openLibrary(page);
  await fillAlbum(page, 'Sea');
  const album = page.url();
  await expect(tiles(page)).toHaveCount(4);
  const all = await hrefs(page);
  const storageState = await page.context().storageState();
  const other = await (await browser.newContext({ storageState })).newPage();
  await other.goto(all[0] ?? '');
  await expect(position(other)).toHaveText(/^Photo 1 of 4/);

  await page.locator(`a[href="${all[1]}"]:not([data-check])`).click();
  await expect(position(page)).toHaveText(/^Photo 2 of 4/);
  await page.keyboard.press('Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Photo removed from Sea')).toBeVisible();
  await expect(position(page)).toHaveText(/^Photo 2 of 3/);
  await expect(page).toHaveURL(new RegExp(`${all[2]}$`));
  await expect(position(other)).toHaveText(/^Photo 1 of 3/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(album);
  await expect.poll(() => hrefs(page)).toEqual([all[0], all[2], all[3]]);
  await expect(page.locator(`a[href="${all[2]}"]:not([data-check])`)).toBeFocused();

  await tiles(page).first().click();
  for (let left = 3; left > 0; left--) {
    await expect(position(page)).toHaveText(new RegExp(`of ${left}\\.`));
    await page.getByRole('button', { name: 'Remove from album' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(page.getByRole('link', { name: 'Photos 4' })).toBeVisible();
  await other.context().close();
});

test('in a shared album: stepping, closing at the same place, only downloading [RTE-08, PRV-01, PRV-22, PRV-24, SHA-06, SHA-10]', async ({
  page,
  baseURL,
}) => {
  await shareLakeDays(page, { baseURL, pageIs: 'owner' });
  await page.goto('/my-photos/albums');
  await page.getByRole('link', { name: new RegExp(LAKE) }).click();
  await expect(page).toHaveURL(SHARED);
  await expect(tiles(page).first()).toBeVisible();
  const album = page.url();
  const last = await scrollToLast(page);
  const before = await topOf(page, last);
  await tiles(page).last().click();
  await expect(page).toHaveURL(/shared-albums\/[0-9a-f-]{36}\/preview\/[0-9a-f-]{36}$/);
  await expect(shown(page)).toBeVisible();
  await expect(position(page)).toHaveText(/of \d+/);
  const total = Number((await position(page).textContent())?.match(/of (\d+)/)?.[1]);
  await expect(position(page)).toHaveText(new RegExp(`^Photo ${total} of ${total}`));
  await page.getByRole('button', { name: 'Previous photo' }).click();
  await expect(position(page)).toHaveText(new RegExp(`^Photo ${total - 1} of ${total}`));
  await expect(shown(page)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toHaveText(new RegExp(`^Photo ${total} of ${total}`));
  for (const name of ['Copy to album', 'Remove from album', 'Delete']) {
    const off = page.getByRole('button', { name, exact: true });
    await expect(off).toHaveAttribute('aria-disabled', 'true');
    await expect(off).toHaveAccessibleDescription('Unavailable for shared albums');
  }
  await expectAccessible(page);
  await page.keyboard.press('Delete');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(album);
  await expect.poll(() => topOf(page, last)).toBe(before);

  await page.goto(last);
  await expect(shown(page)).toBeVisible();
  await page.goto(`${album}/preview/${NOWHERE}`);
  await expect(page.getByText('This photo could not be found')).toBeVisible();
  await expect(page).toHaveURL(/\/my-photos\/albums$/);
});

test('a participant opens a photo by its address, whoever owns it [RTE-08, PRV-22]', async ({
  page,
  baseURL,
}) => {
  await shareLakeDays(page, { baseURL, pageIs: 'participant' });
  await page.goto('/my-photos/albums');
  await page.getByRole('link', { name: new RegExp(LAKE) }).click();
  await expect(page).toHaveURL(SHARED);
  const album = page.url();
  await tiles(page).nth(1).click();
  await expect(page).toHaveURL(PREVIEW);
  const second = page.url();
  await page.goto(second);
  await expect(shown(page)).toBeVisible();
  await expect(position(page)).toHaveText(/^Photo 2 of/);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(album);
});
