import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Widget } from '@keepsake/contracts/creations/widgets';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { NOBODY } from '../../apps/server/src/platform/ids.ts';
import { startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { type Caller, callerOf, requestsPerSecond } from '../harness/requests.ts';
import { paired } from '../harness/rounds.ts';
import { seedCustomers } from '../harness/seed-library.ts';

const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const PHOTO = new URL('../../apps/server/src/platform/images/known-good/photo.jpeg', import.meta.url);
const CODE = 'B-1';
const PAGES = 24;
const CONNECTIONS = 8;
const ROUNDS = 4;

/** The page of a shared photo book, compared with a static page of the same size, and the script it loads. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('widgets');
  const database = await environment.createDatabase();
  const [customerId = NOBODY] = await seedCustomers(database, 1);
  const services = { shop: { token: TOKEN, scopes: ['products'] } };
  const node = await environment.serve(database, { SERVICE_TOKENS: JSON.stringify(services) });
  await sendBook(callerOf(node.address, TOKEN), customerId);
  const customer = await node.signIn(customerId);
  const shared = await customer.sendJson<Widget>('PUT', `${SERVICE_PATHS.widgets}/v1/widget/${CODE}`, {});
  const viewed = `${new URL(shared.url).pathname}?page=2`;
  const page = await customer.readText(viewed);
  const still = await writeStill(database.dataDir, page);
  const rateOf = (url: string) => requestsPerSecond({ url, connections: CONNECTIONS });
  const rates = await paired(
    { page: () => rateOf(node.address + viewed), still: () => rateOf(node.bareAddress + still) },
    ROUNDS,
  );
  const note = `${Buffer.byteLength(page)} bytes, ${CONNECTIONS} connections`;
  return [
    figure('page of a shared book beside a static page', rates.page, 'requests/s', {
      beside: rates.still,
      atLeast: 0.5,
      note,
    }),
    figure('its script, not compressed', await sizeOfScripts(customer, page), 'kB', { atMost: 20 }),
  ];
}

/** A book with its pictures, sent by the shop. */
async function sendBook(shop: Caller, customerId: CustomerId): Promise<void> {
  const size = { width: 4, height: 3 };
  const inner = Array.from({ length: PAGES }, () => ({ kind: 'page', ...size }));
  const pages = [{ kind: 'front-cover', ...size }, ...inner];
  const context = { customerId, channel: 'pennyfern', version: 1, kind: 'book', title: 'Kent', pages };
  const product = `${SERVICE_PATHS.products}/online-products/${CODE}`;
  await shop.sendJson('PUT', product, context);
  const photo = new Uint8Array(await readFile(PHOTO));
  const sha256 = createHash('sha256').update(photo).digest('hex');
  for (const place of pages.keys()) {
    const path = `${product}/pages/${place + 1}?customerId=${customerId}&sha256=${sha256}`;
    await shop.send('PUT', path, photo, { 'content-type': 'image/jpeg' });
  }
}

/** Returns the path of the file at the bare server. */
async function writeStill(dataDir: string, page: string): Promise<string> {
  const folder = path.join(dataDir, 'objects');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'page.html'), page);
  return '/page.html';
}

async function sizeOfScripts(caller: Caller, page: string): Promise<number> {
  const scripts = [...page.matchAll(/<script src="([^"]+)"/g)].map(([, src = '']) => caller.readText(src));
  return (await Promise.all(scripts)).reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1_000;
}
