import { readdirSync } from 'node:fs';
import path from 'node:path';
import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import decodeQR from 'qr/decode.js';
import sharp from 'sharp';
import { expectAccessible } from './access.ts';
import { registerAndOpen } from './customers.ts';

const fixtures = path.resolve(import.meta.dirname, '../apps/server/src/platform/images/fixtures');
const stored = path.resolve(import.meta.dirname, '../apps/server/src/demo/photos/sources');
const photos = readdirSync(stored)
  .filter((name) => name.endsWith('.jpg'))
  .map((name) => path.join(stored, name));
const iphonePhoto = path.join(fixtures, 'grid-rotated-p3.heic');

async function openPhoneTab(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Transfer from Phone' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  return dialog;
}

/** What a phone's camera reads from the screen. */
async function scan(dialog: Locator): Promise<string> {
  const picture = await dialog.getByRole('img', { name: /QR code/ }).screenshot({ animations: 'disabled' });
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return decodeQR({ width: info.width, height: info.height, data: new Uint8Array(data) });
}

/** A phone that has never been here. */
async function openPhone(browser: Browser, address: string, colorScheme: 'light' | 'dark' = 'light') {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    colorScheme,
  });
  const phone = await context.newPage();
  await phone.goto(address);
  await expect(phone.getByRole('button', { name: 'Choose photos' })).toBeVisible();
  expect(await loadedScripts(phone)).not.toContainEqual(expect.stringMatching(/timeline|index/));
  return { phone, context };
}

/** The phone's page is small: it must load nothing of the library's screens. */
const loadedScripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
const pick = (phone: Page, files: string[]) => phone.locator('input[type=file]').setInputFiles(files);

test('ten photos arrive from the phone, two are removed, eight are in the library [IMP-04, IMP-07, IMP-08, IMP-11, IMP-12, IMP-13, UPL-02, PSH-07, FLG-08]', async ({
  page,
  browser,
}) => {
  test.slow();
  await registerAndOpen(page);
  const dialog = await openPhoneTab(page);
  const address = await scan(dialog);
  expect(await dialog.getByLabel('Address of the page for your phone').inputValue()).toBe(address);
  await expect(dialog.getByText(/only works on this computer/)).toBeVisible();
  await expectAccessible(page);

  const { phone, context } = await openPhone(browser, address);
  await expect(dialog.getByText('Your phone is connected')).toBeVisible();
  await pick(phone, photos.slice(0, 3));
  await expect(dialog.getByText('3 of 3 saved')).toBeVisible({ timeout: 30_000 });
  await pick(phone, [...photos.slice(3, 9), iphonePhoto]);
  await expect(phone.getByText('10 of 10 sent')).toBeVisible({ timeout: 60_000 });
  await expect(phone.getByRole('heading', { name: 'All photos have been sent' })).toBeVisible();
  await expectAccessible(phone);
  await context.close();

  await expect(dialog.getByText('10 of 10 saved')).toBeVisible();
  const files = dialog.getByRole('region', { name: 'Chosen files' });
  await expect(files.locator('img').first()).toBeVisible({ timeout: 30_000 });
  await dialog
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await dialog
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await expect(dialog.getByText(/^Will be removed/)).toHaveCount(2);
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Remove 2 photos', exact: true }).click();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(page.getByText('8 photos saved to your library')).toBeVisible();
  const photosTab = page
    .getByRole('main')
    .getByText(/^Photos/)
    .first();
  await expect(photosTab).toContainText('8');
  await page.reload();
  await expect(photosTab).toContainText('8');
});

test('a phone continues after a lost network and after a reload of its page [UPL-02]', async ({
  page,
  browser,
}) => {
  await registerAndOpen(page);
  const dialog = await openPhoneTab(page);
  const { phone, context } = await openPhone(browser, await scan(dialog), 'dark');
  await context.setOffline(true);
  await pick(phone, photos.slice(0, 4));
  await expect(phone.getByText('Paused: waiting for the connection')).toBeVisible();
  await expectAccessible(phone);
  await context.setOffline(false);
  await expect(phone.getByText('4 of 4 sent')).toBeVisible({ timeout: 60_000 });

  // Bytes arrive, but nothing is saved before the page is reloaded.
  await phone.route('**/phone/uploads/*/commit', () => {});
  await pick(phone, photos.slice(4, 6));
  await expect(phone.getByText(/^Saving/)).toHaveCount(2, { timeout: 30_000 });
  phone.on('dialog', (requested) => requested.accept());
  await phone.reload();
  await expect(phone.getByText('4 of 6 sent')).toBeVisible();
  await phone.unroute('**/phone/uploads/*/commit');
  await expect(phone.getByText('6 of 6 sent')).toBeVisible({ timeout: 60_000 });
  await expect(dialog.getByText('6 of 6 saved')).toBeVisible();

  // The page is closed with a photo on its way: both sides know that nothing more will come.
  await phone.evaluate(() => {
    // A route would also hold back the report sent when the page closes.
    const { fetch } = window;
    window.fetch = (url, init) =>
      String(url).endsWith('/commit') ? new Promise(() => {}) : fetch(url, init);
  });
  await pick(phone, photos.slice(6, 7));
  await expect(dialog.getByText('1 more on the phone. Keep the page open there.')).toBeVisible();
  await phone.close({ runBeforeUnload: true });
  await expect(
    dialog.getByText(/^1 photo on your phone was not sent because the page was closed/),
  ).toBeVisible();
  await expect(dialog.getByText('6 of 6 saved')).toBeVisible();
  await context.close();
});

test('a rejected file affects only itself; Cancel revokes the code immediately, and the phone says so [IMP-10, UPL-02]', async ({
  page,
  browser,
}) => {
  await registerAndOpen(page);
  const dialog = await openPhoneTab(page);
  const address = await scan(dialog);
  const { phone, context } = await openPhone(browser, address);
  const letter = { name: 'letter.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('Dear Anna,') };
  await phone.locator('input[type=file]').setInputFiles([letter]);
  await expect(phone.getByRole('heading', { name: 'Nothing could be sent' })).toBeVisible();
  await pick(phone, photos.slice(0, 1));
  await expect(phone.getByRole('heading', { name: 'Not all files could be sent' })).toBeVisible();
  await expect(phone.getByText('1 of 1 sent')).toBeVisible();
  await expect(dialog.getByText('1 of 1 saved')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('On your phone: This is not a photo we can read')).toBeVisible();
  await expect(dialog.getByText(/^Your phone has sent everything/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await dialog.getByRole('button', { name: 'Keep 1 photo' }).click();
  await expect(page.getByText('Stopped. 1 photo stays in your library.')).toBeVisible();
  await pick(phone, photos.slice(1, 2));
  await expect(phone.getByRole('heading', { name: 'This code has expired' })).toBeVisible();
  await expect(phone.getByText('1 photo was sent and stays in your library.')).toBeVisible();
  await expectAccessible(phone);
  await phone.goto('/phone');
  await expect(phone.getByRole('heading', { name: 'There is no code in this link' })).toBeVisible();

  // The next code works immediately on the same phone's page.
  const repeated = await openPhoneTab(page);
  await phone.goto(await scan(repeated));
  await expect(phone.getByRole('button', { name: 'Choose photos' })).toBeVisible();
  await context.close();
});

test.describe('on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('phones do not have the import’s tab for phones [IMP-05, IMP-06]', async ({ page }) => {
    await registerAndOpen(page);
    await page.getByRole('button', { name: 'Add photos' }).first().click();
    await expect(page.getByRole('tab', { name: 'My Device' })).toBeVisible();
    await expect(page.getByRole('tab', { name: 'Transfer from Phone' })).toHaveCount(0);
  });
});
