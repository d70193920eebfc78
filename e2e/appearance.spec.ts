import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { registerIn } from './customers.ts';

/** Records every scheme of the page, from its first element on. */
async function watchSchemes(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: (string | null)[] = [];
    Object.assign(window, { seen });
    const note = () => {
      const { body, documentElement: root } = document;
      // Nothing is drawn before there is a body.
      if (body) seen.push(root.getAttribute('data-mantine-color-scheme'));
    };
    new MutationObserver(note).observe(document, { attributes: true, childList: true, subtree: true });
  });
}
const schemesOf = (page: Page) =>
  page.evaluate(() => [...new Set((window as unknown as { seen: (string | null)[] }).seen)]);
const paper = (page: Page) => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor);
const bars = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')]
      .filter(({ media }) => matchMedia(media).matches)
      .map(({ content }) => content),
  );
const choice = (page: Page, name: string) => page.getByRole('radio', { name });
const PAPER = { light: 'rgb(251, 250, 248)', dark: 'rgb(21, 22, 25)' };

for (const [device, chosen, name, bar] of [
  ['light', 'dark', 'Dark', '#16171a'],
  ['dark', 'light', 'Light', '#fbfaf8'],
] as const) {
  test(`on a ${device} device pages are ${chosen} if the customer says so, without a flash at load [RTE-24]`, async ({
    page,
    context,
  }) => {
    await page.emulateMedia({ colorScheme: device });
    await registerIn(page);
    await page.goto('/settings');
    const settings = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Language and appearance' }) });
    await expect(settings).toContainText('Appearance: match device');
    expect(await paper(page)).toBe(PAPER[device]);
    await page.getByRole('link', { name: 'Change language and appearance' }).click();
    await expect(choice(page, 'Match device')).toBeChecked();
    await choice(page, name).focus();
    await page.keyboard.press('Space');
    await expect.poll(() => paper(page)).toBe(PAPER[chosen]);
    await expect(page.getByRole('img', { name: 'Pennyfern' })).toHaveAttribute(
      'src',
      chosen === 'dark' ? /logo-dark/ : /logo\.svg/,
    );
    expect(await bars(page)).toEqual([bar]);

    const other = await context.newPage();
    await other.emulateMedia({ colorScheme: device });
    await watchSchemes(other);
    await other.goto('/settings');
    await expect(other.getByText(`Appearance: ${chosen}`)).toBeVisible();
    expect(await schemesOf(other)).toEqual([chosen]);
    expect(await bars(other)).toEqual([bar]);

    // Each tab follows the others, and the device again.
    await choice(page, 'Match device').check();
    await expect.poll(() => paper(other)).toBe(PAPER[device]);
    await other.reload();
    await expect(other.getByText('Appearance: match device')).toBeVisible();
    expect(await schemesOf(other)).toEqual([device]);
  });
}

test('the choice of an appearance is accessible', async ({ page }) => {
  await registerIn(page);
  await page.goto('/settings/appearance');
  await expect(choice(page, 'Dark')).toBeVisible();
  await expectAccessible(page);
});
