import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openWithPhotos } from './named-photos.ts';

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 900 } };
const NAMES = ['Größe.jpg', 'été à Ærø.jpg', 'plain.jpg', 'IMG_0004.jpg'];

type Given = { name: string; type: string; sha256: string };
type Sheet = { given: Given[][]; refusals: string[] };

/**
 * Chromium on Linux has no share sheet, so the page gets one that records what it is given. It follows the standard: it
 * requires a recent tap, and throws the errors named in `refusals`.
 */
async function giveShareSheet(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const sheet: Sheet = { given: [], refusals: [] };
    const hashOf = async (file: File) => {
      const hash = await crypto.subtle.digest('SHA-256', await file.arrayBuffer());
      return new Uint8Array(hash).toHex();
    };
    const canShare = ({ files = [] }: ShareData) =>
      files.length > 0 && files.every(({ type }) => type === 'image/jpeg');
    async function share(data: ShareData) {
      const refusal = navigator.userActivation.isActive ? sheet.refusals.shift() : 'NotAllowedError';
      if (refusal) throw new DOMException('', refusal);
      if (!canShare(data)) throw new TypeError('these cannot be shared');
      const files = await Promise.all(
        (data.files ?? []).map(async (file) => ({
          name: file.name,
          type: file.type,
          sha256: await hashOf(file),
        })),
      );
      sheet.given.push(files);
    }
    Object.assign(window, { sheet });
    Object.defineProperty(navigator, 'canShare', { value: canShare });
    Object.defineProperty(navigator, 'share', { value: share });
  });
}
const given = (page: Page) => page.evaluate(() => (window as unknown as { sheet: Sheet }).sheet.given);
const refuse = (page: Page, ...names: string[]) =>
  page.evaluate((all) => (window as unknown as { sheet: Sheet }).sheet.refusals.push(...all), names);

/** A customer with four photos; returns what will be passed to the share sheet. */
async function openToShare(page: Page): Promise<Given[]> {
  const contents = await openWithPhotos(page, NAMES);
  return [...contents].map(([name, sha256]) => ({ name, type: 'image/jpeg', sha256 }));
}

async function select(page: Page, ...places: number[]): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).tap();
  for (const place of places) await tiles(page).nth(place).tap();
}
const shareButton = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Save or share' });
const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Save or share' });
const byName = (files: Given[] = []) => files.toSorted((one, other) => (one.name < other.name ? -1 : 1));

test.describe('on a phone with a share sheet', () => {
  test.use(PHONE);

  test('a few photos are passed to it unchanged under their names, from the selection and from the preview', async ({
    page,
  }) => {
    await giveShareSheet(page);
    const photos = await openToShare(page);
    await select(page, 0, 1, 2, 3);
    await shareButton(page).tap();
    await expect(sheetOf(page)).toBeHidden();
    await expect(page.getByRole('toolbar')).toHaveCount(0);
    const [files] = await given(page);
    expect(byName(files)).toEqual(byName(photos));

    await tiles(page).first().tap();
    await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await page.getByRole('button', { name: 'Save or share' }).tap();
    await expect.poll(async () => (await given(page)).length).toBe(2);
    const [, one] = await given(page);
    expect(photos).toContainEqual(one?.[0]);
  });

  test('photos that took too long wait for a tap, and closing the sheet shows no message', async ({
    page,
  }) => {
    await giveShareSheet(page);
    await openToShare(page);
    await select(page, 0, 1);
    await refuse(page, 'NotAllowedError', 'AbortError');
    await shareButton(page).tap();
    const sheet = sheetOf(page);
    await expect(sheet.getByRole('status')).toHaveText('Your 2 photos are ready.');
    await expectAccessible(page);
    const ready = sheet.getByRole('button', { name: 'Save or share' });
    await ready.tap();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    expect(await given(page)).toEqual([]);
    // A tap immediately after the first would count as the same press.
    await expect(async () => {
      await ready.tap();
      await expect(sheet).toBeHidden({ timeout: 1_000 });
    }).toPass();
    expect(await given(page)).toMatchObject([{ length: 2 }]);
  });

  test('photos that cannot be fetched, or not be shared, can be retried and downloaded', async ({ page }) => {
    await giveShareSheet(page);
    await openToShare(page);
    await page.route(/\/media\//, (route) =>
      route.request().resourceType() === 'fetch' ? route.abort() : route.fallback(),
    );
    await select(page, 0);
    await shareButton(page).tap();
    const sheet = sheetOf(page);
    await expect(sheet.getByRole('alert')).toHaveText(
      'Your photos could not be fetched. Please try again, or download them.',
    );
    await expectAccessible(page);
    await page.unrouteAll();
    await refuse(page, 'DataError');
    await sheet.getByRole('button', { name: 'Try again' }).tap();
    await expect(sheet.getByRole('alert')).toContainText('Your device could not share these photos.');
    expect(await given(page)).toEqual([]);
    await sheet.getByRole('button', { name: 'Download' }).tap();
    const download = page.getByRole('dialog', { name: 'Download photo' });
    const saving = page.waitForEvent('download');
    await download.getByRole('button', { name: 'Download' }).tap();
    expect(NAMES).toContain((await saving).suggestedFilename());
    await expect(page.getByRole('toolbar')).toHaveCount(0);
  });
});

test.describe('on a phone without one', () => {
  test.use(PHONE);

  test('only downloading is offered', async ({ page }) => {
    await openToShare(page);
    await select(page, 0);
    await expect(page.getByRole('toolbar').getByRole('button', { name: 'Download' })).toBeVisible();
    await expect(shareButton(page)).toHaveCount(0);
  });
});
