import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerAndOpen } from './customers.ts';
import { openLibrary } from './small-library.ts';

const fixtures = path.resolve(import.meta.dirname, '../apps/server/src/platform/images/fixtures');
const stored = path.resolve(import.meta.dirname, '../apps/server/src/demo/photos/sources');
const fixture = (name: string) => path.join(fixtures, name);

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('My Device')).toBeVisible();
  return dialog;
}

const photosTab = (page: Page) =>
  page
    .getByRole('main')
    .getByText(/^Photos/)
    .first();

test('photos of three types from the device appear in their months [HDR-04, HDR-05, IMP-01, IMP-02, IMP-03, IMP-08, IMP-10]', async ({
  page,
}) => {
  await registerAndOpen(page);
  const dialog = await openImport(page);
  await expect(dialog.getByText('Or drag and drop your photos here.')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expectAccessible(page);
  const files = ['exif-original.jpg', 'exif-half-hour-west.jpg', 'exif.png', 'grid-rotated-p3.heic'].map(
    fixture,
  );
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([...files, path.resolve(import.meta.dirname, '../README.md')]);
  await expect(dialog.getByText('4 of 4 saved')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('Only JPEG, PNG and HEIC photos can be added')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByRole('heading', { level: 2, name: 'July 2019' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'December 2018' })).toBeVisible();
  await expect(page.locator('[data-tile]:has(img[data-loaded])')).toHaveCount(4, { timeout: 30_000 });
  await expect(photosTab(page)).toContainText('4');
  await page.reload();
  await expect(page.getByRole('heading', { level: 2, name: 'July 2019' })).toBeVisible();
});

test('the same file is recognised; one without a date is listed under Unknown Date [TL-07, TL-41]', async ({
  page,
}) => {
  await registerAndOpen(page);
  const dialog = await openImport(page);
  const input = dialog.locator('input[type=file]').first();
  await input.setInputFiles(fixture('exif-modified-only.jpg'));
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Unknown Date' })).toBeVisible();
  const repeated = await openImport(page);
  await repeated.locator('input[type=file]').first().setInputFiles(fixture('exif-modified-only.jpg'));
  await expect(repeated.getByText(/already in your library/i).first()).toBeVisible();
  await repeated.getByRole('button', { name: 'Done' }).click();
  await expect(photosTab(page)).toContainText('1');
});

test('a lost network pauses the upload, which then continues on its own', async ({ page, context }) => {
  await registerAndOpen(page);
  const dialog = await openImport(page);
  await context.setOffline(true);
  const names = (await readdir(stored)).filter((name) => name.endsWith('.jpg')).slice(0, 3);
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles(names.map((name) => path.join(stored, name)));
  await expect(dialog.getByText(/connection/i).first()).toBeVisible();
  await context.setOffline(false);
  await expect(dialog.getByText('3 of 3 saved')).toBeVisible({ timeout: 60_000 });
});

test('photos added in one browser appear in another of the same customer without a reload', async ({
  browser,
  page,
}) => {
  await registerAndOpen(page);
  const dialog = await openImport(page);
  await dialog.locator('input[type=file]').first().setInputFiles(fixture('exif-original.jpg'));
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible();
  const other = await (
    await browser.newContext({ storageState: await page.context().storageState() })
  ).newPage();
  await other.goto('/my-photos/photos');
  await expect(photosTab(other)).toContainText('1');
  await dialog.locator('input[type=file]').first().setInputFiles(fixture('exif-digitized.jpg'));
  await expect(other.getByRole('heading', { level: 2, name: 'March 2017' })).toBeVisible();
  await expect(photosTab(other)).toContainText('2');
});

/** Whether two elements overlap on the screen. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('One of them is not shown');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

test('uploads are shown above the selection bar, survive help pages, and continue after a reload', async ({
  page,
}) => {
  await openLibrary(page, ['exif-original.jpg']);
  await page.route('**/api/uploads/files', () => {});
  const dialog = await openImport(page);
  await dialog
    .locator('input[type=file]')
    .first()
    .setInputFiles([fixture('exif.png'), fixture('exif-half-hour-west.jpg')]);
  await dialog.getByRole('button', { name: 'Upload 2 photos' }).click();
  const tray = page.getByRole('complementary', { name: 'Add photos' });
  await expect(tray.getByText('0 of 2 saved')).toBeVisible();

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  const bar = page.getByRole('toolbar', { name: 'Actions for the selected photos' });
  for (const width of [390, 768, 1024, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expect(bar).toBeVisible();
    await expect.poll(() => overlap(tray, bar), `at ${width} pixels`).toBe(false);
  }
  await page.getByRole('button', { name: 'Cancel' }).click();

  await page.getByRole('link', { name: 'FAQs' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: 'Frequently asked questions' })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Account', exact: true })).toBeVisible();
  await page.getByRole('link', { name: 'Products', exact: true }).click();
  await expect(page).toHaveURL(/\/help\/products$/);
  await expect(tray.getByText('0 of 2 saved')).toBeVisible();

  page.on('dialog', (requested) => requested.accept());
  await page.reload();
  await expect(tray.getByText('2 photos were not saved when you left the page').first()).toBeVisible();
  await expect(tray.getByRole('status')).toHaveText(/^2 photos were not saved/);
  await page.unroute('**/api/uploads/files');
  await tray.getByRole('button', { name: 'Show' }).click();
  await expect(dialog.getByText('Not saved: you left the page')).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Resume 2 uploads' }).click();
  await expect(dialog.getByText('2 of 2 saved')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(tray).toHaveCount(0);
});

test('two toasts leave the back link, the title and the tabs free, and on a phone Escape ends an import like Done', async ({
  page,
}) => {
  await registerAndOpen(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const toasts = page.getByText(/ saved to your library$/).and(page.locator('p:not([role])'));
  for (const name of ['exif-original.jpg', 'exif-digitized.jpg']) {
    const dialog = await openImport(page);
    await dialog.locator('input[type=file]').first().setInputFiles(fixture(name));
    await expect(dialog.getByText('1 of 1 saved')).toBeVisible();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(toasts.last()).toBeVisible();
  }
  await expect(toasts).toHaveCount(2);
  await expect(toasts.first()).toBeHidden();
  expect(await overlap(page.getByRole('link', { name: 'Back' }).locator('svg'), toasts.last())).toBe(false);
  await toasts.last().hover();
  for (const width of [1440, 820, 360, 390]) {
    await page.setViewportSize({ width, height: 844 });
    for (const covered of [page.getByRole('heading', { level: 1 }), photosTab(page)]) {
      expect(await overlap(covered, toasts.last().locator('..')), `at ${width} pixels`).toBe(false);
    }
  }
  await page.mouse.move(0, 600);

  const dialog = await openImport(page);
  const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Anna,') };
  await dialog.locator('input[type=file]').first().setInputFiles([letter]);
  await expect(dialog.getByText('This is not a photo we can read')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Done' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary', { name: 'Add photos' })).toHaveCount(0);
  await openImport(page);
  await expect(dialog.getByText('letter.jpg')).toHaveCount(0);
});

test('a saved photo that cannot be displayed says so in the list and in the tray, with what helps', async ({
  page,
}) => {
  await registerAndOpen(page);
  const dialog = await openImport(page);
  const whole = await readFile(fixture('exif-original.jpg'));
  const buffer = Buffer.concat([whole.subarray(0, 300), Buffer.alloc(900, 7)]);
  const broken = { name: 'broken.jpg', mimeType: 'image/jpeg', buffer };
  await dialog.locator('input[type=file]').first().setInputFiles([broken]);
  await expect(dialog.getByText('Saved, but cannot be shown')).toBeVisible({ timeout: 30_000 });
  const helps = /^1 photo has been saved but cannot be shown\. Open it/;
  await expect(dialog.getByText(helps).first()).toBeVisible();
  await page.keyboard.press('Escape');
  const tray = page.getByRole('complementary', { name: 'Add photos' });
  await expect(tray.getByText(helps).first()).toBeVisible();
});

const LOCALES = ['en-GB', 'de-AT', 'nl-NL', 'fr-FR', 'sv-SE'];
/** What a row says of a file that is not saved, in every language. */
async function readReasons(): Promise<string[]> {
  const folder = path.resolve(import.meta.dirname, '../apps/web/locales');
  const files = LOCALES.map((locale) => readFile(path.join(folder, `${locale}.json`), 'utf8'));
  const texts = (await Promise.all(files)).map(
    (file) => (JSON.parse(file) as { import: Record<'reasons' | 'left', Record<string, string>> }).import,
  );
  const reasons = texts.flatMap(({ reasons, left }) => [...Object.values(reasons), ...Object.values(left)]);
  return reasons.map((reason) => reason.replace(/\{\{.*\}\}/, '100'));
}

test('why a file is not saved fits its row on the narrowest phone, in every language', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await registerAndOpen(page);
  const dialog = await openImport(page);
  const readme = path.resolve(import.meta.dirname, '../README.md');
  await dialog.locator('input[type=file]').first().setInputFiles(readme);
  const shown = dialog.getByText('Only JPEG, PNG and HEIC photos can be added');
  await expect(shown).toBeVisible();
  const cut = await shown.evaluate(
    (row, reasons) =>
      reasons.filter((reason) => {
        row.textContent = reason;
        return row.scrollHeight > row.clientHeight;
      }),
    await readReasons(),
  );
  expect(cut).toEqual([]);
});
