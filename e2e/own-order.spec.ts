import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openOther } from './customers.ts';
import { openLibrary } from './small-library.ts';

const DESK = { width: 1280, height: 900 };
const PHONE = { width: 360, height: 740 };
test.use({ viewport: DESK });

/** A library of four photos, all of them in an album, which opens; returns their ids in the order that is shown. */
async function openAlbum(page: Page) {
  const { authorization, photos } = await openLibrary(page);
  const post = async (path: string, data: object) =>
    (
      await page.request.post(`/api/photo-management/albums${path}`, { headers: { authorization }, data })
    ).json();
  const { albumId } = (await post('', { name: 'Sea' })) as { albumId: string };
  await post(`/${albumId}/photos`, { photoIds: photos.map(({ imageId }) => imageId) });
  await page.goto(`/my-photos/albums/${albumId}`);
  await expect(tiles(page)).toHaveCount(4);
  return orderOf(page);
}

const orderOf = (page: Page) =>
  tiles(page).evaluateAll((all) => all.map((tile) => tile.getAttribute('href')?.split('/').at(-1) ?? ''));
const select = (page: Page) => page.getByRole('button', { name: 'Select', exact: true });
const bar = (page: Page) => page.getByRole('toolbar');
const inBar = (page: Page, name: string) => bar(page).getByRole('button', { name, exact: true });
const expectOrder = (page: Page, ids: readonly (string | undefined)[]) =>
  expect.poll(() => orderOf(page)).toEqual(ids);

test('photos are moved by keyboard, in every tab; the order stays, and waits while the album is sorted', async ({
  page,
}) => {
  const [a, b, c, d] = await openAlbum(page);
  const other = await openOther(page);
  await other.goto(page.url());
  await expectOrder(other, [a, b, c, d]);

  await tiles(page).nth(2).focus();
  await page.keyboard.press('Space');
  await inBar(page, 'More').focus();
  await page.keyboard.press('Enter');
  await inBar(page, 'Move').focus();
  await page.keyboard.press('Enter');
  await expect(inBar(page, 'To the beginning')).toBeFocused();
  await expectAccessible(page);
  await inBar(page, 'Earlier').focus();
  await page.keyboard.press('Enter');
  await expectOrder(page, [a, c, b, d]);
  await expect(bar(page).getByRole('status')).toHaveText('Now in place 2 of 4');
  await page.keyboard.press('Enter');
  await expectOrder(page, [c, a, b, d]);
  await expectOrder(other, [c, a, b, d]);
  await expect(inBar(page, 'Earlier')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(inBar(page, 'More')).toBeFocused();
  await page.keyboard.press('Escape');

  await page.reload();
  await expectOrder(page, [c, a, b, d]);
  await tiles(page).first().click();
  await page.keyboard.press('ArrowRight');
  await expect(page).toHaveURL(new RegExp(`preview/${a}`));
  await page.keyboard.press('Escape');

  const sort = page.getByLabel('Sort by');
  await expect(sort).toHaveValue('own');
  await sort.selectOption('Upload date');
  await expectOrder(page, [a, b, c, d]);
  await expectOrder(other, [a, b, c, d]);
  await sort.selectOption('Own order');
  await expectOrder(other, [c, a, b, d]);
});

test.describe('with a thumb', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('two photos are moved to the end together, and the bar fits', async ({ page }) => {
    const [a, b, c, d] = await openAlbum(page);
    await select(page).tap();
    await tiles(page).nth(0).tap();
    await tiles(page).nth(2).tap();
    await inBar(page, 'More').tap();
    await inBar(page, 'Move').tap();
    expect(
      await bar(page).evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth),
    ).toBeLessThanOrEqual(0);
    await inBar(page, 'To the end').tap();
    await expectOrder(page, [b, d, a, c]);
    await inBar(page, 'Back').tap();
    await expect(page.getByText('2 selected')).toBeVisible();
  });
});
