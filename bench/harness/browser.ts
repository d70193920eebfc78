import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { THUMBNAIL_SIZES } from '@keepsake/contracts/platform/limits';
import { type Browser, chromium, type Page } from '@playwright/test';
import { defaultChannel } from '../../apps/server/src/modules/frame/channels/index.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import type { Environment } from './environment.ts';
import { writeThumbnail } from './pictures.ts';
import { seedLibrary } from './seed-library.ts';

const distFolder = path.resolve(import.meta.dirname, '../../apps/web/dist');
export const VIEWPORT = { width: 1440, height: 900 };

const KEY = 'photos/bench';
const { id: channel, locale } = defaultChannel();
const ACCOUNT = { email: 'bench@example.com', password: 'three tall poplars', name: 'Bench' };

/**
 * Starts a server with the built web app and a customer with that many photos, one in `augustShare` of them from August 2021.
 * `url` is the address of their timeline.
 */
export async function serveWebApp(
  { createDatabase, serve }: Environment,
  library: { photos: number; augustShare?: number },
) {
  const database = await createDatabase(`web_${library.photos}`);
  const customerId = await seedLibrary(database, { ...library, objectKey: KEY });
  for (const size of THUMBNAIL_SIZES) {
    await writeThumbnail(path.join(database.dataDir, 'objects', `${KEY}.${size}.jpg`), size);
  }
  const port = String(await freePort());
  const account = { id: customerId, ...ACCOUNT, identityType: 'consumer', channel, locale };
  const env = { OIDC_ISSUER: '', DEMO: 'off', PORT: port, WEB_FOLDER: distFolder };
  await serve(database, { ...env, ACCOUNT: JSON.stringify(account) });
  return { database, customerId, url: `http://localhost:${port}/my-photos/photos` };
}

export async function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath: findChromium(), args });
}

/** A new page, signed in at a page of the account area as a customer does. */
export async function openSignedIn(browser: Browser, url: string): Promise<Page> {
  const page = await browser.newPage({ viewport: VIEWPORT });
  await page.goto(url);
  await page.getByLabel(/e-?mail/i).fill(ACCOUNT.email);
  await page.getByLabel(/^password/i).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-tile]').first().waitFor();
  return page;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
