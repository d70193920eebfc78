import { expect, type Page, type Route, test } from '@playwright/test';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

const CODE = '**/assets/delete-photos-dialog-*.js';

async function selectFirst(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await tiles(page).first().click();
  await expect(selected(page)).toBeVisible();
}

/** Expects a script to be there, before anything has been pressed that needs it. */
const expectLoaded = (page: Page, name: string) =>
  expect
    .poll(() => page.evaluate(() => performance.getEntriesByType('resource').map((entry) => entry.name)))
    .toContainEqual(expect.stringContaining(`/${name}-`));

/** How a button of the selection's bar is drawn: its label's colour, and the opacity of the sign that it is busy. */
const faceOf = (page: Page, name: string) =>
  page
    .getByRole('toolbar')
    .getByRole('button', { name })
    .evaluate((button) => ({
      label: getComputedStyle(button).color,
      sign: getComputedStyle(button, '::after').opacity,
    }));

const selected = (page: Page) => page.getByText('1 selected');
const pressDelete = (page: Page) => page.getByRole('toolbar').getByRole('button', { name: 'Delete' }).click();
const dialog = (page: Page) => page.getByRole('dialog');

test('dialogs of the selection open for the first time without a connection, and Escape leaves them alone [DEL-01, MOD-01]', async ({
  page,
  context,
}) => {
  await openLibrary(page);
  await selectFirst(page);
  await expectLoaded(page, 'delete-photos-dialog');
  await expectLoaded(page, 'copy-to-album-dialog');
  await context.setOffline(true);
  await pressDelete(page);
  await expect(dialog(page).getByRole('button', { name: /^Delete photo/ })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toBeHidden();
  await expect(selected(page)).toBeVisible();
  await page.getByRole('toolbar').getByRole('button', { name: 'Copy to album' }).click();
  await expect(dialog(page)).toBeVisible();
});

test('dialogs of the photos page and of the frame are loaded before they are opened [EXP-01, TL-21]', async ({
  page,
  context,
}) => {
  await openLibrary(page);
  for (const name of ['export-dialog', 'delete-all-dialog', 'sign-out-dialog', 'storage-dialog'])
    await expectLoaded(page, name);
  await page.setViewportSize({ width: 390, height: 844 });
  await expectLoaded(page, 'menu-sheet');
  await page.setViewportSize({ width: 1280, height: 844 });
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Export photos' }).click();
  await expect(dialog(page).getByRole('button', { name: 'Create export' })).toBeVisible();
});

test('a dialog that is slow to load is left by Escape alone, and one that fails to is loaded again [MOD-01, SEL-09]', async ({
  page,
}) => {
  const held: Route[] = [];
  await page.route(CODE, (route) => void held.push(route));
  await openLibrary(page);
  await selectFirst(page);
  await pressDelete(page);
  await expect.poll(() => held.length).toBe(1);
  const faces = { label: 'rgba(0, 0, 0, 0)', sign: '1' };
  await expect.poll(() => faceOf(page, 'Delete')).toEqual(faces);
  await page.keyboard.press('Escape');
  await expect(selected(page)).toBeVisible();

  await pressDelete(page);
  await held[0]?.abort();
  const retry = page.getByRole('button', { name: 'Try again' });
  await expect(retry).toBeVisible();
  await expect(selected(page)).toBeVisible();
  await page.unroute(CODE);
  await retry.click();
  await expect(dialog(page).getByRole('button', { name: /^Delete photo/ })).toBeVisible();
});
