import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 780 };
test.use({ viewport: DESK });

const controls = (page: Page) => page.getByRole('group', { name: 'Slideshow' });
const start = (page: Page) => page.getByRole('button', { name: 'Slideshow', exact: true });
const position = (page: Page) => page.locator('main > [role=status]');
const isFullScreen = (page: Page) => page.evaluate(() => document.fullscreenElement !== null);

test('a slideshow fills the screen, goes on by itself, pauses, steps and ends with Escape and Back', async ({
  page,
}) => {
  await openLibrary(page);
  await tiles(page).first().click();
  await expect(position(page)).toContainText('Photo 1 of 4');
  await start(page).click();
  await expect(controls(page)).toBeVisible();
  await expect.poll(() => isFullScreen(page)).toBe(true);
  await expect(page.getByRole('button', { name: 'Back', exact: true })).toHaveCount(0);
  await expect(position(page)).toContainText('Photo 2 of 4', { timeout: 20_000 });

  await page.keyboard.press('Space');
  await expect(controls(page).getByRole('button', { name: 'Continue' })).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(position(page)).toContainText('Photo 3 of 4');
  await page.keyboard.press('ArrowLeft');
  await expect(position(page)).toContainText('Photo 2 of 4');
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await expect(controls(page)).toHaveCount(0);
  await expect.poll(() => isFullScreen(page)).toBe(false);
  await expect(page).toHaveURL(/preview/);
  await page.keyboard.press('s');
  await expect(controls(page)).toBeVisible();
  await page.goBack();
  await expect(controls(page)).toHaveCount(0);
  await expect(page).toHaveURL(/preview/);
  await page.goBack();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
});

test('after the last photo a slideshow ends', async ({ page }) => {
  await openLibrary(page, ['exif-original.jpg', 'exif-digitized.jpg']);
  await tiles(page).last().click();
  await start(page).click();
  await expect(controls(page)).toBeVisible();
  await expect(controls(page)).toHaveCount(0, { timeout: 20_000 });
  await expect(position(page)).toContainText('Photo 2 of 2');
});

test.describe('with a thumb', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('it is started in the menu, its controls fade and come back with a tap, and it ends by a button', async ({
    page,
  }) => {
    await openLibrary(page);
    await tiles(page).first().tap();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await start(page).tap();
    await expect(controls(page)).toBeVisible();
    await page.locator('[data-current]').tap();
    await expect(controls(page)).toHaveAttribute('data-idle', 'true', { timeout: 10_000 });
    await page.locator('[data-current]').tap();
    await expect(controls(page)).not.toHaveAttribute('data-idle', 'true');
    await controls(page).getByRole('button', { name: 'End slideshow' }).tap();
    await expect(controls(page)).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'More', exact: true })).toBeVisible();
  });
});
