import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { prepareCustomer } from './customer-with-everything.ts';
import { registerBusinessIn } from './customers.ts';
import { expectRoomForEnlargedText } from './enlarged-text.ts';
import { expectTargets, TARGET } from './target-sizes.ts';

/** Every address of the app, from the route tree that is generated from its files. */
const ADDRESSES = readAddresses();
/** They end the session, or the visit. */
const ENDING = ['/logout', '/account-closed', '/second-factor-required'];
/** To these no page links. */
const UNLINKED: Record<string, string> = { '/$': '/nowhere', '/help/$topic': '/help/faq' };
/** Nobody here has what they show. */
const EMPTY = [
  '/demo-shop/projects/$projectCode',
  '/my-photos/deleted/preview/$photoId',
  '/my-photos/exports/$backupId',
  '/settings/address/$addressId',
];

function readAddresses(): string[] {
  const file = path.resolve(import.meta.dirname, '../apps/web/src/routeTree.gen.ts');
  const [, union = ''] = /\n {2}fullPaths:\n([^}]*?)\n {2}\w+: /.exec(readFileSync(file, 'utf8')) ?? [];
  return [...union.matchAll(/'([^']+)'/g)].map(([, address = '']) => address);
}

const isOfFirms = (address: string) => /^\/(settings\/b2b|invoices|integration)/.test(address);
const isOfAll = (address: string) => !isOfFirms(address) && !ENDING.includes(address);

/** Opens each address, and judges its page; returns those with parameters to which no page before had a link. */
async function openEach(page: Page, addresses: string[], judge: () => Promise<void>): Promise<string[]> {
  const linked = new Set<string>();
  const unlinked: string[] = [];
  const countParameters = (address: string) => address.split('$').length;
  for (const address of addresses.sort((one, other) => countParameters(one) - countParameters(other))) {
    const target = UNLINKED[address] ?? fillIn(address, linked);
    if (target === null) {
      unlinked.push(address);
      continue;
    }
    await page.goto(target);
    await expect(page.locator('main').first()).toBeVisible();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
    await page.waitForLoadState('networkidle');
    await judge();
    const links = page.locator('a[href^="/"]');
    const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href') ?? ''));
    for (const href of hrefs) linked.add(href);
  }
  return unlinked.sort();
}

/** An address with the parameters of the first link to it, or to the page above it; null if there is none. */
function fillIn(address: string, linked: ReadonlySet<string>): string | null {
  const [, upper = '', rest = ''] = /^(.*\$\w+)?(.*)$/.exec(address) ?? [];
  if (upper === '') return address;
  const form = new RegExp(`^${upper.replaceAll(/\$\w+/g, '[^/?#]+')}(?=[/?#]|$)`);
  const found = [...linked].flatMap((href) => form.exec(href)?.[0] ?? []);
  const first = found.find((href) => !ADDRESSES.includes(href));
  return first === undefined ? null : first + rest;
}

/** Opening a page takes longest: it is opened once, its text is enlarged, and then its window is as narrow, but that of a desk. */
async function judgeOnPhoneAndDesk(page: Page): Promise<void> {
  await expectTargets(page, TARGET.thumb);
  await expectRoomForEnlargedText(page);
  const browser = await page.context().newCDPSession(page);
  await browser.send('Emulation.setTouchEmulationEnabled', { enabled: false });
  expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(false);
  await expectTargets(page, TARGET.mouse);
  await browser.detach();
}

test.beforeEach(() => test.setTimeout(300_000));

test.describe('with a thumb', () => {
  test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

  test('everything to press is 44 px large on every page, and 24 px without the thumb, and text may be twice as large', async ({
    page,
    baseURL,
  }) => {
    await prepareCustomer(page, baseURL);
    const judge = () => judgeOnPhoneAndDesk(page);
    expect(await openEach(page, ADDRESSES.filter(isOfAll), judge)).toEqual(EMPTY);
  });

  test('everything to press is 44 px large on the pages of a firm, and 24 px without the thumb, and text may be twice as large', async ({
    page,
  }) => {
    await registerBusinessIn(page);
    await openEach(page, ADDRESSES.filter(isOfFirms), () => judgeOnPhoneAndDesk(page));
  });
});

test.describe('with a mouse', () => {
  test.use({ viewport: { width: 1440, height: 900 } });

  test('everything to press is 24 px large on the pages of a firm', async ({ page }) => {
    await registerBusinessIn(page);
    await openEach(page, ADDRESSES.filter(isOfFirms), () => expectTargets(page, TARGET.mouse));
  });
});
