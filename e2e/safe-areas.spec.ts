import { expect, type Page, test } from '@playwright/test';
import { createAlbum, pickFiles } from './albums.ts';
import { ANNA, registerIn, signIn } from './customers.ts';
import { expectClear, type Insets, openPhone } from './insets.ts';
import { sendBook } from './sent-book.ts';
import { openShop } from './shop.ts';
import { openLibrary } from './small-library.ts';

/** As on an iPhone. */

const PHONES = [
  {
    held: 'lying',
    viewport: { width: 844, height: 390 },
    insets: { top: 0, right: 47, bottom: 21, left: 47 },
  },
  {
    held: 'upright',
    viewport: { width: 390, height: 844 },
    insets: { top: 47, right: 0, bottom: 34, left: 0 },
  },
];

for (const { held, viewport, insets } of PHONES) {
  test.describe(`on a phone that is ${held}`, () => {
    test.use({ viewport, isMobile: true, hasTouch: true });

    test('no control of the library lies under notch or home indicator', async ({ context }) => {
      const page = await openPhone(context, insets);
      await page.goto('/my-photos/photos');
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
      await expectClear(page, insets);
      await signIn(page, ANNA);
      await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
      await expectClear(page, insets);

      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole('button', { name: 'Add photos' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectClear(page, insets);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await page.getByRole('banner').getByRole('button', { name: /Anna/ }).click();
      await expect(page.getByRole('banner').getByRole('link', { name: 'Sign out' })).toBeVisible();
      await expectClear(page, insets);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.locator('[data-tile]').first().click();
      await expect(page.getByRole('toolbar')).toBeVisible();
      await expectClear(page, insets);
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.locator('[data-tile]').first().click();
      await expect(page.locator('main[data-preview]')).toBeVisible();
      await expectClear(page, insets);
    });

    test('no control of the account area or the public pages lies under them', async ({ context }) => {
      const page = await openPhone(context, insets);
      await page.goto('/');
      await signIn(page, ANNA);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectClear(page, insets);
      for (const path of ['/my-photos/albums', '/orders', '/settings', '/downloads', '/cookies', '/help']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectClear(page, insets);
      }
      for (const path of ['/phone', '/gallery/pennyfern']) {
        await page.goto(path);
        await expect(page.locator('h1')).toBeVisible();
        await expectClear(page, insets);
      }
    });
  });
}

/** A phone that covers something on every side, as one does whose screen is cut or split. */
const COVERED = [
  {
    held: 'lying',
    viewport: { width: 844, height: 390 },
    insets: { top: 16, right: 47, bottom: 21, left: 47 },
  },
  {
    held: 'upright',
    viewport: { width: 390, height: 844 },
    insets: { top: 47, right: 20, bottom: 34, left: 20 },
  },
];

for (const { held, viewport, insets } of COVERED) {
  test.describe(`on a phone that is ${held} and covered on all sides`, () => {
    test.use({ viewport, isMobile: true, hasTouch: true });

    test('an album, its menus, dialogs, toasts and the tray are clear', async ({ context }) => {
      const page = await openPhone(context, insets);
      await openLibrary(page);
      await expectClear(page, insets);
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await expectClear(page, insets);
      await page.keyboard.press('Escape');

      await createAlbum(page, 'Sea');
      await expectClear(page, insets);
      await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
      await expect(page.getByRole('menuitem', { name: 'From this device' })).toBeVisible();
      await expectClear(page, insets);
      await page.getByRole('menuitem', { name: 'From my photos' }).click();
      await expect(page.locator('[data-tile]').first()).toBeVisible();
      await expectClear(page, insets);
      await page.goBack();

      await page.route('**/api/uploads/files', () => {});
      await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
      await page.getByRole('menuitem', { name: 'From this device' }).click();
      await pickFiles(page, ['exif.png']);
      await page.getByRole('dialog').getByRole('button', { name: 'Upload 1 photo' }).click();
      await expect(page.getByRole('complementary', { name: 'Add photos' })).toBeVisible();
      await expectClear(page, insets);
      await deleteAlbum(page, insets);
    });

    test('an order and its address form are clear', async ({ context }) => {
      const page = await openPhone(context, insets);
      const { customerId } = await registerIn(page);
      const shop = openShop(page.request, customerId);
      const day = new Date(Date.now() + 86_400_000).toISOString();
      const orderCode = await shop.place({ addressChangeableUntil: day });
      await page.goto(`/orders/${orderCode}`);
      await page.getByRole('button', { name: 'Change address' }).click();
      await expect(page.getByRole('textbox', { name: /^Postcode/ })).toBeVisible();
      await expectClear(page, insets);
    });

    test('a shared photo book is clear, where it is shared and for its visitors', async ({ context }) => {
      const page = await openPhone(context, insets);
      const { customerId } = await registerIn(page);
      const code = await sendBook(page.request, customerId, 'Kent in June');
      await page.goto(`/online-products/${code}`);
      await expect(page.getByRole('link', { name: 'Share' })).toBeVisible();
      await expectClear(page, insets);
      await page.goto(`/widgets/${code}`);
      await page.getByRole('button', { name: 'Create link' }).click();
      const frame = page.locator('iframe');
      await expect(frame).toBeVisible();
      await expectClear(page, insets);
      const address = new URL((await frame.getAttribute('src')) ?? '', page.url());
      await page.goto(address.pathname);
      await expect(page.getByRole('img', { name: 'Front cover' })).toBeVisible();
      await expectClear(page, insets);
    });
  });
}

/** Deletes the open album: a dialog asks, a toast tells. */
async function deleteAlbum(page: Page, insets: Insets): Promise<void> {
  const wide = page.getByRole('button', { name: 'Delete album' });
  if (!(await wide.isVisible())) await page.getByRole('button', { name: 'More', exact: true }).click();
  await wide.click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toBeVisible();
  await expectClear(page, insets);
  await dialog.getByRole('button', { name: /^Delete/ }).click();
  await expect(page.getByText(/^Sea album deleted/).first()).toBeVisible();
  await expectClear(page, insets);
}
