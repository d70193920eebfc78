import { createHash } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER, SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditStorage } from '../modules/library/storage-audit/index.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { createCall } from '../testing/call-api.ts';
import { addBusinessCustomer } from '../testing/customers.ts';
import { createKillableNode, type KillableNode } from '../testing/killable-node.ts';
import { newJpeg } from '../testing/photos.ts';
import { purgePending } from '../testing/purge-pending.ts';
import { closeStop, makeStops } from '../testing/stop-writers.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';

/** Rounds that kill at a random moment, beside those that kill at each step. */
const ROUNDS = process.env.TRIALS === 'on' ? 12 : 1;
const SOON = { timeout: 60_000, interval: 50 };
const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const CHANNEL = 'pennyfern';
const STOPS = [
  { table: 'pending_objects', at: 'insert' },
  { table: 'order_files', at: 'insert' },
  { table: 'online_product_files', at: 'insert' },
  { table: 'projects', at: 'update of picture_key' },
  { table: 'invoices', at: 'update of object_key' },
  { table: 'my_data_files', at: 'insert' },
];
const PDF = Buffer.from('%PDF-1.7 of a service');

let node: KillableNode;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let objects: Awaited<ReturnType<typeof createObjectStore>>;
let address: string;
let mia: CustomerId;
let picture: Buffer;

const start = async () => {
  ({ address } = await node.start());
};
beforeAll(async () => {
  issuer = await startTestIssuer();
  node = await createKillableNode({
    OIDC_ISSUER: issuer.issuer,
    SERVICE_TOKENS: JSON.stringify({ shop: { token: TOKEN, scopes: SERVICE_SCOPES } }),
  });
  objects = await createObjectStore({ storageUrl: null, dataDir: node.dataDir });
  picture = await newJpeg(300, 200);
  await start();
  await makeStops(node.db, STOPS);
}, 120_000);
afterAll(async () => {
  await node.remove();
  await issuer.stop();
});

async function send(method: string, path: string, body: object | Buffer): Promise<number> {
  const isFile = Buffer.isBuffer(body);
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    'content-type': isFile ? 'application/octet-stream' : 'application/json',
    [IDEMPOTENCY_HEADER]: mia,
  };
  const hash = isFile && createHash('sha256').update(body).digest('hex');
  const url = hash ? `${path}${path.includes('?') ? '&' : '?'}sha256=${hash}` : path;
  const init = { method, headers, body: isFile ? Uint8Array.from(body) : JSON.stringify(body) };
  const { status } = await fetch(`${address}/api/${url}`, init);
  return status;
}

const code = () => `K-${mia.slice(0, 8)}`;
/** What a shop and an editor report of a customer, without files. */
async function addSubjects(): Promise<void> {
  mia = await addBusinessCustomer(node.db);
  const context = { customerId: mia, channel: CHANNEL };
  const status = 'paymentSuccess';
  const product = { code: 'BOOK', title: 'Book', quantity: 1, price: 1_200, vatRate: 20, status };
  const money = {
    currency: 'GBP',
    net: 1_000,
    tax: 200,
    gross: 1_200,
    taxes: [{ rate: 20, net: 1_000, tax: 200 }],
  };
  const sent = [
    send('POST', 'orders/orders', {
      ...context,
      orderCode: code(),
      currency: 'GBP',
      total: 1_200,
      status,
      products: [product],
    }),
    send('PUT', `invoices/invoices/${code()}`, {
      ...context,
      ...money,
      version: 1,
      kind: 'invoice',
      number: `RE-${mia}`,
      issuedOn: '2026-05-20',
      state: 'paid',
    }),
    send('PUT', `products/online-products/${code()}`, {
      ...context,
      version: 1,
      kind: 'book',
      pages: [{ kind: 'page', width: 300, height: 200 }],
    }),
    send('PUT', `projects/projects/${code()}`, {
      ...context,
      version: 1,
      continueUrl: 'https://editor.example/continue',
      changedAt: '2026-05-20T10:00:00Z',
    }),
  ];
  expect(await Promise.all(sent)).toEqual([200, 200, 200, 200]);
}
beforeEach(addSubjects);

type Kind = { what: string; table: string; folder: string; count: number; store(): Promise<number> };
const ofMia = () => `customerId=${mia}`;
const KINDS: Kind[] = [
  {
    what: 'the picture of an order',
    table: 'order_files',
    folder: 'order-files',
    count: 2,
    store: () => send('PUT', `orders/order-files/${code()}/thumbnail?productCode=BOOK`, picture),
  },
  {
    what: 'a pdf of an order',
    table: 'order_files',
    folder: 'order-files',
    count: 1,
    store: () => send('PUT', `orders/order-files/${code()}/invoice.pdf`, PDF),
  },
  {
    what: 'a page of a product',
    table: 'online_product_files',
    folder: 'online-products',
    count: 4,
    store: () => send('PUT', `products/online-products/${code()}/pages/1?${ofMia()}`, picture),
  },
  {
    what: 'a pdf of a product',
    table: 'online_product_files',
    folder: 'online-products',
    count: 1,
    store: () => send('PUT', `products/online-products/${code()}/files/product.pdf?${ofMia()}`, PDF),
  },
  {
    what: 'the picture of a project',
    table: 'projects',
    folder: 'project-pictures',
    count: 2,
    store: () => send('PUT', `projects/projects/${code()}/picture?${ofMia()}`, picture),
  },
  {
    what: 'the pdf of an invoice',
    table: 'invoices',
    folder: 'invoices',
    count: 1,
    store: () => send('PUT', `invoices/invoices/${code()}/pdf?${ofMia()}`, PDF),
  },
];

const stored = async (folder: string) =>
  (await Array.fromAsync(objects.list(`${folder}/${mia}/`))).map(({ key }) => key);
const pending = () => node.db.selectFrom('pending_objects').selectAll().where('user_id', '=', mia).execute();

const purge = () => purgePending(node.db);
const deadJobs = () => node.db.selectFrom('dead_jobs').selectAll().execute();
const audit = async () =>
  (await auditStorage({ databaseUrl: node.databaseUrl, objects })).findings.filter(
    // Nobody signs in here, and nothing else is faulty.
    ({ what }) => what !== 'accounts without a customer',
  );

async function killAt(table: string, store: () => Promise<unknown>): Promise<void> {
  await using stop = await closeStop(node.databaseUrl, table);
  const sent = store().catch(() => null);
  await expect.poll(() => stop.isReached(), SOON).toBe(true);
  await node.kill();
  await sent;
}

test.each(KINDS)(
  '$what is stored once, whatever is killed',
  async ({ table, folder, count, store }) => {
    await killAt('pending_objects', store);
    expect(await stored(folder)).toEqual([]);
    await start();
    await purge();

    await killAt(table, store);
    expect([(await stored(folder)).length, (await pending()).length]).toEqual([count, 1]);
    await start();
    await purge();
    expect(await stored(folder)).toEqual([]);

    expect(await store()).toBe(200);
    expect([(await stored(folder)).length, await pending()]).toEqual([count, []]);
    expect(await audit()).toEqual([]);
  },
  120_000,
);

test.each(KINDS)(
  '$what that two send at once is stored once',
  async ({ table, folder, count, store }) => {
    const stop = await closeStop(node.databaseUrl, table);
    const sent = [store(), store()];
    await expect.poll(() => stop.isReached(), SOON).toBe(true);
    await stop[Symbol.asyncDispose]();
    expect(await Promise.all(sent)).toEqual([200, 200]);
    await purge();
    expect((await stored(folder)).length).toBe(count);
    expect(await audit()).toEqual([]);
  },
  120_000,
);

/** Asks for 'my data', which a job writes file by file. */
const askForData = () =>
  createCall({ address, tokenFor: issuer.tokenFor })<{ status: string }>(
    mia,
    'POST',
    '/customers/customers/me/mydata',
    { channel: CHANNEL },
  );
const dataFiles = async () =>
  (await node.db.selectFrom('my_data_files').select('object_key').where('user_id', '=', mia).execute()).map(
    ({ object_key }) => object_key,
  );
const isDataReady = async () => {
  const rows = node.db.selectFrom('my_data_archives').select('status').where('user_id', '=', mia);
  // Whoever asks again once the first is ready gets another.
  return [...new Set((await rows.execute()).map(({ status }) => status))];
};

test('a file of my data is stored once, whatever is killed', async () => {
  await killAt('my_data_files', askForData);
  expect([(await stored('my-data')).length, (await pending()).length]).toEqual([1, 1]);
  await start();
  await expect.poll(isDataReady, SOON).toEqual(['READY']);
  await purge();
  expect((await stored('my-data')).sort()).toEqual((await dataFiles()).sort());
  expect(await audit()).toEqual([]);
}, 120_000);

test(
  'whatever is killed at a random moment, nothing stays that no row names',
  async () => {
    for (let round = 0; round < ROUNDS; round++) {
      if (round > 0) await addSubjects();
      const sent = [...KINDS.map(({ store }) => store), askForData].map((store) => store().catch(() => null));
      await pause(Math.random() * 400);
      await node.kill();
      await Promise.all(sent);
      await start();
      for (const { store } of KINDS) expect(await store()).toBe(200);
      await askForData();
      await expect.poll(isDataReady, SOON).toEqual(['READY']);
      await purge();
      expect([await audit(), await deadJobs()]).toEqual([[], []]);
      const counts = KINDS.map(async ({ folder }) => (await stored(folder)).length);
      expect(await Promise.all(counts)).toEqual([3, 3, 5, 5, 2, 1]);
    }
  },
  ROUNDS * 60_000 + 60_000,
);
