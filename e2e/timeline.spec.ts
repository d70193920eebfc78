import { expect, test } from '@playwright/test';
import { openLargeLibrary } from './large-library.ts';
import { expectScrolled } from './stillness.ts';

test.beforeEach(({ page }) => openLargeLibrary(page));

test('sorting by upload date regroups the months and is remembered [TL-13, TL-42, SRT-01, SRT-09]', async ({
  page,
}) => {
  const month = page.getByRole('heading', { level: 2 }).first();
  await page.getByRole('combobox').selectOption({ label: 'Upload date' });
  await expect(month).toHaveText(
    new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric' }).format(new Date()),
  );
  await page.reload();
  await expect(page.getByRole('combobox')).toHaveValue(/created/);
});

test('a long month ends with +N, which opens the rest and is remembered [TL-09, TL-10, TL-11, TL-37]', async ({
  page,
}) => {
  const more = page.getByRole('button', { name: /^Show \d+ more/ }).first();
  const month = page.getByRole('main');
  await expect
    .poll(
      async () => {
        await page.mouse.move(600, 500);
        await page.mouse.wheel(0, 600);
        await expectScrolled(page);
        return more.isVisible();
      },
      { timeout: 60_000, intervals: [0] },
    )
    .toBe(true);
  // By its accessible name, because another visible month may end the same way.
  const name = (await more.getAttribute('aria-label')) ?? '';
  const chosen = page.getByRole('button', { name, exact: true });
  await chosen.click();
  await expect(chosen).toBeHidden();
  expect(await page.evaluate(() => localStorage.getItem('visibleTimeLineSections'))).toContain('20');
  await expect(month.locator('img[src*="/media/"]').first()).toBeVisible();
});
