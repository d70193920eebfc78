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

test('a dialog that is slow to load is left by Escape alone, and one that fails to is loaded again [MOD-01, SEL-09]', async ({
  page,
}) => {
  const held: Route[] = [];
  await page.route(CODE, (route) => void held.push(route));
  await openLibrary(page);
  await selectFirst(page);
  await pressDelete(page);
  await expect.poll(() => held.length).toBe(1);
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
