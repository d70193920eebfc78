import { expect, type Page, test } from '@playwright/test';
import { registerIn } from './customers.ts';

test.use({ viewport: { width: 1920, height: 1000 } });

const TEXT_PAGES = [
  '/',
  '/orders',
  '/invoices',
  '/vouchers',
  '/saved-projects',
  '/downloads',
  '/settings',
  '/help',
];

/** The room that the page leaves free at both sides within the content, in pixels. */
const sidesOf = (page: Page) =>
  page.locator('main').evaluate((main) => {
    const { paddingLeft, paddingRight } = getComputedStyle(main);
    const outer = main.getBoundingClientRect();
    const inner = main.querySelector('h1')?.parentElement?.parentElement?.getBoundingClientRect();
    if (!inner) throw new Error('The page is not there');
    const sides = [
      inner.left - outer.left - parseFloat(paddingLeft),
      outer.right - inner.right - parseFloat(paddingRight),
    ];
    return sides.map(Math.round);
  });

test('on a wide screen every text page stands in the middle beside the menu, and photos use all of it', async ({
  page,
}) => {
  await registerIn(page);
  for (const address of TEXT_PAGES) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(async () => (await sidesOf(page))[0], address).toBeGreaterThan(200);
    const [start, end] = await sidesOf(page);
    expect(start, address).toBe(end);
  }
  for (const address of ['/my-photos/photos', '/my-photos/albums']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect.poll(() => sidesOf(page), address).toEqual([0, 0]);
  }
});
