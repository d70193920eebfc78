import { type Browser, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerAndOpen } from './customers.ts';
import { expectTargets, TARGET } from './target-sizes.ts';

const PAGES = ['Company details', 'Terms', 'Cancellation rights', 'Privacy', 'Accessibility'];
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function openPhone(browser: Browser, baseURL: string | undefined): Promise<Page> {
  const context = await browser.newContext({ baseURL, ...PHONE });
  return context.newPage();
}

/** Whoever is on this page reaches all legal pages from its end, and nothing is wider than the phone. */
async function expectLegalLinks(page: Page): Promise<void> {
  for (const name of PAGES) await expect(page.getByRole('link', { name, exact: true })).toBeVisible();
  await expectTargets(page, TARGET.thumb);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
}

test('whoever signs in or registers reads the terms beside the form, and that they are not yet approved', async ({
  browser,
  baseURL,
}) => {
  const page = await openPhone(browser, baseURL);
  await page.goto('/');
  await page.getByLabel('Email').fill('anna@example.com');
  await expectLegalLinks(page);
  const [terms] = await Promise.all([
    page.waitForEvent('popup'),
    page.getByRole('link', { name: 'Terms', exact: true }).click(),
  ]);
  await expect(terms.getByRole('heading', { level: 1 })).toHaveText('Terms');
  await expect(
    terms.getByText('This text is an example. Pennyfern Ltd has not yet approved it.'),
  ).toBeVisible();
  await expectLegalLinks(terms);
  await terms.getByRole('link', { name: 'Accessibility', exact: true }).click();
  await expect(terms.getByRole('heading', { name: 'What is tested' })).toBeVisible();
  await expectAccessible(terms);
  await expect(page.getByLabel('Email')).toHaveValue('anna@example.com');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Sign in');
  await expectLegalLinks(page);
  await page.context().close();
});

test('pages without a sign-in end with the legal pages: the phone’s, the gallery, help, and signing out', async ({
  browser,
  baseURL,
}) => {
  const page = await openPhone(browser, baseURL);
  for (const path of ['/phone', '/gallery/pennyfern', '/help/faq', '/logout']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expectLegalLinks(page);
  }
  await page.context().close();
});

test('the footer of the account has them, and full-screen pages have not', async ({ browser, baseURL }) => {
  const page = await openPhone(browser, baseURL);
  await registerAndOpen(page);
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: 'Privacy', exact: true })).toBeVisible();
  await page.goto('/demo-shop');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Privacy', exact: true })).toHaveCount(0);
  await page.context().close();
});

test('no title of a legal page is broken within a word on the narrowest phone, in any language', async ({
  browser,
  baseURL,
}) => {
  const page = await openPhone(browser, baseURL);
  const languages = {
    pennyfern: 'en-GB',
    bildersonn: 'de-AT',
    kiekhof: 'nl-NL',
    cliclune: 'fr-FR',
    stundbo: 'sv-SE',
  };
  for (const [channel, language] of Object.entries(languages)) {
    for (const kind of ['imprint', 'terms', 'withdrawal', 'privacy', 'accessibility']) {
      await page.goto(`/legal/${channel}/${kind}?language=${language}`);
      const title = page.getByRole('heading', { level: 1 });
      const missing = await title.evaluate((one) => {
        one.style.overflowWrap = 'normal';
        return one.scrollWidth - one.clientWidth;
      });
      expect.soft(missing, `${channel} ${kind}`).toBe(0);
    }
  }
  await page.context().close();
});
