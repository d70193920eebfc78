import { expect, type Page, type Route, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR, tabTo, tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

const SIX = [...FOUR, 'exif.png', 'exif-modified-only.jpg'];
// High enough to show everything, because the grid draws only what is in view.
test.use({ viewport: { width: 1280, height: 2_400 } });

const GERMAN = '?channel=bildersonn';

/** Handles every deletion this way; the page's other requests pass through. */
async function onDeletion(page: Page, handle: (route: Route) => Promise<unknown>): Promise<void> {
  await page.unroute('**/photo-management/photos');
  await page.route('**/photo-management/photos', (route) =>
    route.request().method() === 'DELETE' ? handle(route) : route.fallback(),
  );
}

const confirm = (page: Page) =>
  page
    .getByRole('dialog')
    .getByRole('button', { name: /^Delete photo/ })
    .click();
/** Addresses of the photos, once all of them are there. */
async function hrefsOf(page: Page, count: number): Promise<(string | null)[]> {
  await expect(tiles(page)).toHaveCount(count);
  // Some dates are only found together with the thumbnails: until then those photos are elsewhere.
  await expect(page.locator('[data-tile]:has(img[data-loaded])')).toHaveCount(count);
  return hrefs(page);
}
const hrefs = (page: Page) => tiles(page).evaluateAll((all) => all.map((one) => one.getAttribute('href')));

async function select(page: Page, ...places: number[]): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  for (const place of places) await tiles(page).nth(place).click();
  await page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
}

/** Expects these photos on the screen and in the counts, also after a reload, which reads the database. */
async function expectPhotos(page: Page, expected: readonly (string | null)[]): Promise<void> {
  for (const isReloaded of [false, true]) {
    if (isReloaded) await page.reload();
    await expect.poll(() => hrefs(page)).toEqual(expected);
    await expect(page.getByRole('link', { name: `Photos ${expected.length}` })).toBeVisible();
    await expect(page.locator('[data-tile]:has(img[data-loaded])')).toHaveCount(expected.length);
  }
}

test('if deleting some photos fails, exactly those reappear, without a gap [DEL-02, DEL-05, DEL-13, DEL-14, DEL-17, SEL-06, SEL-09]', async ({
  page,
}) => {
  await openLibrary(page, SIX);
  const before = await hrefsOf(page, 6);
  const stays = before[2]?.split('/').at(-1) ?? '';
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  // The server really deletes the others, and reports a failure for one.
  await onDeletion(page, async (route) => {
    const { photoIds } = route.request().postDataJSON() as { photoIds: string[] };
    await released;
    const others = photoIds.filter((id) => id !== stays);
    await route.fetch({ postData: { photoIds: others } });
    await route.fulfill({ json: { failed: [stays] } });
  });
  await select(page, 0, 2, 4);
  await confirm(page);
  await expect(tiles(page)).toHaveCount(3);
  release();
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toHaveText('Error: Your photos could not be deleted');
  await expect(tiles(page)).toHaveCount(4);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('1 selected')).toBeVisible();
  await page.keyboard.press('Escape');
  await expectPhotos(page, [before[1], before[2], before[3], before[5]] as string[]);

  await page.unroute('**/photo-management/photos');
  await select(page, 1);
  await confirm(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('toolbar')).toHaveCount(0);
  await expectPhotos(page, [before[1], before[3], before[5]] as string[]);
});

test('running out of retries keeps the photo; a late answer deletes it [DEL-04, DEL-14, DEL-18, DEL-19]', async ({
  page,
}) => {
  await openLibrary(page);
  const before = await hrefsOf(page, 4);
  let tries = 0;
  await onDeletion(page, (route) => {
    tries += 1;
    return route.fulfill({ status: 503, json: { code: 'unavailable' } });
  });
  await select(page, 1);
  await confirm(page);
  await expect(tiles(page)).toHaveCount(3);
  const alert = page.getByRole('dialog').getByRole('alert');
  await expect(alert).toHaveText('Error: Your photo could not be deleted', { timeout: 40_000 });
  expect(tries).toBe(4);
  await expect(tiles(page)).toHaveCount(4);

  // The answer of the first attempt is lost: the photo is gone, and the second attempt finds nothing to do.
  tries = 0;
  await onDeletion(page, async (route) => {
    tries += 1;
    if (tries > 1) return route.fallback();
    await route.fetch();
    return route.abort();
  });
  await confirm(page);
  await expect(page.getByRole('dialog')).toHaveCount(0, { timeout: 30_000 });
  expect(tries).toBe(2);
  await expectPhotos(page, before.toSpliced(1, 1));
});

test('a deletion continues during navigation, and a reload meanwhile shows the database’s state [DEL-13, DEL-14]', async ({
  page,
}) => {
  await openLibrary(page);
  const before = await hrefsOf(page, 4);
  const held: Route[] = [];
  await onDeletion(page, async (route) => void held.push(route));
  await tiles(page).nth(2).click();
  await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
  await page.keyboard.press('Delete');
  await confirm(page);
  await expect.poll(() => held.length).toBe(1);
  await page.goBack();
  await expect(tiles(page)).toHaveCount(3);
  await expect(page.getByRole('dialog')).toBeVisible();
  await held.shift()?.fulfill({ status: 400, json: { code: 'x' } });
  await expect(page.getByRole('dialog').getByRole('alert')).toHaveText(
    'Error: Your photo could not be deleted',
  );
  await expect(tiles(page)).toHaveCount(4);

  await confirm(page);
  await expect.poll(() => held.length).toBe(1);
  await expect(tiles(page)).toHaveCount(3);
  await page.reload();
  await expectPhotos(page, before);
  await select(page, 0, 3);
  await confirm(page);
  await expect.poll(() => held.length).toBe(2);
  await held.at(-1)?.continue();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectPhotos(page, before.slice(1, 3));
});

test('of two overlapping deletions in two pages, a failed one restores exactly its own photos', async ({
  page,
  context,
}) => {
  await openLibrary(page, SIX);
  const before = await hrefsOf(page, 6);
  const other = await context.newPage();
  await other.goto('/my-photos/photos');
  await expect(tiles(other)).toHaveCount(6);
  const held: Route[] = [];
  await onDeletion(page, async (route) => void held.push(route));
  await select(page, 0, 1);
  await confirm(page);
  await expect(tiles(page)).toHaveCount(4);
  await select(other, 3, 4);
  await confirm(other);
  await expect(tiles(other)).toHaveCount(4);
  await expect(tiles(page)).toHaveCount(2);
  await held[0]?.fulfill({ status: 400, json: { code: 'x' } });
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  const expected = [0, 1, 2, 5].map((place) => before[place]);
  await expect.poll(() => hrefs(page)).toHaveLength(4);
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.keyboard.press('Escape');
  await expectPhotos(page, expected as string[]);
  await expectPhotos(other, expected as string[]);
});

test('by keyboard only, and the focus returns [DEL-01, DEL-03]', async ({ page }) => {
  await openLibrary(page);
  await tabTo(page, tiles(page).first());
  await page.keyboard.press('Space');
  const remove = page.getByRole('toolbar').getByRole('button', { name: 'Delete' });
  await tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(remove).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByRole('dialog').getByRole('button', { name: 'Delete photo' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(tiles(page)).toHaveCount(3);
});

test.describe('with a thumb, on a phone, in German', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 780 } });

  test('photos are deleted, and nothing is too wide or inaccessible', async ({ page }) => {
    await openLibrary(page);
    await page.goto(`/my-photos/photos${GERMAN}`);
    await expect(tiles(page)).toHaveCount(4);
    await page.getByRole('button', { name: 'Auswählen', exact: true }).tap();
    for (const place of [0, 1]) await tiles(page).nth(place).tap();
    await page.getByRole('toolbar').getByRole('button', { name: 'Löschen' }).tap();
    const dialog = page.getByRole('dialog', { name: '2 Fotos löschen' });
    await expect(dialog).toBeVisible();
    await expectAccessible(page);
    const { scrollWidth, clientWidth } = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return { scrollWidth, clientWidth };
    });
    expect(scrollWidth).toBe(clientWidth);
    await onDeletion(page, (route) => route.fulfill({ status: 400, json: { code: 'x' } }));
    await dialog.getByRole('button', { name: 'Fotos löschen' }).tap();
    await expect(dialog.getByRole('alert')).toHaveText('Fehler: Ihre Fotos konnten nicht gelöscht werden');
    await expectAccessible(page);
    await page.unroute('**/photo-management/photos');
    await dialog.getByRole('button', { name: 'Fotos löschen' }).tap();
    await expect(dialog).toBeHidden();
    await expect(tiles(page)).toHaveCount(2);
  });
});
