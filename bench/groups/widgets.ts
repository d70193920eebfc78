import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Widget } from '@keepsake/contracts/creations/widgets';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import autocannon from 'autocannon';
import pg from 'pg';
import { newCustomerId } from '../../apps/server/src/platform/ids.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { compared, type Figure, limited } from '../figure.ts';

const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const PHOTO = new URL('../../apps/server/src/platform/images/known-good/photo.jpeg', import.meta.url);
const CODE = 'B-1';
const PAGES = 24;
const CONNECTIONS = 8;
const ROUNDS = 4;
const SECONDS = 3;

type Bench = { databaseUrl: string; address: string; customerId: CustomerId; token: string };

/** The page of a shared photo book, compared with a static page of the same size, and the script it loads. */
export async function measureWidgets(): Promise<Figure[]> {
  const environment = await startEnvironment('widgets');
  try {
    const databaseUrl = await environment.createDatabase('bench_widgets');
    const shop = { token: TOKEN, scopes: ['products'] };
    const env = { SERVICE_TOKENS: JSON.stringify({ shop }) };
    const { address, bareAddress } = await environment.startNode(databaseUrl, env);
    const customerId = newCustomerId();
    const url = await shareBook({
      databaseUrl,
      address,
      customerId,
      token: await environment.tokenFor(customerId),
    });
    const page = await readText(`${url}?page=2`);
    const folder = path.join(environment.dataDir, 'objects');
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'page.html'), page);
    const rates = { page: [] as number[], still: [] as number[] };
    for (let round = 0; round <= ROUNDS; round++) {
      const [first, second] = [await rateOf(`${url}?page=2`), await rateOf(`${bareAddress}/page.html`)];
      // The first round is a warm-up.
      if (round > 0) rates.page.push(first);
      if (round > 0) rates.still.push(second);
    }
    const scripts = [...page.matchAll(/<script src="([^"]+)"/g)].map(([, src]) => `${address}${src}`);
    const sizes = await Promise.all(scripts.map(async (src) => Buffer.byteLength(await readText(src))));
    return [
      compared({
        figure: 'page of a shared book beside a static page',
        unit: 'requests/s',
        measured: Math.max(...rates.page),
        baseline: Math.max(...rates.still),
        atLeast: 0.5,
        note: `${Buffer.byteLength(page)} bytes, ${CONNECTIONS} connections, best of ${ROUNDS}`,
      }),
      limited({
        figure: 'its script, not compressed',
        unit: 'kB',
        measured: sizes.reduce((sum, size) => sum + size, 0) / 1_000,
        atMost: 20,
      }),
    ];
  } finally {
    await environment.stop();
  }
}

/** Seeds a book with its pictures and a widget; returns the widget's address. */
async function shareBook({ databaseUrl, address, customerId, token }: Bench): Promise<string> {
  await addCustomer(databaseUrl, customerId);
  const size = { width: 4, height: 3 };
  const pages = [
    { kind: 'front-cover', ...size },
    ...Array.from({ length: PAGES }, () => ({ kind: 'page', ...size })),
  ];
  const context = { customerId, channel: 'pennyfern', version: 1, kind: 'book', title: 'Kent', pages };
  const product = `${address}${SERVICE_PATHS.products}/online-products/${CODE}`;
  await send('PUT', product, { token: TOKEN, body: JSON.stringify(context), type: 'application/json' });
  const photo = new Uint8Array(await readFile(PHOTO));
  const sha256 = createHash('sha256').update(photo).digest('hex');
  for (let place = 1; place <= pages.length; place++) {
    const url = `${product}/pages/${place}?customerId=${customerId}&sha256=${sha256}`;
    await send('PUT', url, { token: TOKEN, body: photo, type: 'image/jpeg' });
  }
  const made = await send('PUT', `${address}${SERVICE_PATHS.widgets}/v1/widget/${CODE}`, {
    ...{ token, body: '{}', type: 'application/json' },
  });
  const { url } = (await made.json()) as Widget;
  return address + new URL(url).pathname;
}

type Sent = { token: string; body: string | Uint8Array<ArrayBuffer>; type: string };

async function send(method: string, url: string, { token, body, type }: Sent): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  const answer = await fetch(url, { method, headers, body });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function addCustomer(databaseUrl: string, customerId: CustomerId): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into customers (user_id, email, name, channel, identity_type, registered_at)
       values ($1, 'mia@bench.example', 'Bench', 'pennyfern', 'consumer', now())`,
      [customerId],
    );
  } finally {
    await client.end();
  }
}

async function readText(url: string): Promise<string> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
  return answer.text();
}

async function rateOf(url: string): Promise<number> {
  const { requests, non2xx } = await autocannon({ url, connections: CONNECTIONS, duration: SECONDS });
  if (non2xx > 0) throw new Error(`${non2xx} answers of ${url} were no success`);
  return requests.average;
}
