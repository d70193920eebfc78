import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openOther } from './customers.ts';
import { openLibraryOf } from './small-library.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
test.use({ viewport: DESK });

/** A library of one photo, half as high as wide. */
async function openLying(page: Page) {
  const content = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#a4c' } })
    .jpeg()
    .toBuffer();
  await openLibraryOf(page, [{ name: 'lying.jpg', content }]);
}

const inBar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const picture = (page: Page) => page.locator('[data-current] > [data-picture]');

/** Width by height of the photo in the preview. */
async function ratioOf(page: Page): Promise<number> {
  const { width = 0, height = 1 } = (await picture(page).boundingBox()) ?? {};
  return width / height;
}

/** Width by height of the file that a tile shows. */
const ratioOfTile = (page: Page) =>
  tiles(page)
    .first()
    .locator('img')
    .first()
    .evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight);

test('a photo is turned by key and pointer: at once in the preview, and everywhere when its pictures are made', async ({
  page,
}) => {
  await openLying(page);
  const other = await openOther(page);
  await other.goto('/my-photos/photos');
  await expect(tiles(other)).toHaveCount(1);
  const before = await ratioOfTile(other);
  expect(before).toBeCloseTo(2, 1);

  await tiles(page).first().click();
  await expect.poll(() => ratioOf(page)).toBeGreaterThan(1);
  await page.keyboard.press('r');
  await expect.poll(() => ratioOf(page)).toBeLessThan(1);
  await expect.poll(() => ratioOfTile(other)).toBeCloseTo(1 / 2, 1);
  await expect.poll(() => ratioOf(page)).toBeLessThan(1);
  await expectAccessible(page);
  await page.reload();
  await expect.poll(() => ratioOf(page)).toBeLessThan(1);

  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await page.getByRole('button', { name: 'Rotate', exact: true }).click();
  await expect.poll(() => ratioOfTile(other)).toBeCloseTo(2, 1);
  await expect.poll(() => ratioOf(page)).toBeGreaterThan(1);
});

test('a selection is turned from the menu of its bar, stays, and is turned back by key', async ({ page }) => {
  await openLying(page);
  await tiles(page).first().focus();
  await page.keyboard.press('Control+a');
  await inBar(page, 'More').click();
  await inBar(page, 'Rotate').click();
  await expect(page.getByText('One photo is being rotated')).toBeVisible();
  await expect.poll(() => ratioOfTile(page)).toBeCloseTo(1 / 2, 1);
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect.poll(() => ratioOfTile(page)).toBeCloseTo(2, 1);
});

test.describe('on a phone', () => {
  test.use({ viewport: PHONE, hasTouch: true, isMobile: true });

  test('a photo is turned from the menu, three times in a row', async ({ page }) => {
    await openLying(page);
    await tiles(page).first().tap();
    await expect.poll(() => ratioOf(page)).toBeGreaterThan(1);
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    const rotate = page.getByRole('button', { name: 'Rotate', exact: true });
    await rotate.tap();
    await expect.poll(() => ratioOf(page)).toBeLessThan(1);
    // The menu stays: a turn to the left takes three.
    await rotate.tap();
    await expect.poll(() => ratioOf(page)).toBeGreaterThan(1);
    await rotate.tap();
    await expect.poll(() => ratioOf(page)).toBeLessThan(1);
    await page.reload();
    await expect.poll(() => ratioOf(page)).toBeLessThan(1);
  });

  test('a selection is turned from the menu above its bar', async ({ page }) => {
    await openLying(page);
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await tiles(page).first().tap();
    await inBar(page, 'More').tap();
    const menu = await inBar(page, 'Rotate').boundingBox();
    const bar = await inBar(page, 'More').boundingBox();
    expect((menu?.y ?? 0) + (menu?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    expect((menu?.x ?? 0) + (menu?.width ?? 0)).toBeLessThanOrEqual(PHONE.width);
    await inBar(page, 'Rotate').tap();
    await expect.poll(() => ratioOfTile(page)).toBeCloseTo(1 / 2, 1);
  });
});
