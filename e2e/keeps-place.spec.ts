import { expect, type Locator, type Page, test } from '@playwright/test';
import { createAlbum, tiles } from './albums.ts';
import { registerWithLargeLibrary } from './large-library.ts';
import { expectPictures, expectScrolled } from './stillness.ts';

test.use({ viewport: { width: 390, height: 740 }, hasTouch: true });

const placeOf = (page: Page) => page.evaluate(() => Math.round(window.scrollY));

/** Scrolls as a thumb does, and returns where the page came to rest. */
async function scrollTo(page: Page, top: number): Promise<number> {
  await page.evaluate((to) => window.scrollTo({ top: to, behavior: 'instant' }), top);
  await expectScrolled(page);
  await expectPictures(page);
  return placeOf(page);
}

type Layer = { opener: Locator; shown: Locator };

/** Opens a layer, leaves it by Back, and expects the page where it was. */
async function expectSamePlace(page: Page, { opener, shown }: Layer): Promise<void> {
  const [address, place] = [page.url(), await placeOf(page)];
  await opener.tap();
  await expect(shown).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(shown).toBeHidden();
  await expectScrolled(page);
  await expect(page).toHaveURL(address);
  expect(await placeOf(page)).toBe(place);
}

/** The sheet that the thumb's bar opens on every page. */
const menuOf = (page: Page): Layer => ({
  opener: page.getByRole('button', { name: 'Menu', exact: true }),
  shown: page.getByRole('dialog'),
});

/** Leaves a page scrolled, to another within the app: the entry before then has a place of its own. */
async function leaveScrolled(page: Page, link: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // Once it is long enough.
  await expect
    .poll(async () => {
      await page.evaluate(() => window.scrollTo({ top: 200, behavior: 'instant' }));
      return placeOf(page);
    })
    .toBe(200);
  await expectScrolled(page);
  await page.getByRole('link', { name: link, exact: true }).tap();
}

test('Back from a sheet, a dialog and a selection leaves the timeline where it was', async ({ page }) => {
  await registerWithLargeLibrary(page);
  await page.goto('/settings');
  await leaveScrolled(page, 'Photos');
  await expectPictures(page);
  for (const top of [1_500, 2_500]) {
    expect(await scrollTo(page, top)).toBe(top);
    await expectSamePlace(page, menuOf(page));
  }
  await scrollTo(page, 0);
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await tiles(page).first().tap();
  expect(await scrollTo(page, 1_800)).toBe(1_800);
  const copy = page.getByRole('toolbar').getByRole('button', { name: 'Copy to album' });
  await expectSamePlace(page, { opener: copy, shown: page.getByRole('dialog') });
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.evaluate(() => window.history.back());
  await expect(page.getByText('1 selected')).toBeHidden();
  await expectScrolled(page);
  expect(await placeOf(page)).toBe(1_800);
});

test('Back from a menu and a sheet leaves an album where it was', async ({ page }) => {
  await registerWithLargeLibrary(page);
  await createAlbum(page, 'Sea');
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).tap();
  await page.getByRole('menuitem', { name: 'From my photos' }).tap();
  await page.getByRole('button', { name: 'Select all', exact: true }).tap();
  await page.getByRole('button', { name: 'Add to Sea' }).tap();
  await expect(page).toHaveURL(/\/albums\/[^/]+$/);
  const album = new URL(page.url()).pathname;
  await page.goto('/settings');
  await leaveScrolled(page, 'Photos');
  await page.getByRole('link', { name: /^Albums/ }).tap();
  await page.locator(`a[href="${album}"]`).first().tap();
  await expectPictures(page);
  const more = page.getByRole('main').getByRole('button', { name: 'More', exact: true });
  await scrollTo(page, 0);
  await expectSamePlace(page, { opener: more, shown: page.getByRole('button', { name: 'Delete album' }) });
  const add = page.getByRole('main').getByRole('button', { name: 'Add photos' });
  await expectSamePlace(page, { opener: add, shown: page.getByRole('menuitem', { name: 'From my photos' }) });
  await expect(add).toBeFocused();
  for (const top of [400, 2_000]) {
    expect(await scrollTo(page, top)).toBe(top);
    await expectSamePlace(page, menuOf(page));
  }
});
