import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { createAlbum, tabTo, tiles } from './albums.ts';
import { openOther } from './customers.ts';
import { openLibrary } from './small-library.ts';

const GERMAN = '?channel=bildersonn';

test('by keyboard only: create, fill, rename, remove photos, delete [ALB-13, ALB-14, ALB-15, ALB-16, ALD-01, ALD-02, ALD-03, ALD-08, ALD-09, ALD-20, ALD-24, ALD-28, ALD-30, ALD-31, ALD-33]', async ({
  page,
}) => {
  await openLibrary(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const press = async (name: string | RegExp) => {
    await tabTo(page, button(name).last());
    await page.keyboard.press('Enter');
  };
  await tabTo(page, page.getByRole('link', { name: /^Albums/ }));
  await page.keyboard.press('Enter');
  await press('New album');
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused();
  await page.keyboard.type('Sea');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your album is empty')).toBeVisible();

  await press('Add photos');
  await expect(page.getByRole('menuitem', { name: 'From my photos' })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await expect(page.getByRole('menuitem', { name: 'From my photos' })).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, tiles(page).first());
  await page.keyboard.press('Control+a');
  await expect(page.getByText('4 selected')).toBeVisible();
  await press('Add to Sea');
  await expect(page.getByText('4 photos added to Sea')).toBeVisible();
  await expect(tiles(page)).toHaveCount(4);

  await press('Sea, edit the name');
  await expect(page.getByRole('textbox', { name: 'Album name' })).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Lake');
  await page.keyboard.press('Enter');
  await expect(button('Lake, edit the name')).toBeFocused();

  await tabTo(page, tiles(page).first());
  await page.keyboard.press('Space');
  await press('Remove from album');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Remove');
  await expect(page.getByText('Photo removed from Lake')).toBeVisible();
  await expect(tiles(page)).toHaveCount(3);
  await expect(page.getByText('3 photos', { exact: true })).toBeVisible();

  await press('More');
  await press('Delete album');
  await expect(page.getByRole('dialog')).toBeVisible();
  await press('Delete album');
  await expect(page.getByText('Lake album deleted')).toBeVisible();
  await expect(page).toHaveURL(/\/my-photos\/albums$/);
  await expect(page.getByText('The album Lake is no longer available')).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Photos 4' })).toBeVisible();
});

test('photos are copied to a new album, and others are added after they were removed [CPY-01, CPY-02, CPY-04, CPY-06, CPY-08]', async ({
  page,
}) => {
  await openLibrary(page);
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await page.getByRole('button', { name: 'Copy to album' }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy to album' });
  await expect(dialog.getByText('1 photo selected')).toBeVisible();
  await dialog.getByRole('button', { name: 'New album' }).click();
  await dialog.getByPlaceholder('Untitled album').fill('Sea');
  await dialog.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByText('Photos copied to Sea')).toBeVisible();
  await page.getByRole('link', { name: 'Sea', exact: true }).click();
  await expect(tiles(page)).toHaveCount(1);

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await page.getByRole('button', { name: 'Remove from album' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Your album is empty')).toBeVisible();
  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From my photos' }).click();
  // Another one: the list that the album loaded before contains only the removed photo.
  await expect(tiles(page)).toHaveCount(4);
  await tiles(page).last().click();
  await page.getByRole('button', { name: 'Add to Sea' }).click();
  await expect(page.getByText('1 photo added to Sea')).toBeVisible();
  await expect(tiles(page)).toHaveCount(1);
});

test('albums created, filled, renamed, emptied and deleted in one browser change in another without a reload', async ({
  page,
}) => {
  await openLibrary(page);
  const other = await openOther(page);
  await other.goto('/my-photos/albums');
  await expect(other.getByRole('link', { name: 'Albums 0' })).toBeVisible();
  await createAlbum(page, 'Sea');
  await other.getByRole('link', { name: /Sea.*0 photos/ }).click();
  await expect(other.getByText('Your album is empty')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: 'Add photos' }).click();
  await page.getByRole('menuitem', { name: 'From my photos' }).click();
  // Months arrive one by one: positions are only final once all are there.
  await expect(tiles(page)).toHaveCount(4);
  await tiles(page).nth(0).click();
  await tiles(page).nth(1).click();
  await page.getByRole('button', { name: 'Add to Sea' }).click();
  await expect(tiles(other)).toHaveCount(2);

  await page.getByRole('button', { name: 'Sea, edit the name' }).click();
  await page.getByRole('textbox', { name: 'Album name' }).fill('Lake');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { level: 1 })).toContainText('Lake');

  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await page.getByRole('button', { name: 'Remove from album' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(tiles(other)).toHaveCount(1);

  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('button', { name: 'Delete album' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete album' }).click();
  await expect(other.getByText('The album Lake is no longer available')).toBeVisible();
  await expect(other).toHaveURL(/\/my-photos\/albums$/);
});

/** These buttons stand side by side, also on a narrow phone. */
async function expectOneRow(page: Page, names: readonly string[]): Promise<void> {
  const size = page.viewportSize();
  await page.setViewportSize({ width: 360, height: 780 });
  const main = page.getByRole('main');
  const topOf = async (name: string) =>
    Math.round((await main.getByRole('button', { name, exact: true }).boundingBox())?.y ?? -1);
  await expect.poll(async () => new Set(await Promise.all(names.map(topOf))).size).toBe(1);
  if (size) await page.setViewportSize(size);
}

test.describe('with a thumb, on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

  test('an album is filled and emptied, and axe finds nothing, also in German [ALB-01, ALD-12, ALD-19, ALD-25]', async ({
    page,
  }) => {
    test.setTimeout(180_000);
    await openLibrary(page);
    await createAlbum(page, 'Sommerferien mit Großeltern und Urgroßeltern am Wörthersee');
    await expectFits(page);
    await page.getByRole('main').getByRole('button', { name: 'Add photos' }).tap();
    await page.getByRole('menuitem', { name: 'From my photos' }).tap();
    await page.getByRole('button', { name: 'Select all', exact: true }).tap();
    await expectFits(page);
    await page.getByRole('button', { name: /^Add to/ }).tap();
    await expect(tiles(page)).toHaveCount(4);
    await expect(page).toHaveURL(/\/albums\/[^/]+$/);
    await expectOneRow(page, ['Select', 'More', 'Add photos']);
    await page.getByRole('button', { name: 'More', exact: true }).tap();
    await expect(page.getByRole('button', { name: 'Order photo prints' })).toBeVisible();
    await page
      .getByRole('button', { name: 'Newest first' })
      .or(page.getByRole('button', { name: 'Oldest first' }))
      .tap();
    const album = page.url();
    for (const place of [album, '/my-photos/albums']) {
      await page.goto(`${place}${GERMAN}`);
      await expect(page.locator('html')).toHaveAttribute('lang', 'de-AT');
      await expect(page.getByText('4 Fotos').first()).toBeVisible();
      await expectFits(page);
    }
    await page.getByRole('button', { name: 'Neues Album' }).tap();
    await expectDialog(page);
    await page.goto(`${album}${GERMAN}`);
    await expectOneRow(page, ['Auswählen', 'Mehr', 'Fotos hinzufügen']);
    await page.getByRole('button', { name: /Großeltern.*bearbeiten/ }).tap();
    await expectDialog(page);
    await page.getByRole('button', { name: 'Mehr', exact: true }).tap();
    await page.getByRole('button', { name: 'Album löschen' }).tap();
    await expectDialog(page);
    await page.getByRole('button', { name: 'Auswählen', exact: true }).tap();
    await expect(tiles(page)).toHaveCount(4);
    await tiles(page).nth(0).tap();
    await tiles(page).nth(1).tap();
    await expectFits(page);
    await page.getByRole('toolbar').getByRole('button', { name: 'In Album kopieren' }).tap();
    await expectDialog(page);
    await page.getByRole('toolbar').getByRole('button', { name: 'Aus Album entfernen' }).tap();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectFits(page);
    await page.getByRole('dialog').getByRole('button').last().tap();
    await expect(tiles(page)).toHaveCount(2);
  });
});

/** Expects that nothing is wider than the window, and that axe finds nothing. */
async function expectFits(page: Page): Promise<void> {
  const tooWide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(tooWide).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

test('an album cannot be created offline: the dialog says why, keeps the name and can be closed [ALB-17]', async ({
  page,
  context,
}) => {
  await openLibrary(page, ['exif-original.jpg']);
  await page.goto('/my-photos/albums');
  await page.getByRole('button', { name: 'New album' }).click();
  const name = page.getByRole('textbox', { name: 'Album name' });
  await name.fill('Sea');
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(/Unable to save changes/);
  await expect(page.getByText(/You are offline/)).toBeVisible();
  await expect(name).toHaveValue('Sea');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: 'New album' }).click();
  await name.fill('Lake');
  await page.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Create album' }).click();
  await expect(page.getByRole('heading', { level: 1, name: /Lake/ })).toBeVisible();
  await page.goto('/my-photos/albums');
  await expect(page.getByRole('link', { name: /^Lake/ })).toHaveCount(1);
  await expect(page.getByRole('link', { name: /^Sea/ })).toHaveCount(0);
});

async function expectDialog(page: Page): Promise<void> {
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectFits(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('long words fit: an album’s controls share a row on tablet and desk, and names are not truncated where they are chosen', async ({
  page,
}) => {
  const long = 'Sommerferien in Südtirol mit Oma, Opa und allen Kindern';
  await openLibrary(page, ['exif-original.jpg']);
  await createAlbum(page, long);
  await page.goto(`/my-photos/photos${GERMAN}`);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: 'Auswählen', exact: true }).click();
  await tiles(page).first().click();
  await page.getByRole('button', { name: 'In Album kopieren' }).click();
  const name = page.getByRole('dialog').getByText(long);
  await expect(name).toBeVisible();
  expect(await name.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  await name.click();
  await page.getByRole('link', { name: long }).click();

  const middleOf = async (button: string) => {
    const { y = 0, height = 0 } =
      (await page.getByRole('button', { name: button, exact: true }).boundingBox()) ?? {};
    return Math.round(y + height / 2);
  };
  for (const width of [820, 1_280]) {
    await page.setViewportSize({ width, height: 1_180 });
    await expect(page.getByRole('button', { name: 'Fotoabzüge bestellen' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Mehr', exact: true })).toBeVisible();
    expect(await middleOf('Auswählen')).toBe(await middleOf('Fotoabzüge bestellen'));
  }
});

test('a name of one long word stays within the dialog that deletes its album [ALD-30]', async ({ page }) => {
  await openLibrary(page);
  await createAlbum(page, 'Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz');
  await page.getByRole('button', { name: 'Delete album' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Rindfleisch')).toBeVisible();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
});
