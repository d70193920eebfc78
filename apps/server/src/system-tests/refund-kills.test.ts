import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { IDEMPOTENCY_HEADER } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditStorage } from '../modules/library/storage-audit/index.ts';
import { createObjectStore } from '../platform/objects/storage.ts';
import { addBusinessCustomer } from '../testing/customers.ts';
import { writeBrands } from '../testing/issuing-brand.ts';
import { createKillableNode, type KillableNode } from '../testing/killable-node.ts';
import { purgePending } from '../testing/purge-pending.ts';
import { startTestIssuer } from '../testing/test-issuer.ts';

const ROUNDS = process.env.TRIALS === 'on' ? 12 : 1;
/** Orders whose life passes at the same time. */
const ORDERS = 6;
const SOON = { timeout: 60_000, interval: 100 };
const TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const CHANNEL = 'kiekhof';
const TOTAL = 22_605;
/** All of it: at one rate, at the other, and of whatever is left. */
const REFUNDS = [{ amount: 3_333, code: 'BOOK' }, { amount: 5_000, code: 'PRINT' }, { amount: 14_272 }];

let node: KillableNode;
let issuer: Awaited<ReturnType<typeof startTestIssuer>>;
let folder: string;
let address: string;

const start = async () => {
  ({ address } = await node.start());
};
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'keepsake-refund-kills-'));
  issuer = await startTestIssuer();
  node = await createKillableNode({
    OIDC_ISSUER: issuer.issuer,
    CHANNELS_FILE: await writeBrands(folder, CHANNEL),
    SERVICE_TOKENS: JSON.stringify({ shop: { token: TOKEN, scopes: ['orders', 'events'] } }),
  });
  await start();
}, 120_000);
afterAll(async () => {
  await node.remove();
  await issuer.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Reports to whichever node runs, again and again until it is acknowledged, as shops do. */
async function report(to: string, body: object): Promise<void> {
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${TOKEN}`,
    [IDEMPOTENCY_HEADER]: randomUUID(),
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  for (;;) {
    const answer = await fetch(`${address}/api/orders/${to}`, init).catch(() => null);
    if (answer?.status === 200) return;
    // A node that is killed or starts has no answer, or asks for another attempt.
    if (answer && answer.status < 500) throw new Error(`${to} got ${answer.status} ${await answer.text()}`);
    await pause(100);
  }
}

/** An order that is placed, sent and paid back in parts; returns its code. */
async function live(customerId: CustomerId): Promise<string> {
  const orderCode = `R-${randomUUID().slice(0, 8)}`;
  const status = 'paymentSuccess';
  const product = (code: string, price: number, vatRate: number) => ({
    code,
    title: code,
    quantity: 1,
    price,
    vatRate,
    status,
  });
  const city = { streetName: 'Kade', streetNumber: '4', postalCode: '2611 AA', city: 'Delft' };
  await report('orders', {
    orderCode,
    customerId,
    channel: CHANNEL,
    currency: 'EUR',
    total: TOTAL,
    status,
    products: [product('PRINT', 12_100, 21), product('BOOK', 10_505, 9)],
    deliveryAddress: { name: 'Mia', ...city, country: 'NL' },
  });
  const happen = (type: string, data: object, code?: string) =>
    report('order-events', {
      events: [
        {
          id: randomUUID(),
          orderCode,
          happenedAt: new Date().toISOString(),
          type,
          data,
          ...(code && { productCodes: [code] }),
        },
      ],
    });
  await happen('status', { status: 'Dispatched' });
  for (const { amount, code } of REFUNDS) await happen('refunded', { amount }, code);
  return orderCode;
}

/** Orders of a customer whose invoice is there, and those that were paid back as a whole, each once. */
async function countDone(customerId: CustomerId) {
  const rows = await node.db
    .selectFrom('invoices')
    .select(['kind', 'net', 'tax'])
    .where('user_id', '=', customerId)
    .execute();
  const of = (kind: string) => rows.filter((row) => row.kind === kind);
  const sum = (kind: string, part: 'net' | 'tax') => of(kind).reduce((all, row) => all + row[part], 0);
  return {
    invoices: of('invoice').length,
    notes: of('credit-note').length,
    left: [
      sum('invoice', 'net') - sum('credit-note', 'net'),
      sum('invoice', 'tax') - sum('credit-note', 'tax'),
    ],
  };
}

/** Numbers of each series, which begin at 1 and leave none out. */
async function findGaps(): Promise<string[]> {
  const rows = await node.db.selectFrom('invoices').select('number').orderBy('number').execute();
  const series = Map.groupBy(rows, ({ number }) => number.slice(0, 7));
  return [...series.values()].flatMap((numbers) =>
    numbers.flatMap(({ number }, at) => (Number(number.slice(8)) === at + 1 ? [] : [number])),
  );
}

test(
  'whatever is killed at a random moment, each refund is credited once, to the penny, and no work is lost [INV-04]',
  async () => {
    const objects = await createObjectStore({ storageUrl: null, dataDir: node.dataDir });
    for (let round = 0; round < ROUNDS; round++) {
      const mia = await addBusinessCustomer(node.db);
      const killing = pause(Math.random() * 1_500).then(async () => {
        await node.kill();
        await start();
      });
      await Promise.all([killing, ...Array.from({ length: ORDERS }, () => live(mia))]);
      const done = { invoices: ORDERS, notes: ORDERS * REFUNDS.length, left: [0, 0] };
      await expect.poll(() => countDone(mia), SOON).toEqual(done);
      expect(await findGaps()).toEqual([]);
      await purgePending(node.db);
      expect(await node.db.selectFrom('dead_jobs').selectAll().execute()).toEqual([]);
      expect((await auditStorage({ databaseUrl: node.databaseUrl, objects })).findings).toEqual([]);
    }
  },
  ROUNDS * 120_000 + 60_000,
);
