import { expect, test } from '@playwright/test';
import { tiles } from './albums.ts';
import { openLibrary } from './small-library.ts';

test('a double click is one press: one photo opens, one album is created and one name is saved', async ({
  page,
}) => {
  await openLibrary(page);
  await tiles(page).first().dblclick();
  await expect(page.locator('[data-preview]')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(/\/my-photos\/photos$/);

  const sent: string[] = [];
  page.on('request', (request) => {
    if (['POST', 'PATCH'].includes(request.method())) sent.push(new URL(request.url()).pathname);
  });
  await page.goto('/my-photos/albums');
  await page.getByRole('button', { name: 'New album' }).dblclick();
  await page.getByRole('textbox', { name: 'Album name' }).fill('Sea');
  await page.getByRole('button', { name: 'Create album' }).dblclick();
  await page.getByRole('button', { name: 'Sea, edit the name' }).dblclick();
  await page.getByRole('textbox', { name: 'Album name' }).fill('Lake');
  await page.getByRole('button', { name: 'Save' }).dblclick();
  await expect(page.getByRole('heading', { level: 1, name: /Lake/ })).toBeVisible();
  await page.goto('/my-photos/albums');
  await expect(page.getByRole('link', { name: /^Lake/ })).toHaveCount(1);
  expect(sent.filter((path) => /\/albums(\/[\w-]+)?$/.test(path))).toHaveLength(2);
});
