import { mkdir, writeFile } from 'node:fs/promises';
import { test as base } from '@playwright/test';
import { createCustomer } from '../customers.ts';
import { startFirefox } from './firefox.ts';
import { createTab, type Tab } from './tab.ts';
import { startWebkit } from './webkit.ts';

export type Customer = Awaited<ReturnType<typeof createCustomer>>;

/** Journeys get a tab in a browser of the chosen engine, and a new customer who is not signed in there. */
export const test = base.extend<{ tab: Tab; mia: Customer }>({
  tab: async ({ baseURL }, use, info) => {
    const downloads = info.outputPath('downloads');
    await mkdir(downloads, { recursive: true });
    const driver = await (process.env.ENGINE === 'webkit' ? startWebkit : startFirefox)(downloads);
    await use({ ...createTab(driver, String(baseURL)), downloads });
    if (info.error) await writeFile(info.outputPath('tab.png'), await driver.picture(), 'base64');
    await driver.close();
  },
  mia: async ({ request }, use) => use(await createCustomer(request)),
});

/** Opens a page of the account area, to which the sign-in page leads back. */
export async function signInAt(tab: Tab, address: string, { email, password }: Customer): Promise<void> {
  await tab.open(address);
  await tab.fill(['textbox', /E-?mail/], email);
  await tab.fill('input[type=password]', password);
  await tab.press(['button', 'Sign in']);
}
