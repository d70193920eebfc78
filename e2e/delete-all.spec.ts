import AxeBuilder from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { seedRunningLibrary } from '../apps/server/src/modules/library/photos/seed-library.fixture.ts';
import { pickFiles, tiles } from './albums.ts';
import { registerIn } from './customers.ts';

const PHOTOS = 6_000;

test.use({ viewport: { width: 390, height: 780 } });

test('a large library is deleted with the German word, accepts no photos meanwhile and does again afterwards [ACT-01, DEL-08, DEL-09, DEL-10, DEL-11, DEL-12, DEL-16, TL-21]', async ({
  page,
}) => {
  test.setTimeout(300_000);
  const { customerId } = await registerIn(page);
  await seedRunningLibrary(process.env.E2E_DATA_DIR ?? '', { customerId, photos: PHOTOS });
  await page.goto('/my-photos/photos?channel=bildersonn');
  await expect(page.getByRole('link', { name: /^Fotos 6.000$/ })).toBeVisible({ timeout: 30_000 });
  await page.evaluate(() => window.scrollTo({ top: 0 }));
  await page.getByRole('button', { name: 'Mehr', exact: true }).click();
  await page.getByRole('button', { name: 'Alle Fotos löschen' }).click();
  const dialog = page.getByRole('dialog', { name: 'Alle Fotos löschen' });
  const field = dialog.getByRole('textbox');
  await expect(field).toBeFocused();
  await page.keyboard.type('DELETE');
  await page.keyboard.press('Enter');
  await expect(dialog.getByText('Bitte geben Sie zur Bestätigung LÖSCHEN ein')).toBeVisible();
  const { violations } = await new AxeBuilder({ page }).include('[role=dialog]').analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
  const widths = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(widths[0]).toBeLessThanOrEqual(widths[1] ?? 0);
  await field.fill('LÖSCHEN');
  const answered = page.waitForResponse((answer) => answer.url().endsWith('/photos/all'));
  await page.keyboard.press('Enter');
  const answer = await (await answered).json();
  expect(answer, 'the answer waits for no photo').toMatchObject({ total: PHOTOS, deleted: 0 });
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/my-photos\/photos/);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);

  const add = page.getByRole('button', { name: /Fotos hinzufügen/ }).first();
  await expect(add).toBeDisabled({ timeout: 30_000 });
  await page.goto('/downloads');
  await page.goto('/my-photos/photos');
  await expect(page.getByText(/Ihre Fotos werden gelöscht/)).toBeHidden({ timeout: 200_000 });
  await expect(add).toBeEnabled({ timeout: 30_000 });
  await add.click();
  await pickFiles(page, ['exif-original.jpg']);
  await expect(page.getByText(/1 von 1/).first()).toBeVisible({ timeout: 60_000 });
  await page.goto('/my-photos/photos');
  await expect(page.getByRole('link', { name: 'Fotos 1', exact: true })).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
  await expect(page.locator('[data-tile]:has(img[data-loaded])')).toHaveCount(1);
});
