import { expect, type Page, test } from '@playwright/test';
import { registerIn } from './customers.ts';
import { day, openShop } from './shop.ts';

/** As wide as A4 within its margins, at 96 dots an inch. */
test.use({ viewport: { width: 680, height: 1_000 }, contextOptions: { reducedMotion: 'reduce' } });

/** What an open page would print that belongs on screens alone, or could not be read there. */
const listFaults = (page: Page) =>
  page.evaluate(() => {
    const seen = [...document.body.querySelectorAll<HTMLElement>('*')].filter((one) => {
      const { width, height } = one.getBoundingClientRect();
      return width > 1 && height > 1 && one.checkVisibility({ visibilityProperty: true });
    });
    const lightnessOf = (color: string) => {
      // Mixed colours are written with their lightness first.
      if (color.startsWith('oklab')) return Number(color.match(/[\d.]+/)?.[0]);
      const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
      return alpha === 0 ? 1 : (red * 0.3 + green * 0.59 + blue * 0.11) / 255;
    };
    const isFrame = (one: HTMLElement) =>
      one.matches('button, nav, header, footer, [href="#content"], .mantine-Button-root') ||
      ['fixed', 'sticky'].includes(getComputedStyle(one).position);
    const isPale = (one: HTMLElement) =>
      [...one.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) &&
      lightnessOf(getComputedStyle(one).color) > 0.35;
    const isDark = (one: HTMLElement) => lightnessOf(getComputedStyle(one).backgroundColor) < 0.6;
    const shown = [...document.querySelectorAll('main section')].filter((one) => one.checkVisibility());
    const panels = shown.map((one) => one.getBoundingClientRect());
    const isBeside = panels.some(({ top }, at) => at > 0 && top < (panels[at - 1]?.bottom ?? 0));
    const name = (one: HTMLElement) => `${one.tagName} ${one.textContent?.trim().slice(0, 40)}`;
    return {
      frame: seen.filter(isFrame).map(name),
      pale: seen.filter(isPale).map(name),
      dark: document.querySelector('main img') ? [] : seen.filter(isDark).map(name),
      isBeside,
      columns: new Set(panels.map(({ left }) => left)).size,
    };
  });

test('an order and the lists of an account are printed without frame and buttons, in one column, black on white [RTE-20]', async ({
  page,
}) => {
  const mia = await registerIn(page);
  const shop = openShop(page.request, mia.customerId);
  const orderCode = await shop.place();
  await shop.report(orderCode, 'delivery-promise', { from: day(7), to: day(8), reason: 'high-demand' });
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  for (const address of ['/', '/orders', '/invoices', '/vouchers', '/withdrawal', `/orders/${orderCode}`]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0);
    await expect
      .poll(() => listFaults(page), { message: address })
      .toMatchObject({ frame: [], pale: [], dark: [], isBeside: false });
  }
  // What could be set there belongs on screens alone, and so does its heading.
  await expect(page.getByRole('heading', { name: 'Needed by', includeHidden: true })).toBeHidden();
  // Where a page of paper ends, grids of panels are torn apart or printed over each other.
  const delivery = page.getByRole('region', { name: 'Delivery', exact: true });
  await expect(delivery).toContainText('SW12 9RT');
  await expect(delivery).toHaveCSS('break-inside', 'avoid');
  expect(await delivery.evaluate((one) => getComputedStyle(one.parentElement ?? one).display)).toBe('block');
});
