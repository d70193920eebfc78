import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, expect, type Page } from '@playwright/test';
import { findChromium } from '../scripts/find-chromium.ts';
import { ANNA, signIn } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { ACCOUNT_SHOTS } from './screenshots/account-shots.ts';
import { ALBUM_SHOTS } from './screenshots/album-shots.ts';
import { EARLIER_SHOTS } from './screenshots/earlier-shots.ts';
import { EXPORT_SHOTS } from './screenshots/export-shots.ts';
import { LIBRARY_SHOTS } from './screenshots/library-shots.ts';
import { MAILS, takeMails } from './screenshots/mail-shots.ts';
import { PHONE_SHOTS } from './screenshots/phone-shots.ts';
import { PRINTS_SHOTS } from './screenshots/prints-shots.ts';
import { readTexts, type Shot } from './screenshots/shot.ts';
import { STORAGE_SHOTS } from './screenshots/storage-shots.ts';

/**
 * Screenshots of every screen at four widths, light and dark, and at two widths in German and with doubled text size, from the
 * running system, and of every mail: `npm run screenshots`. BASE_URL uses a server that is already running, ONLY is a regular
 * expression for names (`390-light/album`; one that starts with `mails` needs no server), FOLDER replaces `screenshots/`, which
 * git ignores.
 */
const { BASE_URL, ONLY = '', FOLDER } = process.env;
const folder = FOLDER ?? path.resolve(import.meta.dirname, '../screenshots');

type Appearance = { width: number; mode: 'light' | 'dark' | 'german' | 'large' };
type Session = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>;

const APPEARANCES: Appearance[] = [
  ...[390, 820, 1180, 1440].flatMap((width) => [
    { width, mode: 'light' as const },
    { width, mode: 'dark' as const },
  ]),
  ...[390, 1180].flatMap((width) => [
    { width, mode: 'german' as const },
    { width, mode: 'large' as const },
  ]),
];
const SHOTS = [
  ...ACCOUNT_SHOTS,
  ...LIBRARY_SHOTS,
  ...ALBUM_SHOTS,
  ...EXPORT_SHOTS,
  ...EARLIER_SHOTS,
  ...PHONE_SHOTS,
  ...PRINTS_SHOTS,
  ...STORAGE_SHOTS,
];

const isOfMails = ONLY.startsWith(MAILS);
const server = BASE_URL || isOfMails ? null : await createOwnServer({ RATE_LIMIT_PER_MINUTE: '100000' });
await server?.start();
const baseURL = server?.url ?? BASE_URL ?? '';
const browser = await chromium.launch({
  executablePath: findChromium(),
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
});
const sessions = new Map<string, Session>();
try {
  await takeMails(browser, folder, new RegExp(ONLY));
  if (server) await waitForDemo(browser);
  if (!isOfMails) for (const appearance of APPEARANCES) await takeAll(browser, appearance);
} finally {
  await browser.close();
  await server?.remove();
}
console.log(`The pictures are in ${folder}`);

async function takeAll(from: Browser, appearance: Appearance): Promise<void> {
  const name = `${appearance.width}-${appearance.mode}`;
  const target = path.join(folder, name);
  await mkdir(target, { recursive: true });
  for (const shot of SHOTS.filter((one) => new RegExp(ONLY).test(`${name}/${one.name}`))) {
    const page = await openPage(from, appearance, shot);
    try {
      await take(page, appearance, shot);
    } catch (error) {
      console.error(`${name}/${shot.name}: ${error instanceof Error ? error.message.split('\n')[0] : error}`);
    }
    await page.screenshot({ path: path.join(target, `${shot.name}.png`) });
    await page.context().close();
  }
}

/** A new window in which the customer is already signed in. */
async function openPage(from: Browser, { width, mode }: Appearance, { customer }: Shot): Promise<Page> {
  const context = await from.newContext({
    baseURL,
    colorScheme: mode === 'dark' ? 'dark' : 'light',
    viewport: { width, height: width < 600 ? width * 2 : 900 },
    storageState: customer ? await sessionOf(from, customer) : undefined,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(15_000);
  return page;
}

async function sessionOf(from: Browser, customer: typeof ANNA): Promise<Session> {
  const existing = sessions.get(customer.email);
  if (existing) return existing;
  const page = await from.newPage({ baseURL });
  await page.goto('/');
  await signIn(page, customer);
  await page.getByRole('heading', { level: 1 }).waitFor();
  const session = await page.context().storageState();
  sessions.set(customer.email, session);
  await page.context().close();
  return session;
}

async function take(page: Page, { mode }: Appearance, { path: address, prepare, act, isWaiting }: Shot) {
  const texts = readTexts(mode === 'german' ? 'de-AT' : 'en-GB');
  await prepare?.(page, texts);
  await page.goto(mode === 'german' ? `${address}?channel=bildersonn` : address);
  if (mode === 'large')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  await (isWaiting ? page.locator('h1').waitFor() : page.waitForLoadState('networkidle'));
  await act?.(page, texts);
  if (!isWaiting) await page.waitForLoadState('networkidle');
  // Waits until all photos have arrived that will.
  if (!isWaiting && (await page.locator('[data-tile]').count()) > 0)
    await page
      .locator('[data-tile] img[data-loaded]')
      .first()
      .waitFor({ timeout: 5_000 })
      .catch(() => undefined);
  // Waits for sliding elements to arrive; skeletons keep pulsing.
  await page.evaluate(() => {
    const ending = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    return Promise.allSettled(ending.map(({ finished }) => finished)).then(() => undefined);
  });
}

/** The demo's library is filled in the background of a first start; its shared albums come last. */
async function waitForDemo(from: Browser) {
  const page = await from.newPage({ baseURL });
  await page.goto('/my-photos/albums');
  await signIn(page, ANNA);
  await expect(page.locator('a[href*="/shared-albums/"]').first()).toBeVisible({ timeout: 300_000 });
  await page.close();
}
