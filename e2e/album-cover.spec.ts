import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openOther } from './customers.ts';
import { openLibrary } from './small-library.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
test.use({ viewport: DESK });

/** A library of four photos, all of them in an album, which opens; returns their ids. */
async function openAlbum(page: Page) {
  const { authorization, photos } = await openLibrary(page);
  const photoIds = photos.map(({ imageId }) => imageId);
  const post = async (path: string, data: object) =>
    (
      await page.request.post(`/api/photo-management/albums${path}`, { headers: { authorization }, data })
    ).json();
  const { albumId } = (await post('', { name: 'Sea' })) as { albumId: string };
  await post(`/${albumId}/photos`, { photoIds });
  await page.goto(`/my-photos/albums/${albumId}`);
  await expect(tiles(page)).toHaveCount(4);
  return { albumId, photoIds };
}

const cover = (page: Page) => page.locator('h1').locator('..').locator('img');
const toast = (page: Page) => page.getByRole('region', { name: 'Notifications' });
const photo = (page: Page, photoId: string) => page.locator(`[data-tile] a[href*="${photoId}"]`).first();
/** The menu of the bar of selected photos. */
const more = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'More', exact: true });
const useAsCover = (page: Page) => page.getByRole('button', { name: 'Use as cover' });

async function expectCover(page: Page, photoId: string): Promise<void> {
  await expect(cover(page)).toHaveAttribute('src', new RegExp(photoId));
}

test('a cover is chosen in the preview and for a selected photo, in every tab; deleted it comes back with its photo', async ({
  page,
}) => {
  const { albumId, photoIds } = await openAlbum(page);
  const [first = '', second = ''] = photoIds.toSorted();
  const latest = photoIds.toSorted().at(-1) ?? '';
  const other = await openOther(page);
  await other.goto('/my-photos/albums');
  await expectCoverOfTile(other, latest);
  await expectCover(page, latest);

  await photo(page, first).click();
  await useAsCover(page).click();
  await expect(toast(page).getByText('Cover changed')).toBeVisible();
  await expect(useAsCover(page)).toHaveAttribute('aria-disabled', 'true');
  await expectCoverOfTile(other, first);
  await page.keyboard.press('Escape');
  await expectCover(page, first);

  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expectCover(page, latest);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await photo(page, second).click();
  await more(page).click();
  await useAsCover(page).click();
  await expectCover(page, second);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await photo(page, second).click();
  await more(page).click();
  await expect(useAsCover(page)).toHaveAttribute('aria-disabled', 'true');
  await page.goto('/my-photos/photos');
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await photo(page, second).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }).click();
  await expectCoverOfTile(other, latest);
  await toast(page).getByRole('button', { name: 'Undo' }).click();
  await expectCoverOfTile(other, second);
  await page.goto(`/my-photos/albums/${albumId}`);
  await expectCover(page, second);
});

async function expectCoverOfTile(page: Page, photoId: string): Promise<void> {
  const tile = page.getByRole('link', { name: /^Sea/ }).locator('img');
  await expect(tile).toHaveAttribute('src', new RegExp(photoId));
}

test.describe('with a thumb', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('the menu of the preview changes the cover, and the bar fits, in German, too', async ({ page }) => {
    const { albumId, photoIds } = await openAlbum(page);
    const [first = '', second = ''] = photoIds.toSorted();
    await photo(page, first).tap();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await useAsCover(page).tap();
    await expect(toast(page).getByText('Cover changed')).toBeVisible();
    await page.goBack();
    await expectCover(page, first);
    await page.goto(`/my-photos/albums/${albumId}?channel=bildersonn`);
    await page.getByRole('button', { name: 'Auswählen', exact: true }).tap();
    await photo(page, second).tap();
    await expectAccessible(page);
    const bar = page.getByRole('toolbar');
    await bar.getByRole('button', { name: 'Mehr' }).tap();
    await expectAccessible(page);
    expect(
      await bar.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
    await bar.getByRole('button', { name: 'Als Titelbild verwenden' }).tap();
    await expectCover(page, second);
  });
});
