import { expect, type Page, test } from '@playwright/test';
import { ageRegistration } from '../apps/server/src/modules/orders/orders/age-registration.fixture.ts';
import { expectAccessible } from './access.ts';
import { addPhotos, tiles } from './albums.ts';
import { dayIn, inSentence } from './calendar.ts';
import { registerAndOpen } from './customers.ts';
import { openLibrary } from './small-library.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
// Two complete orders, with accessibility checks on the way.
test.setTimeout(180_000);

async function select(page: Page, ...places: number[]): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of places) await tiles(page).nth(place).click();
}

const bar = (page: Page) => page.getByRole('toolbar');

/** From the confirm bar through the overlay to the demo shop. */
async function handOver(page: Page, next: string, dialog: string, meanwhile = async () => {}): Promise<void> {
  await bar(page).getByRole('button', { name: next }).click();
  await expect(page.getByRole('dialog', { name: dialog })).toBeVisible();
  await meanwhile();
  await page.waitForURL(/\/demo-shop\?tempSelectionId=[0-9a-f-]{36}&productCode=PAP_910&channel=pennyfern$/);
  await expect(page.getByText('Demo shop', { exact: true })).toBeVisible();
}

// High enough to show everything, because the grid draws only what is in view.
test.use({ viewport: { width: 1280, height: 2_400 } });

test('photos of the timeline become an order: they are kept for 18 months from today, and marked as used [PRT-01, PRT-02, PRT-04, PRT-07, PRT-08, PRT-09, PRT-10, TL-19, RET-01, RET-03]', async ({
  page,
}) => {
  const mia = await registerAndOpen(page);
  await ageRegistration(process.env.E2E_DATA_DIR ?? '', mia.email, 10);
  await page.goto('/my-photos/photos');
  await addPhotos(page);
  await expect(page.getByRole('region', { name: 'Photo storage' })).toContainText(/for [78] more months/);
  await select(page, 0, 1);
  await bar(page).getByRole('button', { name: 'Order photo prints' }).click();
  await expectAccessible(page);
  await handOver(page, 'Next: Customise 2 photo prints', 'Adding 2 photos to editor...', async () => {
    await expect(
      page.getByText(`Ordering today keeps your photos until ${inSentence(dayIn({ months: 18 }))}.`),
    ).toBeVisible();
  });
  await expect(page.getByRole('radio', { name: /10 × 15 cm/ })).toBeChecked();
  await expect(page.getByRole('listitem').getByRole('img')).toHaveCount(2);
  await expectAccessible(page);

  // Whoever returns without an order finds the photos still selected.
  await page.getByRole('link', { name: 'Back to my photos' }).first().click();
  await expect(page.getByText('2 selected')).toBeVisible();
  await bar(page).getByRole('button', { name: 'Order photo prints' }).click();
  await handOver(page, 'Next: Customise 2 photo prints', 'Adding 2 photos to editor...');

  // The selection is on the server, so that a reload finds it again.
  await page.reload();
  await page.getByText('30 × 45 cm').click();
  await expect(page.getByText('Too few pixels').first()).toBeVisible();
  await page.getByText('10 × 15 cm').click();
  await page.getByRole('button', { name: 'More prints' }).click();
  await expect(page.getByText('4 prints')).toBeVisible();
  await page.getByRole('button', { name: 'Order with obligation to pay' }).click();
  await expect(page.getByRole('heading', { name: 'Thank you for your order' })).toBeVisible();
  await expect(
    page.getByText(`Your photos are now kept until ${inSentence(dayIn({ months: 18 }))}.`),
  ).toBeVisible();
  await expect(page.getByText(/Your order DEMO-[0-9A-F]{12} has been placed/)).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Back to my photos' }).first().click();
  await expect(tiles(page)).toHaveCount(4);
  await expect(page.getByRole('link', { name: 'Used in an order' })).toHaveCount(2);
  await select(page, 0, 1, 2);
  await expect(page.getByTitle('Used in an order')).toHaveCount(2);
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete 3 photos' });
  await expect(dialog.getByText('Used in an order', { exact: true })).toBeVisible();
  await expect(dialog.getByText('2 of these photos are used in orders.')).toBeVisible();
});

test('a whole album is ordered; a failure keeps the selection; stripped mode has no button [ALD-14, ALD-15, PRT-05, PRT-10, SEL-09]', async ({
  page,
}) => {
  await openLibrary(page);
  await select(page, 0, 1, 2);
  await bar(page).getByRole('button', { name: 'Copy to album' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'New album' }).click();
  await page.getByRole('textbox', { name: 'Album name' }).fill('Prints');
  await page.getByRole('dialog').getByRole('button', { name: 'Create album' }).click();
  await page.getByRole('link', { name: 'Prints' }).click();
  await expect(tiles(page)).toHaveCount(3);

  await page.route('**/temp-selections', (route) => route.abort());
  await page.getByRole('button', { name: 'Order photo prints' }).click();
  await bar(page).getByRole('button', { name: 'Next: Customise 3 photo prints' }).click();
  await expect(page.getByText('Error transferring photos. Try again.')).toBeVisible();
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.unroute('**/temp-selections');
  await handOver(page, 'Next: Customise 3 photo prints', 'Adding 3 photos to editor...');
  await expect(page.getByRole('listitem').getByRole('img')).toHaveCount(3);

  // Going back no longer leads to the editor, and the photos are still selected.
  await page.goBack();
  await expect(tiles(page)).toHaveCount(3);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByText('3 selected')).toBeVisible();
  await page.getByRole('button', { name: 'Cancel', exact: true }).click();
  await expect(bar(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Order photo prints' })).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}?stripped=true`);
  await expect(page.getByRole('button', { name: 'Add photos' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Order photo prints' })).toHaveCount(0);
});
