import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { type Browser, chromium, expect, type Page, request } from '@playwright/test';
import { searchChromium } from '../scripts/find-chromium.ts';
import { FOUR } from './albums.ts';
import { createCustomerAt } from './customers.ts';
import { createOwnServer } from './own-server.ts';
import { uploadPhotos } from './photos-by-api.ts';
import { readPictures } from './small-library.ts';
import { expectPictures } from './stillness.ts';

/**
 * Screenshots of sign-in, a mail and the timeline of each brand in a channels file, light and dark, from a Keepsake started for
 * them: `npm run keepsake -- check-channels file --pictures folder` calls it with both arguments.
 */
const [file = '', folder = ''] = process.argv.slice(2);
const executablePath = searchChromium();
if (executablePath) await takePictures(executablePath);
else console.log('No pictures: there is no Chromium. Install one, or name it with CHROMIUM_PATH.');

type Customer = Awaited<ReturnType<typeof createCustomerAt>>;

async function takePictures(executablePath: string): Promise<void> {
  const server = await createOwnServer({
    CHANNELS_FILE: file,
    DEMO: 'off',
    RATE_LIMIT_PER_MINUTE: '100000',
    TRUST_PROXY: 'loopback',
  });
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  try {
    await server.start();
    await mkdir(folder, { recursive: true });
    const mia = await createCustomerAt(server.url);
    const asking = await request.newContext({ baseURL: server.url });
    await uploadPhotos({ asking, authorization: mia.authorization }, await readPictures(FOUR));
    const { channels } = (await (await asking.get('/config.json')).json()) as { channels: string[] };
    for (const channel of channels)
      for (const colorScheme of ['light', 'dark'] as const)
        await takeBrand(browser, { baseURL: server.url, channel, colorScheme, mia });
    await asking.dispose();
    console.log(`Pictures of ${channels.join(', ')} are in ${folder}.`);
  } finally {
    await browser.close();
    await server.remove();
  }
}

type Requested = { baseURL: string; channel: string; colorScheme: 'light' | 'dark'; mia: Customer };

async function takeBrand(browser: Browser, { baseURL, channel, colorScheme, mia }: Requested): Promise<void> {
  const context = await browser.newContext({ baseURL, colorScheme, viewport: { width: 1180, height: 860 } });
  const page = await context.newPage();
  const take = (name: string) =>
    page.screenshot({ path: path.join(folder, `${channel}-${name}-${colorScheme}.png`) });
  const email = page.locator('input[name=email]');
  await page.goto(`/my-photos/photos?channel=${channel}`);
  await email.waitFor();
  await take('sign-in');
  await page.locator('a[href*=forgotten-password]').click();
  await page.waitForURL(/forgotten-password/);
  await email.fill(mia.email);
  const existing = new Set(await mailIds(page));
  await page.locator('button[type=submit]').click();
  await openLatestMail(page, existing);
  await take('mail');
  await page.goto(`/my-photos/photos?channel=${channel}`);
  await email.fill(mia.email);
  await page.locator('input[name=password]').fill(mia.password);
  await page.locator('button[type=submit]').first().click();
  await page.waitForURL(/my-photos/);
  await expectPictures(page);
  await take('timeline');
  await context.close();
}

async function mailIds(page: Page): Promise<string[]> {
  const { mails } = (await (await page.request.get('/outbox.json')).json()) as { mails: { id: string }[] };
  return mails.map(({ id }) => id);
}

/** Opens the mail that has arrived in addition to the known ones: mails are written by jobs. */
async function openLatestMail(page: Page, existing: ReadonlySet<string>): Promise<void> {
  const isNew = (id: string) => !existing.has(id);
  await expect.poll(async () => (await mailIds(page)).some(isNew)).toBe(true);
  await page.goto(`/outbox/${(await mailIds(page)).find(isNew)}`);
}
