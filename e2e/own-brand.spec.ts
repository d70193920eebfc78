import path from 'node:path';
import { expect, test } from '@playwright/test';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';

/** The brand of the walk-through in docs/operations/brands-and-texts.md, in a language that is not built in. */
const EXAMPLE = path.resolve(import.meta.dirname, '../docs/examples/own-brand/channels.json');

test('a brand from a file, in a language from files, works from sign-in to library [CFG-02, CFG-07]', async ({
  page,
}, info) => {
  const server = await createOwnServer({ CHANNELS_FILE: EXAMPLE, DEMO: 'off', TRUST_PROXY: 'loopback' });
  try {
    await server.start();
    const mia = await createCustomerAt(server.url);
    await page.goto(`${server.url.replace('localhost', 'lysholt.localhost')}/my-photos/photos`);
    await expect(page.getByRole('heading', { level: 1, name: 'Log ind' })).toBeVisible();
    await expect(page.getByRole('img', { name: 'Lysholt' })).toBeVisible();
    await page.screenshot({ path: info.outputPath('sign-in.png') });
    await page.getByLabel('E-mailadresse').fill(mia.email);
    await page.getByLabel('Adgangskode', { exact: true }).fill(mia.password);
    await page.getByRole('button', { name: 'Log ind', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Mine fotos' })).toBeVisible();
    await expect(page.getByText('Her er plads til dine første fotos')).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('lang', 'da-DK');
    for (const width of [390, 820, 1180, 1440])
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 860 });
        const isWider = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
        expect(isWider).toBe(false);
        await page.screenshot({ path: info.outputPath(`library-${width}-${colorScheme}.png`) });
      }
    await page.goto(page.url().replace(/\/my-photos.*/, '/'));
    await expect(page.getByRole('heading', { level: 1 })).toContainText(/Godmorgen|God eftermiddag|Godaften/);
  } finally {
    await server.remove();
  }
});
