import { expect, type Page, test } from '@playwright/test';
import sharp from 'sharp';
import { registerIn } from './customers.ts';
import { openLargeLibrary } from './large-library.ts';

/** Scrollbars that take space, as on most desktops; Playwright hides them by default. */
test.use({
  launchOptions: async ({ launchOptions }, use) =>
    use({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] }),
});

/** The colours, as [red, green, blue], of the page's background and of the space beside it. */
async function paperAndGutter(page: Page) {
  const { data, info } = await sharp(await page.screenshot())
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number) => [
    ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
  ];
  return { paper: at(info.width - 20, info.height - 12), gutter: at(info.width - 5, info.height - 12) };
}

/** Width of the page without its scrollbar or the space reserved for one. */
const pageWidth = (page: Page) => page.evaluate(() => document.body.getBoundingClientRect().width);

test('behind a dialog the scrollbar’s space is as dim as the page, and nothing shifts [MOD-03]', async ({
  page,
}) => {
  await openLargeLibrary(page);
  await expect(page.locator('img[src*="/media/"]').first()).toBeVisible();
  const before = await pageWidth(page);
  expect(before).toBeLessThan(1280);
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expect
    .poll(async () => {
      const { paper, gutter } = await paperAndGutter(page);
      return Math.max(...paper.map((value, index) => Math.abs(value - (gutter[index] ?? 0))));
    })
    .toBeLessThanOrEqual(3);
  expect(await pageWidth(page)).toBe(before);
});

test('a page without a scrollbar reserves no space for one [MOD-03]', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 2400 });
  await registerIn(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mia');
  const before = await pageWidth(page);
  expect(before).toBe(1280);
  await page.getByRole('button', { name: 'Upload your photos' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  expect(await pageWidth(page)).toBe(before);
});
