import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addCustomer } from '../../../testing/customers.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import { auditStorage } from '../../library/storage-audit/index.ts';
import { PROVEN_VAT_ID } from './invoices.fixture.ts';
import { issueFor } from './issue/issue-order.ts';
import { numberInvoice } from './issue/number-invoice.ts';
import { DUTCH, type IssuedOrder, refunded, SENT, startIssuing } from './issued-order.fixture.ts';

let shop: Awaited<ReturnType<typeof startIssuing>>;
let order: IssuedOrder;
let mia: CustomerId;
let orderCode: string;
beforeAll(async () => {
  shop = await startIssuing();
});
beforeEach(async () => {
  order = await shop.beginOrder();
  ({ customerId: mia, orderCode } = order);
});
afterAll(() => shop.stop());

const home = { ...DUTCH.deliveryAddress, company: 'Mia Druk B.V.' };
const dutch = { ...DUTCH, deliveryAddress: home };
const issue = () => order.issue();
const list = () => order.invoices();
const faults = () =>
  shop.db.selectFrom('invoice_faults').select('fault').where('order_code', '=', orderCode).execute();
const requested = async () =>
  (
    await shop.db
      .selectFrom('graphile_worker.jobs' as never)
      .selectAll()
      .where('key' as never, '=', `issue-invoices:${orderCode}` as never)
      .execute()
  ).length;
const deps = (changes: object = {}) => ({ ...shop.issuing, ...changes });

describe('an invoice that is issued here', () => {
  test('is issued once its order is sent, once, and its PDF is never drawn again [INV-04]', async () => {
    await shop.order(mia, orderCode, dutch);
    expect(await requested()).toBe(0);
    await issue();
    expect(await list()).toEqual([]);
    await shop.report(orderCode, SENT);
    expect(await requested()).toBe(1);
    await issue();
    const [invoice] = await list();
    expect(invoice).toMatchObject({ number: expect.stringMatching(/^KI-2026-\d{6}$/), net: 1_000, tax: 200 });
    expect(invoice).toMatchObject({ gross: 1_200, state: 'paid', orderCodes: [orderCode] });
    const path = `InvoiceGroupFiles/me/${invoice?.id}`;
    const before = Buffer.from(await (await shop.fetchPdf(mia, path)).arrayBuffer());
    await issue();
    expect(Buffer.from(await (await shop.fetchPdf(mia, path)).arrayBuffer())).toEqual(before);
    expect(await list()).toHaveLength(1);
    expect((await auditStorage(shop)).findings).toEqual([]);
  });

  test('that was open is paid once its order is, with the same PDF [INV-04]', async () => {
    await shop.order(mia, orderCode, { ...dutch, status: 'approved' });
    await shop.report(orderCode, SENT);
    await issue();
    const [open] = await list();
    expect(open).toMatchObject({ state: 'open', dueOn: expect.any(String) });
    const pdf = async () => (await shop.fetchPdf(mia, `InvoiceGroupFiles/me/${open?.id}`)).text();
    const before = await pdf();
    await shop.report(orderCode, { type: 'payment', data: { status: 'paymentSuccess' } });
    expect(await requested()).toBe(1);
    await issue();
    expect(await list()).toMatchObject([{ number: open?.number, state: 'paid' }]);
    expect(await pdf()).toBe(before);
  });

  test('is credited by each refund, up to its amount', async () => {
    await shop.order(mia, orderCode, dutch);
    await shop.report(orderCode, refunded(500), SENT);
    await issue();
    await shop.report(orderCode, refunded(700));
    await issue();
    await issue();
    const [invoice] = await list();
    expect(invoice?.state).toBe('credited');
    expect(invoice?.creditNotes.map(({ gross }) => gross)).toEqual([500, 700]);
    expect(invoice?.creditNotes.map(({ number }) => number)).toEqual([
      expect.stringMatching(/^KC-2026-/),
      expect.stringMatching(/^KC-2026-/),
    ]);
    await shop.report(orderCode, refunded(1));
    await issue();
    expect(await faults()).toEqual([{ fault: 'More was paid back than it was invoiced for: 0.01 EUR.' }]);
    expect((await list())[0]?.creditNotes).toHaveLength(2);
  });

  test('is for business customers, and for channels that configure it', async () => {
    const anna = await addCustomer(shop.db);
    await shop.order(anna, orderCode, dutch);
    await shop.report(orderCode, SENT);
    await shop.run('issue-invoices', { customerId: anna, orderCode });
    expect(await numbersOf(anna)).toEqual([]);
    const british = shop.newCode();
    await shop.order(mia, british);
    await shop.report(british, SENT);
    await shop.run('issue-invoices', { customerId: mia, orderCode: british });
    expect(await list()).toEqual([]);
  });

  test('is not issued if the shop has invoiced, nor reported if it was issued', async () => {
    const noah = await shop.addCustomer();
    await shop.order(mia, orderCode, dutch);
    // Reported under another channel, whose shop issues its own invoices: still one supply.
    await shop.save(shop.newCode(), shop.invoiceOf(mia, { orderCodes: [orderCode] }));
    await shop.report(orderCode, SENT);
    await issue();
    expect((await list()).map(({ channel }) => channel)).toEqual(['pennyfern']);
    const issued = shop.newCode();
    await shop.order(noah, issued, dutch);
    await shop.report(issued, SENT);
    await shop.run('issue-invoices', { customerId: noah, orderCode: issued });
    const late = await shop.save(shop.newCode(), shop.invoiceOf(noah, { orderCodes: [issued] }));
    expect(late).toMatchObject({ status: 409, body: { errors: [{ path: 'body.orderCodes' }] } });
  });

  test('with missing data takes no number, and is issued once its shop has sent it again', async () => {
    const before = await lastPlace();
    await shop.order(mia, orderCode, dutch);
    // As an earlier release took it.
    const forget = { vat_rate: null };
    await shop.db.updateTable('order_products').set(forget).where('order_code', '=', orderCode).execute();
    await shop.report(orderCode, SENT);
    await issue();
    expect(await faults()).toEqual([{ fault: "'Prints' cannot be invoiced: no VAT rate was told." }]);
    expect(await lastPlace()).toBe(before);
    const product = { code: 'PAP_910', title: 'Prints', quantity: 1, price: 1_200, status: 'paymentSuccess' };
    const repeated = (key: string, changes: object) =>
      shop.send(mia, orderCode, { key, ...dutch, products: [{ ...product, ...changes }] });
    expect(await repeated('once-more', { vatRate: 0 })).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'body.products.0.vatCategory' }] },
    });
    expect((await repeated('once-more', { vatRate: 21, quantity: 2 })).status).toBe(409);
    // Under a new key or the first one, and once more if the answer was lost.
    for (const key of ['once-more', 'once-more', orderCode])
      expect((await repeated(key, { vatRate: 21 })).status).toBe(200);
    expect(await requested()).toBe(1);
    await issue();
    expect(await faults()).toEqual([]);
    expect((await list())[0]?.tax).toBe(208);
    expect(await lastPlace()).toBe(before + 1);
    expect((await repeated('too-late', { vatRate: 5 })).status).toBe(409);
  });

  test('is for the place where an order is picked up, whoever judges it', async () => {
    const { company, ...person } = home;
    const away = { ...person, name: 'Kiosk', postalCode: '80331', city: 'München', country: 'DE' };
    const product = { code: 'PAP_910', quantity: 1, price: 1_200, status: 'paymentSuccess' };
    const picked = {
      channel: 'kiekhof',
      currency: 'EUR',
      deliveryType: 'PickupPoint',
      buyerVatId: PROVEN_VAT_ID,
      pickupPoint: { name: 'Kiosk', address: away, openingHours: [] },
      invoiceAddress: home,
      products: [{ ...product, vatRate: 0, vatCategory: 'K' }],
    };
    await shop.order(mia, orderCode, picked);
    await shop.report(orderCode, SENT);
    await issue();
    expect(await faults()).toEqual([]);
    expect(await list()).toMatchObject([{ net: 1_200, tax: 0 }]);
    const xml = await shop.db
      .selectFrom('structured_invoices')
      .select('xml')
      .where('user_id', '=', mia)
      .executeTakeFirstOrThrow();
    expect(xml.xml).toMatch(/<ram:ShipToTradeParty><ram:Name>Kiosk<.*<ram:CountryID>DE</);
  });

  test('is free of VAT only with a proved VAT id', async () => {
    const product = { code: 'PAP_910', quantity: 1, price: 1_000, vatRate: 0, vatCategory: 'K' };
    const away = { ...home, postalCode: '80331', city: 'München', country: 'DE' };
    const order = {
      ...dutch,
      total: 1_000,
      products: [{ ...product, status: 'paymentSuccess' }],
      deliveryAddress: away,
    };
    await shop.order(mia, orderCode, { ...order, buyerVatId: 'DE999999999' });
    await shop.report(orderCode, SENT);
    await issue();
    expect(await faults()).toEqual([{ fault: expect.stringContaining('not proved') }]);
    await shop.db
      .updateTable('orders')
      .set({ buyer_vat_id: PROVEN_VAT_ID })
      .where('code', '=', orderCode)
      .execute();
    await issue();
    expect(await list()).toMatchObject([{ net: 1_000, tax: 0 }]);
  });
});

test('structured invoices are written for a platform once, and its answer is kept', async () => {
  await shop.order(mia, orderCode, dutch);
  await shop.report(orderCode, SENT);
  await issue();
  const number = (await list())[0]?.number ?? '';
  const folder = await mkdtemp(path.join(tmpdir(), 'keepsake-invoices-'));
  const command = path.resolve(import.meta.dirname, '../../../cli/main.ts');
  const env = { ...process.env, DATABASE_URL: shop.databaseUrl };
  const run = (...words: string[]) => promisify(execFile)(process.execPath, [command, ...words], { env });
  await run('invoices', '--export', folder);
  expect(await readFile(path.join(folder, `kiekhof-${number}.xml`), 'utf8')).toContain(
    `<ram:ID>${number}</ram:ID>`,
  );
  await run('answer-invoice', 'kiekhof', number, 'REF-77', 'accepted');
  const { stdout } = await run('invoices', '--export', folder);
  expect(stdout).toContain('0 documents written.');
  expect(stdout).toContain('kiekhof: accepted');
  await rm(folder, { recursive: true });
}, 120_000);

describe('numbers', () => {
  test('survive a crash between the number and the invoice: the retry gets the same one', async () => {
    await shop.order(mia, orderCode, dutch);
    await shop.report(orderCode, SENT);
    const before = await lastPlace();
    const objects = Object.assign(Object.create(shop.objects), {
      putBytes: () => Promise.reject(new Error('killed')),
    });
    const ref = { customerId: mia, orderCode };
    for (const _ of [1, 2]) await expect(issueFor(deps({ objects }), ref)).rejects.toThrow('killed');
    expect(await list()).toEqual([]);
    await issueFor(deps(), ref);
    expect((await list())[0]?.number).toBe(`KI-2026-${String(before + 1).padStart(6, '0')}`);
    expect(await lastPlace()).toBe(before + 1);
  });

  test('of several simultaneous workers have no gap and no duplicate in each series', async () => {
    const wanted = Array.from({ length: 60 }, (_, at) => ({
      invoiceId: crypto.randomUUID(),
      customerId: mia,
      orderCode,
      channel: 'stundbo',
      now: new Date(),
      currency: 'SEK',
      net: 1_000,
      tax: 250,
      gross: 1_250,
      kind: at % 3 === 0 ? ('credit-note' as const) : ('invoice' as const),
      year: at % 2 === 0 ? 2026 : 2027,
    }));
    // Each is requested twice, as by two workers.
    await Promise.all([...wanted, ...wanted].map((one) => numberInvoice(shop, one)));
    const rows = await shop.db
      .selectFrom('invoice_numbers')
      .select(['series', 'place'])
      .where('channel', '=', 'stundbo')
      .where('series', 'is not', null)
      .execute();
    for (const [, places] of Map.groupBy(rows, ({ series }) => series)) {
      const sorted = places.map(({ place }) => place ?? 0).toSorted((one, other) => one - other);
      expect(sorted).toEqual(sorted.map((_, at) => at + 1));
    }
    expect(rows).toHaveLength(60);
  });

  test('and invoices outlive their customer’s account, without it', async () => {
    await shop.order(mia, orderCode, dutch);
    await shop.report(orderCode, SENT);
    await issue();
    const code = shop.newCode();
    await shop.save(code, shop.invoiceOf(mia));
    await shop.putPdf(code, mia, new Uint8Array(Buffer.from('%PDF-1.7')));
    const area = areaOf(shop.db, shop.modules[0]);
    expect(await area.countLosses?.(mia)).toEqual([{ kind: 'invoices', count: 2 }]);
    const closing = { closedAt: new Date(), emails: [] };
    expect(await area.erase(mia, closing)).toBeNull();
    expect(await numbersOf(mia)).toEqual([]);
    const stored = await shop.db
      .selectFrom('invoices')
      .select('object_key')
      .where(sql<SqlBool>`${orderCode} = any(order_codes)`)
      .execute();
    expect(stored).toEqual([{ object_key: expect.stringMatching(/^issued-invoices\/kiekhof\//) }]);
    await shop.run('purge-order-files');
    expect(await findOwn()).toEqual([]);
    const left = async (table: 'invoices' | 'invoice_supplies') => {
      const { rows } =
        await sql`select from ${sql.table(table)} where position(${orderCode} in ${sql.table(table)}::text) > 0`.execute(
          shop.db,
        );
      return rows.length;
    };
    const now = shop.clock.now;
    for (const [years, count] of [
      [10, 1],
      [11, 0],
    ] as const) {
      shop.clock.now = new Date(Date.UTC(now.getUTCFullYear() + years, 0, 1));
      await shop.run('forget-invoices');
      expect(await left('invoices')).toBe(count);
    }
    shop.clock.now = now;
    await shop.run('purge-order-files');
    expect(await findOwn()).toEqual([]);
    expect(await left('invoice_supplies')).toBe(1);
  });
});

/** What the audit finds of this test's order: those of the others may wait since the test's day, which is past. */
async function findOwn() {
  const { findings } = await auditStorage(shop);
  const isOwn = (example: string) => example.includes(mia) || example.includes(orderCode);
  return findings.filter(({ examples }) => examples.some(isOwn));
}

const numbersOf = (customerId: CustomerId) =>
  shop.db.selectFrom('invoices').select('number').where('user_id', '=', customerId).execute();

async function lastPlace(): Promise<number> {
  const row = await shop.db
    .selectFrom('invoice_series')
    .select('value')
    .where('series', '=', 'kiekhof 2026 invoice')
    .executeTakeFirst();
  return row?.value ?? 0;
}
