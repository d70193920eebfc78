import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { defaultChannel } from '../../apps/server/src/modules/frame/channels/index.ts';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { findChromium } from '../../scripts/find-chromium.ts';
import type { Environment } from '../environment/start-environment.ts';
import { writeThumbnail } from '../environment/write-thumbnail.ts';
import { seedLibrary } from '../timeline/seed-library.ts';
import { seedBook } from './seed-book.ts';

export const distFolder = path.resolve(import.meta.dirname, '../../apps/web/dist');
const KEY = 'photos/bench';
const ACCOUNT = {
  email: 'bench@example.com',
  password: 'three tall poplars',
  name: 'Bench',
  identityType: 'consumer',
  channel: defaultChannel().id,
  locale: defaultChannel().locale,
};

/**
 * Starts a server with the built web app and a customer with that many photos, one in `augustShare` of them from August 2021.
 * Returns the address of their timeline.
 */
export async function serveLibrary(
  environment: Environment,
  photos: number,
  augustShare?: number,
): Promise<string> {
  return (await serve(environment, { photos, augustShare })).url;
}

async function serve(
  environment: Environment,
  { photos, augustShare }: { photos: number; augustShare?: number },
) {
  const databaseUrl = await environment.createDatabase(`bench_web_${photos}`);
  const id = newCustomerId();
  await seedLibrary(databaseUrl, { customerId: id, photos, objectKey: KEY, augustShare });
  for (const size of [300, 800, 1300]) {
    const file = path.join(environment.dataDir, 'objects', `${KEY}.${size}.jpg`);
    await writeThumbnail(file, [size, (size * 3) / 4]);
  }
  const port = await freePort();
  await environment.startNode(databaseUrl, {
    OIDC_ISSUER: '',
    DEMO: 'off',
    PORT: String(port),
    WEB_FOLDER: distFolder,
    ACCOUNT: JSON.stringify({ id, ...ACCOUNT }),
  });
  return { databaseUrl, customerId: id, url: `http://localhost:${port}/my-photos/photos` };
}

export async function launchBrowser(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-background-networking'];
  return chromium.launch({ executablePath: findChromium(), args });
}

/** The same plus a book with that many pages: returns the address of the timeline, and the book's code. */
export async function serveBook(
  environment: Environment,
  { photos, pages }: { photos: number; pages: number },
) {
  const { databaseUrl, customerId, url } = await serve(environment, { photos });
  return { libraryUrl: url, productCode: await seedBook(environment, { databaseUrl, customerId, pages }) };
}

/** Opens a page of the account area and signs in, as a customer does. */
export async function signIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByLabel(/e-?mail/i).fill(ACCOUNT.email);
  await page.getByLabel(/^password/i).fill(ACCOUNT.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.locator('[data-tile]').first().waitFor();
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  return typeof address === 'object' && address ? address.port : 0;
}
