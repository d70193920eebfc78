import { expect, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';

test.beforeEach(async ({ page }) => {
  await registerIn(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mia');
});

test('the overview is in a shell of top menu, side menu, content and footer [SHL-01, RTE-17]', async ({
  page,
}) => {
  await expect(page.getByRole('banner')).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('contentinfo')).toBeAttached();
});

test('the side menu links to every existing page, and to no other [SHL-03, SHL-10, SHL-12]', async ({
  page,
}) => {
  const menu = page.getByRole('navigation').filter({ has: page.getByRole('link', { name: 'Saved photos' }) });
  for (const link of await menu.getByRole('link').all()) {
    const href = await link.getAttribute('href');
    const answer = await page.request.get(href ?? '');
    expect(answer.ok(), `${href}`).toBe(true);
  }
  await menu.getByRole('link', { name: 'Saved photos' }).click();
  await expect(page).toHaveURL(/\/my-photos\/photos/);
  await page.goBack();
  await menu.getByRole('link', { name: 'Overview' }).click();
  await expect(page).toHaveURL(/localhost:\d+\/$/);
});

test('on a phone the side menu is on the home page and on no other [SHL-02, LAY-05]', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('link', { name: 'Saved photos' })).toBeVisible();
  await page.getByRole('link', { name: 'Saved photos' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Saved photos' })).toBeHidden();
});

for (const path of ['/', '/my-photos/photos', '/nowhere']) {
  test(`${path} has one heading, a title and no accessibility violations, light and dark`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    await expect(page).toHaveTitle(/.+ - .+|.+ [|·–] .+/);
    await expectAccessible(page);
  });
}

test('the page has no violation of its own content security policy', async ({ page }) => {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (/content security policy/i.test(message.text())) complaints.push(message.text());
  });
  await page.goto('/my-photos/photos');
  await expect(page.getByRole('heading', { level: 1, name: 'My photos' })).toBeVisible();
  expect(complaints).toEqual([]);
});
