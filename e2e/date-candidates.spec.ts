import { expect, type Page, test } from '@playwright/test';
import { newJpeg } from '../apps/server/src/testing/photos.ts';
import { tiles } from './albums.ts';
import { registerIn } from './customers.ts';
import { uploadPhotos } from './photos-by-api.ts';

const DESK = { width: 1280, height: 1_600 };
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: DESK });

const inBar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change date' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });

test('one date of several is taken for its photos alone, and let go again', async ({ page }) => {
  const mia = await registerIn(page);
  const names = ['July 1974.jpg', 'Sea July 1974.jpg', 'Paris 1981.jpg', 'nothing.jpg'];
  const files = await Promise.all(names.map(async (name) => ({ name, content: await newJpeg(40, 30) })));
  await uploadPhotos({ asking: page.request, authorization: mia.authorization }, files);
  await page.goto('/my-photos/photos');
  await tiles(page).first().focus();
  await page.keyboard.press('Control+a');
  await inBar(page, 'More').click();
  await inBar(page, 'Change date').click();
  const july = dialog(page).getByRole('button', { name: /July 1974.*2 photos.*from the file name/ });
  await july.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Year')).toHaveValue('1974');
  await expect(dialog(page).getByText('2 photos get another date.')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByText('4 photos get another date.')).toBeVisible();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Change date' }).click();
  await expect(heading(page, 'July 1974')).toBeVisible();
  await expect(heading(page, 'Unknown Date')).toBeVisible();
});
