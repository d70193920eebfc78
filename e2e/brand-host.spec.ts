import { expect, type Locator, type Page, test } from '@playwright/test';
import { createCustomerAt } from './customers.ts';

/** The Swedish brand's own host, whose pages sign in at the provider on another host. */
const port = process.env.E2E_PORT ?? 3456;
test.use({ baseURL: `http://stundbo.localhost:${port}` });

async function signInInSwedish(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1, name: 'Logga in' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv-SE');
  const mia = await createCustomerAt(`http://localhost:${port}`);
  await page.getByLabel('E-postadress').fill(mia.email);
  await page.getByLabel('Lösenord', { exact: true }).fill(mia.password);
  await page.getByRole('button', { name: 'Logga in', exact: true }).click();
}

/** Measured until it has one: the app's banner takes the place of the first picture's. */
async function placeOf(image: Locator) {
  let place: Awaited<ReturnType<Locator['boundingBox']>> = null;
  await expect(async () => {
    place = await image.boundingBox();
    expect(place).not.toBeNull();
  }).toPass();
  return place;
}

const library = (page: Page) => page.getByRole('heading', { level: 1, name: 'Mina foton' });

test('a brand’s host signs in, in its own language, and returns to itself [IDN-01, CFG-07]', async ({
  page,
}) => {
  await page.goto('/my-photos/photos?from=mail');
  await signInInSwedish(page);
  await expect(library(page)).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/stundbo\.localhost:\d+\/my-photos\/photos\?from=mail$/);
  await expect(page.locator('html')).toHaveAttribute('lang', 'sv-SE');
});

test('a brand requested by name also signs in in its own language [CFG-07]', async ({ page }) => {
  await page.goto(`http://localhost:${port}/my-photos/photos?channel=stundbo`);
  await signInInSwedish(page);
  await expect(library(page)).toBeVisible();
});

test('a page reloaded under a brand requested by name shows no other brand before it is known [CFG-07]', async ({
  page,
}) => {
  await page.goto(`http://localhost:${port}/withdrawal?channel=stundbo`);
  const logo = page.getByRole('banner').getByRole('img', { name: 'Stundbo' });
  await expect(logo).toBeVisible();
  const place = await placeOf(logo);
  const scripts = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await scripts.promise;
    // What the page before has still requested is gone with it.
    await route.continue().catch(() => undefined);
  });
  const opened = page.goto(`http://localhost:${port}/withdrawal`);
  await expect(page.locator('.start-page')).toHaveCSS('opacity', '1');
  await expect(page.locator('.start-bar img')).toBeHidden();
  await expect(page.locator('link[rel=icon]')).toHaveAttribute('href', 'data:,');
  scripts.resolve();
  await opened;
  await expect(logo).toBeVisible();
  expect(await placeOf(logo)).toEqual(place);
});

test('a brand’s own host shows its logo before any script has run', async ({ page }) => {
  await page.route('**/assets/*.js', () => undefined);
  void page.goto('/withdrawal').catch(() => undefined);
  await expect(page.getByRole('img', { name: 'Stundbo' })).toBeVisible();
});

test('a reload keeps the session on a brand’s host, and another tab finds it [IDN-04]', async ({
  page,
  context,
}) => {
  await page.goto('/my-photos/photos');
  await signInInSwedish(page);
  await expect(library(page)).toBeVisible();
  const left: string[] = [];
  page.on('framenavigated', (frame) => left.push(new URL(frame.url()).hostname));
  await page.reload();
  await expect(library(page)).toBeVisible();
  expect(new Set(left)).toEqual(new Set(['stundbo.localhost']));
  const second = await context.newPage();
  await second.goto('/my-photos/photos');
  await expect(library(second)).toBeVisible();
});

test('signing out at a brand’s host ends the session there and at the provider [SHL-13]', async ({
  page,
}) => {
  await page.goto('/');
  await signInInSwedish(page);
  await page
    .getByRole('link', { name: 'Logga ut' })
    .or(page.getByRole('button', { name: 'Logga ut' }))
    .first()
    .click();
  await expect(page.getByRole('heading', { name: 'Du är utloggad' })).toBeVisible();
  await expect(page).toHaveURL(/^http:\/\/stundbo\.localhost:\d+\/logout/);
  await page.goto('/');
  await expect(page.getByRole('heading', { level: 1, name: 'Logga in' })).toBeVisible();
});
