import { expect, test } from '@playwright/test';
import { openLibrary } from './small-library.ts';

test('deleting moves on to the neighbour, a failure restores the photo, and the last one leads to the photos [PRV-05, PRV-06, PRV-23]', async ({
  page,
}) => {
  await openLibrary(page, ['exif-original.jpg', 'exif-digitized.jpg']);
  await expect(page.locator('[data-tile]')).toHaveCount(2);
  await page.locator('a[href*="/preview/"]').first().click();
  const position = page.getByRole('main').getByRole('status');
  const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete photo' });
  await expect(position).toHaveText(/^Photo 1 of 2\. Taken on \d+ July 2019/);

  await page.route('**/photos', (route) =>
    route.request().method() === 'DELETE'
      ? route.fulfill({ status: 400, json: { code: 'x' } })
      : route.fallback(),
  );
  await page.keyboard.press('Delete');
  await confirm.click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await expect(position).toHaveText(/July 2019/);

  await page.unroute('**/photos');
  await confirm.click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(position).toHaveText(/Taken on \d+ March 2017/);
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await confirm.click();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(page.getByText('Your photo library is empty')).toBeVisible();
});
