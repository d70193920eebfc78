import { expect, type Page, test } from '@playwright/test';
import { createAlbum } from './albums.ts';
import { registerIn } from './customers.ts';
import { createEditor } from './editor.ts';
import { expectStill } from './stillness.ts';

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

/** What a name may have, so that its toast has more words than room. */
const LONG =
  'From the harbour over the island to the lighthouse and back with all the children and their dogs';

/** Expects a toast to leave the page below the bar free. */
async function expectWithinBar(page: Page, text: RegExp): Promise<void> {
  const toast = page.getByText(text).and(page.locator('p:not([role])')).locator('..');
  await expect(toast).toBeInViewport({ ratio: 1 });
  await expectStill(page);
  const [box, bar] = [await toast.boundingBox(), await page.getByRole('banner').boundingBox()];
  if (!box || !bar) throw new Error('The toast is gone');
  expect(box.y + box.height).toBeLessThanOrEqual(bar.y + bar.height);
}

test('on a phone a toast of many words is no higher than the bar', async ({ page }) => {
  await registerIn(page);
  await createAlbum(page, LONG);
  await page.getByRole('button', { name: 'Delete album' }).tap();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).tap();
  await expectWithinBar(page, /album deleted$/);
});

test('on a phone a toast of many words leaves room for what it offers', async ({ page }) => {
  const { customerId } = await registerIn(page);
  const editor = createEditor(page.request, customerId);
  await editor.save({ title: LONG, product: 'Photo book', pagesCount: 26, photoIds: [] });
  await page.goto('/saved-projects');
  await page.getByRole('button', { name: `Delete ${LONG}` }).tap();
  await expectWithinBar(page, /From the harbour/);
  await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: 'Undo' }).tap();
  await expect(page.getByRole('heading', { level: 2, name: LONG })).toBeVisible();
});
