import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn, signIn } from './customers.ts';
import { createEditor } from './editor.ts';
import { expectThumbnails, uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 2, name }) });

test('a project appears on another device, and is deleted and restored [RTE-18, SHL-09, PRJ-02, PRJ-03]', async ({
  browser,
  page,
}) => {
  const mia = await registerIn(page);
  const as = { asking: page.request, authorization: mia.authorization };
  const pictures = await readPictures(FOUR);
  const photos = await uploadPhotos(as, pictures);
  await expectThumbnails(as, photos);
  await page.goto('/');
  await page.getByRole('link', { name: 'Saved projects' }).click();
  await expect(page.getByText("You haven't started any projects yet")).toBeVisible();
  await expectAccessible(page);

  const editor = createEditor(page.request, mia.customerId);
  const photoIds = photos.map(({ imageId }) => imageId);
  await editor.save({ title: 'Kent in June', product: 'Photo book, 28 × 21 cm', pagesCount: 26, photoIds });
  await expect(card(page, 'Kent in June')).toContainText('26 pages · 4 photos');
  const [picture] = pictures;
  if (picture) await editor.showPicture(picture.content);
  await expect(card(page, 'Kent in June').locator('img')).toHaveJSProperty('complete', true);
  await expectAccessible(page);

  const phone = await (await browser.newContext({ viewport: { width: 390, height: 844 } })).newPage();
  await phone.goto('/saved-projects');
  await signIn(phone, mia);
  await expect(card(phone, 'Kent in June')).toBeVisible();
  await card(page, 'Kent in June').getByRole('button', { name: 'Delete Kent in June' }).click();
  await expect(phone.getByText("You haven't started any projects yet")).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(card(page, 'Kent in June')).toBeVisible();
  await expect(card(phone, 'Kent in June')).toBeVisible();

  await card(phone, 'Kent in June').getByRole('button', { name: 'Delete Kent in June' }).dblclick();
  await phone.getByText('Recently deleted').click();
  await expectAccessible(phone);
  await phone.getByRole('button', { name: 'Restore Kent in June' }).dblclick();
  await expect(card(phone, 'Kent in June')).toBeVisible();
  await expect(phone.getByText('Recently deleted')).toBeHidden();
  await phone.context().close();

  await page.goto('/my-photos/photos');
  await page.getByRole('button', { name: 'Select' }).click();
  await page
    .getByRole('checkbox', { name: /^Photo taken/ })
    .first()
    .click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('This photo is used in a saved project.')).toBeVisible();
});
