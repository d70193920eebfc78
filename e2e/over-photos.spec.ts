import { expect, type Page, test } from '@playwright/test';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

const thumbs = (page: Page) => page.getByRole('navigation', { name: 'Quick access' });
const PREVIEW = /\/my-photos\/photos\/preview\//;

test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

test('Back closes the details over a photo, and the menu says that the photo is selected', async ({
  page,
}) => {
  await openLibrary(page);
  await tiles(page).first().tap();
  await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.tap();
  await page.getByRole('button', { name: 'Details' }).tap();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('complementary', { name: 'Details' })).toBeHidden();
  await expect(page).toHaveURL(PREVIEW);
  await more.tap();
  await page.getByRole('button', { name: 'Select this photo' }).tap();
  await expect(page.getByText('1 selected')).toBeInViewport({ ratio: 1 });
  await more.tap();
  await page.getByRole('button', { name: 'Deselect this photo' }).tap();
  await expect(page.getByText('1 selected')).toBeHidden();
});

test('deleting without a connection fails at once, and nothing is deleted once it is back [DEL-04, DEL-18]', async ({
  page,
  context,
}) => {
  await openLibrary(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('button', { name: /^Delete photo/ })).toBeVisible();
  await context.setOffline(true);
  await dialog.getByRole('button', { name: /^Delete photo/ }).click();
  await expect(dialog.getByRole('alert')).toBeVisible({ timeout: 2_000 });
  await context.setOffline(false);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await page.reload();
  await expect(page.getByText('1 selected')).toBeVisible();
  await expect(thumbs(page)).toBeHidden();
  await expect(tiles(page)).toHaveCount(4);
});

test('the actions of a selection are there without a connection', async ({ page, context }) => {
  await openLibrary(page);
  await page.waitForLoadState('networkidle');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await tiles(page).first().tap();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap();
  await expect(page.getByRole('toolbar')).toBeVisible();
  await expect(page.getByText('1 selected')).toBeVisible();
});

test('nothing takes a press meant for the actions of a selection while they are on their way', async ({
  page,
}) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/assets/photo-actions-*.js', async (route) => {
    await isReleased;
    await route.continue();
  });
  await openLibrary(page);
  await expect(thumbs(page)).toBeVisible();
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  await tiles(page).first().tap();
  await expect(thumbs(page)).toBeHidden();
  await expect(page.getByRole('toolbar')).toBeHidden();
  release();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).tap();
  await expect(page.getByRole('dialog')).toBeVisible();
});

const CHANNELS = ['pennyfern', 'bildersonn', 'kiekhof', 'cliclune', 'stundbo'];
for (const [channel, count] of CHANNELS.flatMap((one) => [[one, 6] as const, [one, 7] as const]))
  test(`at 360 px ${count} actions have at most two lines each in ${channel}`, async ({ page }) => {
    // The seventh passes photos to the share sheet of a phone.
    if (count === 7)
      await page.addInitScript(() => Object.defineProperty(navigator, 'canShare', { value: () => true }));
    await page.setViewportSize({ width: 360, height: 780 });
    await openLibrary(page);
    await page.goto(`/my-photos/photos?channel=${channel}`);
    await page.locator('[data-check]').first().dispatchEvent('click');
    const actions = page.getByRole('toolbar').getByRole('button');
    await expect(actions).toHaveCount(count);
    const sizes = await actions.evaluateAll((buttons) =>
      buttons.map((button) => {
        const label = button.lastElementChild as HTMLElement;
        const { width, height } = button.getBoundingClientRect();
        return {
          lines: Math.round(label.offsetHeight / Number.parseFloat(getComputedStyle(label).lineHeight)),
          isCut: label.scrollWidth > label.clientWidth,
          isLarge: Math.min(width, height) >= 44,
        };
      }),
    );
    for (const size of sizes) {
      expect(size.lines).toBeLessThanOrEqual(2);
      expect(size).toMatchObject({ isCut: false, isLarge: true });
    }
  });
