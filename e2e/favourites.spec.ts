import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createAlbum, tiles } from './albums.ts';
import { openOther } from './customers.ts';
import { openLibrary } from './small-library.ts';

const DESK = { width: 1280, height: 1_600 };
const PHONE = { width: 360, height: 740 };
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: DESK });

const hearts = (page: Page) => page.getByRole('button', { name: 'Favourite', exact: true });
const marked = (page: Page) => page.getByRole('link', { name: /\. Favourite$/ });
const filter = (page: Page) => page.getByRole('button', { name: 'Favourites', exact: true });
const inBar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });

test('favourites are marked by pointer and key, in the preview and in a selection, and show in every tab', async ({
  page,
}) => {
  await openLibrary(page);
  const other = await openOther(page);
  await other.goto('/my-photos/photos');
  await expect(tiles(other)).toHaveCount(4);
  await expect(filter(page)).toHaveCount(0);

  await tiles(page).first().hover();
  await hearts(page).first().click();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(marked(page)).toHaveCount(1);
  await expect(marked(other)).toHaveCount(1);
  await expect(filter(other)).toBeVisible();

  await tiles(page).nth(1).focus();
  await page.keyboard.press('f');
  await expect(marked(other)).toHaveCount(2);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/preview/);
  await expect(inPreview(page)).toHaveAttribute('aria-pressed', 'true');
  await expectAccessible(page);
  await page.keyboard.press('f');
  await expect(inPreview(page)).toHaveAttribute('aria-pressed', 'false');
  await expect(marked(other)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(marked(page)).toHaveCount(1);

  await page.keyboard.press('Control+a');
  await inBar(page, 'Favourite').click();
  await expect(marked(other)).toHaveCount(4);
  await inBar(page, 'Remove from favourites').click();
  await expect(marked(other)).toHaveCount(0);
});

test('favourites alone are shown, selected and copied to an album; a photo that is none any more leaves', async ({
  page,
}) => {
  await openLibrary(page);
  for (const place of [0, 2]) {
    await tiles(page).nth(place).hover();
    await hearts(page).nth(place).click();
  }
  await filter(page).click();
  await expect(page).toHaveURL(/\?filter=favourites$/);
  await expect(tiles(page)).toHaveCount(2);
  await expectAccessible(page);
  await page.reload();
  await expect(tiles(page)).toHaveCount(2);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('button', { name: 'Select all', exact: true }).click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await expectHeartsWithin(page);
  await inBar(page, 'Copy to album').click();
  const dialog = page.getByRole('dialog', { name: 'Copy to album' });
  await expect(dialog.getByText('2 photos selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'New album' }).click();
  await dialog.getByPlaceholder('Untitled album').fill('Best of the year');
  await dialog.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByText('Photos copied to Best of the year')).toBeVisible();

  await tiles(page).first().hover();
  await hearts(page).first().click();
  await expect(tiles(page)).toHaveCount(1);
  await hearts(page).first().click();
  await expect(page.getByText('No favourites to show')).toBeVisible();
  await page.getByRole('button', { name: 'All photos' }).click();
  await expect(tiles(page)).toHaveCount(4);
});

test('Back from favourites alone leads to all photos, and leaving them by their button leaves nothing to go back to', async ({
  page,
}) => {
  await openLibrary(page);
  await tiles(page).first().hover();
  await hearts(page).first().click();
  await page.goto('/my-photos/albums');
  await page.goto('/my-photos/photos');
  await filter(page).click();
  await expect(tiles(page)).toHaveCount(1);
  await page.reload();
  await expect(tiles(page)).toHaveCount(1);
  await page.goBack();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(tiles(page)).toHaveCount(4);
  await filter(page).click();
  await expect(tiles(page)).toHaveCount(1);
  await filter(page).click();
  await expect(tiles(page)).toHaveCount(4);
  await page.goBack();
  await expect(page).toHaveURL('/my-photos/albums');
});

test.describe('with a thumb', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('a favourite is marked in the preview and in the bar, without a connection neither', async ({
    page,
    context,
  }) => {
    await openLibrary(page);
    await createAlbum(page, 'Sea');
    await page.goto('/my-photos/photos');
    await tiles(page).first().tap();
    await inPreview(page).tap();
    await expect(inPreview(page)).toHaveAttribute('aria-pressed', 'true');
    await context.setOffline(true);
    const notice = page.getByRole('region', { name: 'Notifications' });
    await expect(notice.getByText(/You are offline/)).toBeVisible();
    await inPreview(page).tap();
    await expect(notice.getByText(/You are offline/)).toBeVisible();
    await expect(inPreview(page)).toHaveAttribute('aria-pressed', 'true');
    await context.setOffline(false);
    await expect(notice.getByText(/You are offline/)).toHaveCount(0);
    await page.goBack();
    await expect(marked(page)).toHaveCount(1);
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await tiles(page).nth(1).tap();
    await inBar(page, 'Favourite').tap();
    await expect(inBar(page, 'Remove from favourites')).toBeVisible();
    await page.getByRole('button', { name: 'Cancel' }).tap();
    await expect(marked(page)).toHaveCount(2);
    await tiles(page).nth(2).tap();
    await expect(inPreview(page)).toHaveAttribute('aria-pressed', 'false');
    await page.goBack();
    await expect(page).toHaveURL(/\/my-photos\/photos$/);
    await expect(hearts(page)).toHaveCount(4);
    await expect(hearts(page).nth(2)).toHaveCSS('opacity', '0');
  });
});

/** The heart of each selected photo lies on its picture, which is smaller then. */
const expectHeartsWithin = (page: Page) =>
  expect
    .poll(() =>
      page.locator('[data-selected] ~ [data-favourite] svg').evaluateAll((hearts) =>
        hearts.map((heart) => {
          const own = heart.getBoundingClientRect();
          const picture = heart
            .closest('[data-tile]')
            ?.querySelector('[data-selected]')
            ?.getBoundingClientRect();
          return picture && own.left >= picture.left + 4 && own.bottom <= picture.bottom - 4;
        }),
      ),
    )
    .toEqual([true, true]);

/** The heart in the bar of the preview. */
const inPreview = (page: Page) =>
  page.locator('main[data-preview]').getByRole('button', { name: 'Favourite', exact: true });
