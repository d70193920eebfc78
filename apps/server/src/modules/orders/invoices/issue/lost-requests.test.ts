import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { auditStorage } from '../../../library/storage-audit/index.ts';
import { type IssuedOrder, refunded, SENT, startIssuing } from '../issued-order.fixture.ts';
import { countRequests, deleteRequest } from './requests.ts';

let shop: Awaited<ReturnType<typeof startIssuing>>;
let order: IssuedOrder;
let customerId: CustomerId;
let orderCode: string;
beforeAll(async () => {
  shop = await startIssuing();
});
beforeEach(async () => {
  order = await shop.beginOrder();
  ({ customerId, orderCode } = order);
});
afterAll(() => shop.stop());

const REFUND = refunded(500);
const RETURNED = { type: 'payment', data: { status: 'paymentFailed' } };
const PAID = { type: 'payment', data: { status: 'paymentSuccess' } };
const key = () => `issue-invoices:${orderCode}`;
const isRequested = async () =>
  (
    await shop.connection.pool.query(
      'select from graphile_worker.jobs where key = $1 and attempts < max_attempts',
      [key()],
    )
  ).rowCount === 1;
const loseJob = () =>
  shop.connection.pool.query('delete from graphile_worker._private_jobs where key = $1', [key()]);
/** As if it had been requested long ago. */
const age = () =>
  sql`update invoice_requests set requested_at = ${shop.clock.now}::timestamptz - interval '2 days' where order_code = ${orderCode}`.execute(
    shop.db,
  );
const findings = async () => (await auditStorage(shop)).findings.map(({ what }) => what);

test.each([
  ['was lost', loseJob],
  [
    'has failed for good',
    () =>
      shop.connection.pool.query(
        'update graphile_worker._private_jobs set attempts = max_attempts where key = $1',
        [key()],
      ),
  ],
])('an order whose job %s gets another one, until its invoice is there', async (_how, lose) => {
  await order.place();
  await order.report(SENT);
  await lose();
  await shop.run('check-invoices');
  expect(await isRequested()).toBe(false);
  await age();
  expect(await findings()).toEqual(['orders whose invoices have not been brought up to date for a day']);
  await shop.run('check-invoices');
  expect(await isRequested()).toBe(true);
  await order.issue();
  expect(await order.invoices()).toHaveLength(1);
  expect(await countRequests(shop.db, { customerId, orderCode })).toBeUndefined();
  expect(await findings()).toEqual([]);
});

test('a request made while the invoice is issued is not taken for done', async () => {
  await order.place();
  await order.report(SENT);
  const counted = (await countRequests(shop.db, { customerId, orderCode })) ?? 0;
  await order.report(REFUND);
  await deleteRequest(shop.db, { customerId, orderCode }, counted);
  expect(await countRequests(shop.db, { customerId, orderCode })).toBe(counted + 1);
  await order.issue();
});

test.each([
  [
    'a refund without a credit note',
    'paymentSuccess',
    REFUND,
    'refunds without a credit note',
    { creditNotes: [{ gross: 500 }] },
  ],
  [
    'a paid order with an open invoice',
    'approved',
    PAID,
    'paid orders whose invoice is open',
    { state: 'paid' },
  ],
  [
    'a returned payment with a paid invoice',
    'paymentSuccess',
    RETURNED,
    'orders whose payment was returned, with an invoice that says paid',
    { state: 'open', dueOn: expect.any(String) },
  ],
])(
  '%s, lost by an earlier release, is named by the audit and made good at night',
  async (_, status, event, line, made) => {
    await order.place({ status });
    await order.report(SENT);
    await order.issue();
    // At the moment of the order itself, the paid one would count.
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
    await order.report(event);
    await loseJob();
    await shop.db.deleteFrom('invoice_requests').execute();
    expect(await findings()).toEqual([line]);
    await shop.run('find-invoice-gaps');
    expect(await isRequested()).toBe(true);
    await order.issue();
    const [invoice] = await order.invoices();
    expect(invoice).toMatchObject(made);
    expect(await findings()).toEqual([]);
    await loseJob();
    await shop.run('find-invoice-gaps');
    expect(await isRequested()).toBe(false);
  },
);
