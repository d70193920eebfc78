import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn, signIn } from './customers.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.setTimeout(180_000);

const BOOK = 'Kent in June';
const card = (page: Page) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name: BOOK }) });

/** A customer in the demo shop, with four photos for a book. */
async function openDemoShop(page: Page) {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  const photos = await uploadPhotos(as, await readPictures(FOUR));
  await expectThumbnails(as, photos);
  const selection = await page.request.post('/api/temp-selections/temp-selections', {
    headers: { authorization: mia.authorization },
    data: { photoIds: photos.map(({ imageId }) => imageId) },
  });
  const { tempSelectionId } = await selection.json();
  await page.goto(`/demo-shop?tempSelectionId=${tempSelectionId}&productCode=PAP_910&channel=pennyfern`);
  return mia;
}

test('a photo book is begun, left, continued on another device, deleted, restored, ordered and viewed [RTE-18, PRJ-02, PRJ-03, PDT-01]', async ({
  page,
  browser,
}) => {
  const mia = await openDemoShop(page);
  await page.getByRole('button', { name: 'Make a photo book' }).click();
  await page.getByLabel('Title on the cover').fill(BOOK);
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save for later' }).click();
  await expect(card(page)).toContainText('4 photos');

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto('/saved-projects');
  await signIn(phone, mia);
  await card(phone)
    .getByRole('button', { name: `Delete ${BOOK}` })
    .click();
  await expect(card(page)).toBeHidden();
  await phone.getByText('Recently deleted').click();
  await phone.getByRole('button', { name: `Restore ${BOOK}` }).click();
  await card(phone)
    .getByRole('link', { name: /^Continue/ })
    .click();
  await expect(phone.getByLabel('Title on the cover')).toHaveValue(BOOK);
  await phone.getByRole('list').getByRole('button').last().click();
  await phone.getByRole('button', { name: 'Use on cover' }).click();
  await phone.getByRole('button', { name: 'Done' }).click();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Order with obligation to pay' }).dblclick();
  await phone.getByRole('link', { name: 'Follow your order' }).click();
  await expect(phone.getByText(BOOK).first()).toBeVisible();

  await page.reload();
  await expect(page.getByText("You haven't started any projects yet")).toBeVisible();
  await page.goto('/online-products');
  await expect(page.getByText(BOOK)).toBeVisible({ timeout: 60_000 });

  await phone.getByRole('link', { name: 'View pages' }).click();
  const viewer = phone.getByRole('region', { name: 'Pages' });
  await expect(viewer.getByRole('img', { name: 'Front cover' })).toBeVisible({ timeout: 60_000 });
  await viewer.getByRole('button', { name: 'Next page' }).click();
  await expect(viewer.getByRole('img', { name: 'Page 1' })).toBeVisible({ timeout: 60_000 });
  const saving = phone.waitForEvent('download');
  await phone.getByRole('link', { name: 'Save PDF' }).click({ timeout: 60_000 });
  expect((await readFile(await (await saving).path())).subarray(0, 5).toString()).toBe('%PDF-');
  await phone.getByRole('link', { name: 'View order' }).click();
  await expect(phone.getByRole('link', { name: 'View pages' })).toBeVisible();
  await phone.context().close();
});
