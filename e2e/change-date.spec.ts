import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { tiles } from './albums.ts';
import { openOther } from './customers.ts';
import { openLibrary } from './small-library.ts';

const DESK = { width: 1280, height: 1_600 };
const PHONE = { width: 360, height: 740 };
test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: DESK });

const inBar = (page: Page, name: string) => page.getByRole('toolbar').getByRole('button', { name });
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Change date' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const confirm = (page: Page) => dialog(page).getByRole('button', { name: 'Change date' });
const names = (page: Page) =>
  tiles(page).evaluateAll((links) => links.map((link) => link.getAttribute('aria-label')));

test('a selection gets a year by pointer and is undone by key, in every tab', async ({ page }) => {
  await openLibrary(page);
  const other = await openOther(page);
  await other.goto('/my-photos/photos');
  await expect(tiles(other)).toHaveCount(4);
  const before = await names(page);

  await tiles(page).first().focus();
  await page.keyboard.press('Control+a');
  await inBar(page, 'More').click();
  await inBar(page, 'Change date').click();
  await dialog(page).getByLabel('Year').fill('1974');
  await expect(dialog(page).getByText('4 photos get another date.')).toBeVisible();
  await expectAccessible(page);
  await confirm(page).click();
  for (const tab of [page, other]) {
    await expect(heading(tab, 'July 1974')).toBeVisible();
    await expect(tab.getByText('1974', { exact: true }).first()).toBeVisible();
    await expect.poll(() => names(tab)).toEqual(Array(4).fill('Taken in 1974'));
  }
  await page.keyboard.press('Control+z');
  for (const tab of [page, other]) await expect.poll(() => names(tab)).toEqual(before);
});

test('a clock is set right by keyboard alone, and what the file says stays readable', async ({ page }) => {
  await openLibrary(page);
  await tiles(page).first().click();
  await expect(page.getByRole('button', { name: 'Details' })).toBeVisible();
  await page.keyboard.press('i');
  const panel = page.getByRole('complementary', { name: 'Details' });
  const before = await panel.locator('dd').first().textContent();
  const button = panel.getByRole('button', { name: 'Change date' });
  const distances = await button.evaluate((one) => {
    const { top, bottom } = one.getBoundingClientRect();
    const above = one.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    return [top - above, (one.nextElementSibling?.getBoundingClientRect().top ?? 0) - bottom];
  });
  expect(distances).toEqual([12, 12]);
  await button.focus();
  await page.keyboard.press('Enter');
  await expect(dialog(page).getByLabel('Year')).toBeFocused();
  await dialog(page).getByLabel('Set a date').focus();
  await page.keyboard.press('ArrowDown');
  await dialog(page).getByLabel('Days').fill('400');
  await dialog(page).getByLabel('Direction').selectOption('Earlier');
  await expect(dialog(page).getByText('One photo gets another date.')).toBeVisible();
  await confirm(page).focus();
  await page.keyboard.press('Enter');
  await expect(panel.getByText(/^The file says/)).toBeVisible();
  await expect(page).toHaveURL(/preview/);

  await panel.getByRole('button', { name: 'Change date' }).click();
  await dialog(page).getByLabel("Back to the camera's date").check();
  await confirm(page).click();
  await expect(panel.getByText(/^The file says/)).toHaveCount(0);
  await expect.poll(() => panel.locator('dd').first().textContent()).toBe(before);
});

test.describe('with a thumb', () => {
  test.use({ viewport: PHONE, isMobile: true, hasTouch: true });

  test('a photo gets a month, and the toast takes it back', async ({ page }) => {
    await openLibrary(page);
    const before = await names(page);
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await tiles(page).first().tap();
    await inBar(page, 'More').tap();
    await expectAccessible(page);
    await inBar(page, 'Change date').tap();
    await dialog(page).getByLabel('Year').fill('1970');
    await dialog(page).getByLabel('Month').selectOption('January');
    await dialog(page).getByLabel('Day').fill('');
    await dialog(page).getByLabel('Time', { exact: true }).fill('');
    await expect(dialog(page).getByText(/stay under the heading 'Unknown Date'/)).toBeVisible();
    await expectAccessible(page);
    await confirm(page).tap();
    await expect.poll(() => names(page)).toContain('Taken in January 1970');
    await page.getByRole('button', { name: 'Undo' }).tap();
    await expect.poll(() => names(page)).toEqual(before);
  });
});
