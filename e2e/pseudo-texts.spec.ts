import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { nestTexts } from '@keepsake/contracts/platform/text-tables';
import { expect, type Page, test } from '@playwright/test';
import { pseudoText, pseudoTexts, writePseudoBrands } from '../scripts/texts/pseudo.ts';
import { prepareCustomer } from './customer-with-everything.ts';
import { registerBusinessIn } from './customers.ts';
import { expectNothingCut } from './cut-texts.ts';
import { DELETED, openDeleted } from './deleted-library.ts';
import { createOwnServer } from './own-server.ts';
import { readTexts } from './screenshots/shot.ts';

const ENGLISH = path.resolve(import.meta.dirname, '../apps/web/locales/en-GB.json');
const english = readTexts('en-GB');
/** The name of what a text stands on, in longer words. */
const named = (key: string) => ({ name: pseudoText(english(key)), exact: true });

/** Every text of the web app becomes a longer one, as `npm run dev -- --pseudo` words it. */
async function lengthenTexts(page: Page): Promise<void> {
  const texts = JSON.parse(await readFile(ENGLISH, 'utf8'));
  const json = nestTexts(texts, pseudoTexts('en-GB').web ?? {});
  await page.route('**/locales/*.json*', (route) => route.fulfill({ json }));
}

async function judge(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await expect(page.locator('main').first()).toBeVisible();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
  await expectNothingCut(page, address);
}

/** The address of the first link of the page to something below `start`. */
async function firstBelow(page: Page, start: string): Promise<string> {
  const links = page.locator(`main a[href^="${start}"]`);
  await expect(links.first()).toBeVisible();
  return (await links.first().getAttribute('href')) ?? '';
}

test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });
test.beforeEach(() => test.setTimeout(300_000));

test('nothing is cut on a phone in a language of longer words', async ({ page, baseURL }) => {
  await prepareCustomer(page, baseURL);
  await lengthenTexts(page);
  await judge(page, '/orders');
  await judge(page, await firstBelow(page, '/orders/'));
  const addresses = ['/', '/settings', '/settings/addresses/all', '/vouchers', '/downloads', '/phone'];
  for (const address of addresses) await judge(page, address);
  await judge(page, '/my-photos/albums');
  await judge(page, await firstBelow(page, '/my-photos/albums/'));
  await page.locator('[data-tile]').first().click();
  await expect(page.locator('main[data-preview]')).toBeVisible();
  await expectNothingCut(page, 'the preview');
  await judge(page, '/my-photos/photos');
  await page.getByRole('button', named('library.addPhotos')).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCut(page, 'the dialog to add photos');
  await page.goto('/my-photos/photos?export=true');
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectNothingCut(page, 'the dialog to export photos');
  await judge(page, `/my-photos/exports/${randomUUID()}`);
});

test('nothing is cut on the page of deleted photos', async ({ page }) => {
  await openDeleted(page);
  await lengthenTexts(page);
  await judge(page, DELETED);
  await expect(page.getByText(pseudoText(english('deleted.hint')))).toBeVisible();
  await expect(page.locator('[data-tile]')).toHaveCount(4);
});

test('nothing is cut on the pages of a firm', async ({ page }) => {
  await registerBusinessIn(page);
  await lengthenTexts(page);
  for (const address of ['/invoices', '/settings/b2b', '/integration']) await judge(page, address);
});

test('brands in longer words start, and nothing is cut on the pages of sign-in', async ({ page }) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-pseudo-'));
  const server = await createOwnServer({ CHANNELS_FILE: writePseudoBrands(folder), DEMO: 'off' });
  try {
    await server.start();
    await page.goto(server.url);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('⟦');
    await expectNothingCut(page, 'the page to sign in');
    for (const link of await page.locator('main a').all()) {
      await link.click();
      await expectNothingCut(page, page.url());
      await page.goBack();
    }
  } finally {
    await server.remove();
    await rm(folder, { recursive: true });
  }
});
