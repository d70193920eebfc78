import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type SqlBool, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { NOBODY } from '../../../platform/ids.ts';
import { deleteJobsMentioning } from '../../../platform/jobs/pending-jobs.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { areaOf } from '../../../testing/erase-customer.ts';
import { readRowsWithText } from '../../../testing/rows-with-text.ts';
import { startInvoices } from './invoices.fixture.ts';
import { issueFor } from './issue/issue-order.ts';

let shop: Awaited<ReturnType<typeof startInvoices>>;
let mia: CustomerId;
let orderCode: string;
beforeAll(async () => {
  shop = await startInvoices();
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  orderCode = shop.newCode();
});
afterAll(() => shop.stop());

const DAY_MS = 86_400_000;
const home = {
  name: 'Mia Bakker',
  company: 'Mia Druk & Zn B.V.',
  streetName: 'Kade',
  streetNumber: '4',
  postalCode: '2611 AA',
  city: 'Delft',
  country: 'NL',
};
const lines = [
  { code: 'BOOK', title: 'Mia’s boek', quantity: 1, price: 1_210, vatRate: 21, status: 'paymentSuccess' },
  { code: 'CARD', quantity: 1, price: 545, vatRate: 9, status: 'paymentSuccess' },
];
const wait = (days: number) => {
  shop.clock.now = new Date(shop.clock.now.getTime() + days * DAY_MS);
};
const SENT = { type: 'status', data: { status: 'Dispatched' } };
const refunded = (amount: number, ...productCodes: string[]) => ({
  type: 'refunded',
  data: { amount },
  ...(productCodes.length > 0 && { productCodes }),
});
const sell = async (customerId = mia) => {
  const products = { products: lines, total: 1_755 };
  await shop.order(customerId, orderCode, {
    channel: 'kiekhof',
    currency: 'EUR',
    deliveryAddress: home,
    ...products,
  });
  await shop.report(orderCode, SENT);
};
const issue = (customerId = mia) => shop.run('issue-invoices', { customerId, orderCode });
const erase = (name: 'invoices' | 'orders') =>
  areaNamed(name).erase(mia, { closedAt: new Date(), emails: [] });
const areaNamed = (name: string) =>
  areaOf(shop.db, shop.modules.find(({ personalData }) => personalData?.area === name) ?? {});
/** The end of an erasure: every area once more, the jobs, and the customer's own row. */
const endErasure = async () => {
  for (const area of ['orders', 'invoices'] as const) expect(await erase(area)).toBeNull();
  await deleteJobsMentioning(shop.db, [mia]);
  await shop.db.deleteFrom('customers').where('user_id', '=', mia).execute();
};
const documents = () =>
  shop.db
    .selectFrom('invoices')
    .leftJoin('structured_invoices as stored', 'stored.invoice_id', 'invoices.id')
    .select([
      'invoices.user_id as customerId',
      'kind',
      'net',
      'tax',
      'credits',
      'invoices.number',
      'stored.xml',
    ])
    .where(sql<SqlBool>`${orderCode} = any(order_codes)`)
    .orderBy('invoices.number', 'desc')
    .execute();
const requests = async () =>
  (
    await shop.connection.pool.query('select from graphile_worker.jobs where key = $1', [
      `issue-invoices:${orderCode}`,
    ])
  ).rowCount;
/** As if it had been requested long ago, so that housekeeping looks for its job. */
const age = () =>
  shop.connection.pool.query("update invoice_requests set requested_at = now() - interval '2 days'");

/** What an erased customer's refund must have led to. */
async function expectCreditNote(): Promise<void> {
  const [invoice, note, ...more] = await documents();
  expect(more).toEqual([]);
  expect(invoice).toMatchObject({ customerId: NOBODY, kind: 'invoice', net: 1_500, tax: 255 });
  expect(note).toMatchObject({ customerId: NOBODY, kind: 'credit-note', credits: invoice?.number });
  expect([note?.net, note?.tax]).toEqual([500, 45]);
  // The same buyer at the same address as on the invoice.
  const buyer = (xml?: string | null) =>
    /<ram:BuyerTradeParty>.*<\/ram:BuyerTradeParty>/.exec(xml ?? '')?.[0];
  expect(buyer(note?.xml)).toContain('Mia Druk &amp; Zn B.V.');
  expect(buyer(note?.xml)).toBe(buyer(invoice?.xml));
  const left = await readRowsWithText(shop.db, mia);
  expect(left.filter((row) => /^public\.(invoice|structured|refund|order|pending)/.test(row))).toEqual([]);
}

describe('a refund of an erased business customer [INV-04]', () => {
  test('is credited, to the buyer of the invoice that the law keeps', async () => {
    await sell();
    await issue();
    wait(90);
    await endErasure();
    await shop.report(orderCode, refunded(545, 'CARD'));
    expect(await requests()).toBe(1);
    await issue(NOBODY);
    await expectCreditNote();
    await shop.report(orderCode, refunded(1_210, 'BOOK'));
    await issue(NOBODY);
    const [invoice, ...notes] = await documents();
    const sum = (of: 'net' | 'tax') => notes.reduce((all, note) => all + note[of], 0);
    expect([sum('net'), sum('tax')]).toEqual([invoice?.net, invoice?.tax]);
  });

  test.each([
    ['before its job ran', async () => undefined],
    ['and its job was lost', async () => void (await deleteJobsMentioning(shop.db, [orderCode]))],
  ])('is credited if it was reported before the erasure, %s', async (_how, lose) => {
    await sell();
    await issue();
    await shop.report(orderCode, refunded(545, 'CARD'));
    await lose();
    wait(90);
    await erase('invoices');
    await endErasure();
    expect(await requests()).toBe(0);
    await age();
    await shop.run('check-invoices');
    expect(await requests()).toBe(1);
    await issue(NOBODY);
    await expectCreditNote();
    await shop.run('find-invoice-gaps');
  });

  test('is credited between the erasure of its invoice and that of its order, by a job of before', async () => {
    await sell();
    await issue();
    await erase('invoices');
    await shop.report(orderCode, refunded(545, 'CARD'));
    await issue();
    wait(90);
    await endErasure();
    await issue();
    await expectCreditNote();
  });

  test('is credited under its number if the erasure ends while it is drawn', async () => {
    await sell();
    await issue();
    await shop.report(orderCode, refunded(545, 'CARD'));
    wait(90);
    const ref = { customerId: mia, orderCode };
    const deps = {
      db: shop.db,
      journal: shop.journal,
      clock: () => shop.clock.now,
      isIssuing: () => true,
      isVatIdProven: async () => true,
      notifyCustomer: async () => null,
    };
    let erasing: Promise<void> | undefined;
    const objects = Object.assign(Object.create(shop.objects), {
      async putBytes(...requested: Parameters<typeof shop.objects.putBytes>) {
        erasing ??= endErasure();
        await erasing;
        return shop.objects.putBytes(...requested);
      },
    });
    await expect(issueFor({ ...deps, objects }, ref)).rejects.toThrow('another owner');
    const numbers = () =>
      shop.db.selectFrom('invoice_numbers').select('number').where('number', 'like', 'KC-%').execute();
    const given = await numbers();
    await issueFor({ ...deps, objects: shop.objects }, ref);
    await expectCreditNote();
    expect(await numbers()).toEqual(given);
  });

  test('that an earlier release took without a credit note is found at night', async () => {
    await sell();
    await issue();
    wait(90);
    await endErasure();
    await shop.report(orderCode, refunded(545, 'CARD'));
    await deleteJobsMentioning(shop.db, [orderCode]);
    await shop.db.deleteFrom('invoice_requests').execute();
    await shop.run('find-invoice-gaps');
    expect(await requests()).toBe(1);
    await issue(NOBODY);
    await expectCreditNote();
  });

  test('never credited twice, and never invoiced for the first time', async () => {
    await sell();
    await issue();
    await shop.report(orderCode, refunded(545, 'CARD'));
    await issue();
    wait(90);
    await endErasure();
    await issue(NOBODY);
    await expectCreditNote();
    const anna = await addCustomer(shop.db);
    mia = anna;
    orderCode = shop.newCode();
    await sell(anna);
    wait(90);
    await endErasure();
    await shop.report(orderCode, refunded(545, 'CARD'));
    await issue(NOBODY);
    expect(await documents()).toEqual([]);
  });
});

test('a refund of a customer who is no business any more is credited [INV-04]', async () => {
  await sell();
  await issue();
  const change = { b2b_authentication_method: null };
  await shop.db.updateTable('customers').set(change).where('user_id', '=', mia).execute();
  await shop.report(orderCode, refunded(545, 'CARD'));
  await issue();
  expect((await documents()).map(({ kind }) => kind)).toEqual(['invoice', 'credit-note']);
});
