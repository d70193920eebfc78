import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { ANNA, NOAH, signIn } from './customers.ts';
import { createOwnServer } from './own-server.ts';

/**
 * Pictures of every screen at four widths, light and dark, from the running system: `npm run screenshots`. BASE_URL
 * takes them from a server that runs already. They go to `screenshots/`, which git ignores.
 */
const WIDTHS = [390, 820, 1180, 1440];
const folder = path.resolve(import.meta.dirname, '../screenshots');

type Shot = {
  name: string;
  customer: typeof ANNA | null;
  path: string;
  /** Before the page is opened. */
  prepare?(page: Page): Promise<unknown>;
  /** On the open page. */
  act?(page: Page): Promise<unknown>;
};

const SHOTS: Shot[] = [
  { name: 'sign-in', customer: null, path: '/' },
  { name: 'overview', customer: ANNA, path: '/' },
  { name: 'overview-empty', customer: NOAH, path: '/' },
  { name: 'timeline', customer: ANNA, path: '/my-photos/photos' },
  { name: 'timeline-german', customer: ANNA, path: '/my-photos/photos?channel=bildersonn' },
  { name: 'timeline-empty', customer: NOAH, path: '/my-photos/photos' },
  {
    name: 'timeline-error',
    customer: ANNA,
    path: '/my-photos/photos',
    prepare: (page) => page.route('**/users/timeline*', (route) => route.abort()),
  },
  { name: 'import', customer: NOAH, path: '/my-photos/photos', act: openImport },
  { name: 'timeline-selecting', customer: ANNA, path: '/my-photos/photos', act: selectMonth },
  { name: 'copy-to-album', customer: ANNA, path: '/my-photos/photos', act: actOnMonth('Copy to album') },
  { name: 'delete', customer: ANNA, path: '/my-photos/photos', act: actOnMonth('Delete') },
  { name: 'delete-all', customer: ANNA, path: '/my-photos/photos', act: press('Delete all photos') },
  { name: 'preview', customer: ANNA, path: '/my-photos/photos', act: openFirstPhoto },
  { name: 'albums', customer: ANNA, path: '/my-photos/albums' },
  { name: 'albums-empty', customer: NOAH, path: '/my-photos/albums' },
  { name: 'new-album', customer: ANNA, path: '/my-photos/albums', act: press('New album') },
  { name: 'album', customer: ANNA, path: '/my-photos/albums', act: openAlbum(1) },
  { name: 'shared-album', customer: NOAH, path: '/my-photos/albums', act: openAlbum(1) },
  { name: 'downloads', customer: ANNA, path: '/downloads' },
  { name: 'not-found', customer: ANNA, path: '/nowhere' },
];

function press(name: string) {
  return async (page: Page) => {
    await page.getByRole('button', { name, exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
  };
}

async function selectMonth(page: Page) {
  await page.getByRole('button', { name: 'Select', exact: true }).click();
  await page.getByRole('checkbox').first().click();
  await page.getByRole('toolbar').waitFor();
}

function actOnMonth(name: string) {
  return async (page: Page) => {
    await selectMonth(page);
    await page.getByRole('toolbar').getByRole('button', { name, exact: true }).click();
    await page.getByRole('dialog').waitFor();
  };
}

async function openFirstPhoto(page: Page) {
  await page.locator('[data-tile] a').first().click();
  await page.waitForURL(/preview/);
}

/** The album at a place of the grid, counted from 1. */
function openAlbum(place: number) {
  return async (page: Page) => {
    await page
      .getByRole('main')
      .getByRole('list')
      .getByRole('link')
      .nth(place - 1)
      .click();
    await page.waitForURL(/albums\/./);
  };
}

async function openImport(page: Page) {
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await page.getByRole('dialog').waitFor();
}

const server = process.env.BASE_URL ? null : await createOwnServer();
await server?.start();
const baseURL = server?.url ?? process.env.BASE_URL ?? '';
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
try {
  if (server) await waitForDemo(browser);
  for (const width of WIDTHS)
    for (const scheme of ['light', 'dark'] as const) await takeAll(browser, width, scheme);
} finally {
  await browser.close();
  await server?.remove();
}
console.log(`The pictures are in ${folder}`);

async function takeAll(from: Browser, width: number, colorScheme: 'light' | 'dark') {
  const target = path.join(folder, `${width}-${colorScheme}`);
  await mkdir(target, { recursive: true });
  for (const { name, customer, path: address, prepare, act } of SHOTS) {
    const context = await from.newContext({
      baseURL,
      colorScheme,
      viewport: { width, height: Math.round(width < 600 ? width * 2 : 900) },
    });
    const page = await context.newPage();
    await page.goto(customer ? '/' : address);
    if (customer) {
      await signIn(page, customer);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await prepare?.(page);
      await page.goto(address);
    }
    await page.waitForLoadState('networkidle');
    await act?.(page);
    await page.screenshot({ path: path.join(target, `${name}.png`) });
    await context.close();
  }
}

/** The demo's library fills in the background of a first start. */
async function waitForDemo(from: Browser) {
  const page = await from.newPage({ baseURL });
  await page.goto('/');
  await signIn(page, ANNA);
  await expect(page.getByText(/4\d\d photos/)).toBeVisible({ timeout: 300_000 });
  await page.close();
}
