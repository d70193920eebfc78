import path from 'node:path';
import { expect, type Locator, type Page } from '@playwright/test';
import { expectPictures } from './stillness.ts';

const fixtures = path.resolve(import.meta.dirname, '../apps/server/src/platform/images/fixtures');
export const FOUR = ['exif-original.jpg', 'exif-half-hour-west.jpg', 'exif-digitized.jpg', 'xmp-created.jpg'];

/** The path of a test picture. */
export const fixtureOf = (name: string) => path.join(fixtures, name);

/** Picks test pictures in the open import dialog. */
export async function pickFiles(page: Page, names: readonly string[]): Promise<void> {
  const files = names.map(fixtureOf);
  await page.getByRole('dialog').locator('input[type=file]').first().setInputFiles(files);
}

/** Adds pictures to the library through the timeline's import dialog. */
export async function addPhotos(page: Page, names: readonly string[] = FOUR): Promise<void> {
  await page.goto('/my-photos/photos');
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await pickFiles(page, names);
  await expect(page.getByText(`${names.length} of ${names.length} saved`)).toBeVisible({ timeout: 30_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('link', { name: `Photos ${names.length}` })).toBeVisible();
  await expectPictures(page);
}

/** Creates an album, which then opens. */
export async function createAlbum(page: Page, name: string): Promise<void> {
  await page.goto('/my-photos/albums');
  await page.getByRole('button', { name: 'New album' }).click();
  await page.getByRole('textbox', { name: 'Album name' }).fill(name);
  await page.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
}

export const tiles = (page: Page) => page.locator('[data-tile] a:not([data-check])');

/** Presses Tab until the target is focused, like a customer without a mouse. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses++) {
    if (await target.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target).toBeFocused();
}
