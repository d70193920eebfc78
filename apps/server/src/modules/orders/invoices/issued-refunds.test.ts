import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';

import { findWrongNotes } from './issue/find-wrong-notes.ts';
import { issueFor } from './issue/issue-order.ts';
import { type IssuedOrder, startIssuing } from './issued-order.fixture.ts';

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

const status = 'paymentSuccess';
const product = (code: string, price: number, vatRate: number, quantity = 1) => ({
  code,
  title: `Article ${code}`,
  quantity,
  price,
  vatRate,
  status,
});
const place = async (products: ReturnType<typeof product>[], changes: object = {}) => {
  await order.place({ products, total: products.reduce((sum, { price }) => sum + price, 0), ...changes });
  shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
};
const context = (type: string, data: object, productCodes?: string[]) => ({
  type,
  data,
  ...(productCodes && { productCodes }),
});
const sent = (...codes: string[]) =>
  context('status', { status: 'shipped' }, codes.length > 0 ? codes : undefined);
const cancelled = (code: string) => context('status', { status: 'cancelled' }, [code]);
const refunded = (amount: number, code?: string) =>
  context('refunded', { amount }, code ? [code] : undefined);
const pays = (to: string) => context('payment', { status: to });
const report = async (...events: ReturnType<typeof context>[]) => {
  // In the order in which they are given.
  for (const event of events) {
    await order.report(event);
    shop.clock.now = new Date(shop.clock.now.getTime() + 60_000);
  }
};
const issue = () => order.issue();
const invoice = async () => (await order.invoices())[0];
const notes = async () => (await invoice())?.creditNotes.map(({ net, tax }) => [net, tax]) ?? [];
const fault = async () =>
  (
    await shop.db
      .selectFrom('invoice_faults')
      .select('fault')
      .where('order_code', '=', orderCode)
      .executeTakeFirst()
  )?.fault;
const gaps = async () => {
  const { rows } = await shop.connection.pool.query('select gap from invoice_gaps where order_code = $1', [
    orderCode,
  ]);
  return rows.map(({ gap }) => gap);
};

describe('a refund [INV-04]', () => {
  test('of a product that was cancelled before the invoice is no credit note', async () => {
    await place([product('A', 10_000, 20), product('B', 5_000, 20)]);
    await report(cancelled('B'), refunded(5_000, 'B'), sent('A'));
    await issue();
    expect(await invoice()).toMatchObject({ gross: 10_000, state: 'paid', creditNotes: [] });
    expect([await fault(), await gaps()]).toEqual([undefined, []]);
  });

  test('without an amount that is a number, as an earlier release stored it, is none', async () => {
    await place([product('A', 10_000, 20)]);
    await report(sent());
    await issue();
    for (const data of ['{"amount": "some"}', '{"amount": {}}', '{}'])
      await sql`insert into order_events (user_id, order_code, id, service, external_id, type, happened_at, received_at, data)
        values (${customerId}, ${orderCode}, gen_random_uuid(), 'shop', gen_random_uuid()::text, 'refunded', ${shop.clock.now},
          ${shop.clock.now}, ${data})`.execute(shop.db);
    expect(await gaps()).toEqual([]);
    await report(refunded(1_200));
    expect(await gaps()).toEqual(['refund']);
    await issue();
    expect([await notes(), await gaps()]).toEqual([[[1_000, 200]], []]);
  });

  test.each([[['C']], [['A', 'C']]])(
    'that names what the order does not have, as an earlier release stored it, is credited on nothing: %j',
    async (names) => {
      await place([product('A', 10_000, 20), product('B', 5_000, 5)]);
      await report(sent());
      await sql`insert into order_events (user_id, order_code, id, service, external_id, type, happened_at, received_at,
          product_codes, data)
        values (${customerId}, ${orderCode}, gen_random_uuid(), 'shop', ${orderCode}, 'refunded', ${shop.clock.now},
          ${shop.clock.now}, ${names}, '{"amount": 600}')`.execute(shop.db);
      await issue();
      expect(await notes()).toEqual([]);
      expect(await fault()).toMatch(
        /^A refund of 6.00 EUR names what the order does not have \(C\): nothing was credited for it\.$/,
      );
      // What else is paid back is credited all the same.
      await report(refunded(1_200, 'A'));
      await issue();
      expect(await notes()).toEqual([[1_000, 200]]);
      expect([await fault(), await gaps()]).toEqual([expect.stringContaining('(C)'), []]);
    },
  );

  test.each([
    ['names it', 'A'],
    ['names nothing', undefined],
  ])('of a quantity that was lowered before the invoice is none, if it %s', async (_, code) => {
    await place([product('A', 10_000, 20, 2)]);
    const lowered = { total: 5_000, products: [{ code: 'A', quantity: 1, price: 5_000 }] };
    await report(context('order-changed', lowered), refunded(5_000, code), sent());
    await issue();
    expect(await invoice()).toMatchObject({ gross: 5_000, state: 'paid', creditNotes: [] });
    expect(await fault()).toBeUndefined();
  });

  test('that names a product is credited at its rate', async () => {
    await place([product('PRINT', 12_000, 20), product('BOOK', 10_500, 5)]);
    await report(sent(), refunded(10_500, 'BOOK'));
    await issue();
    expect(await notes()).toEqual([[10_000, 500]]);
    const xml = await shop.db
      .selectFrom('structured_invoices')
      .select('xml')
      .where('user_id', '=', customerId)
      .where('number', 'like', 'KC-%')
      .executeTakeFirstOrThrow();
    expect(xml.xml).toContain('Terugbetaling voor Article BOOK');
  });

  test('in parts gives back all of the invoice', async () => {
    await place([product('A', 333, 20), product('B', 334, 5), product('C', 333, 12.5)]);
    await report(sent());
    for (const amount of [333, 333, 334]) {
      await report(refunded(amount));
      await issue();
    }
    const sums = (await notes()).reduce(([net = 0, tax = 0], [n = 0, t = 0]) => [net + n, tax + t], [0, 0]);
    expect(sums).toEqual([(await invoice())?.net, (await invoice())?.tax]);
    expect((await invoice())?.state).toBe('credited');
  });

  test('is matched once, also by several workers at the same time', async () => {
    await place([product('A', 1_000, 20), product('B', 1_000, 5)]);
    await report(sent());
    await issue();
    await report(refunded(700), refunded(300, 'B'), refunded(400, 'A'));
    await Promise.all([1, 2, 3].map(() => issueFor(shop.issuing, { customerId, orderCode })));
    const found = await notes();
    expect(found).toHaveLength(3);
    expect(found.flat().reduce((sum, part) => sum + part, 0)).toBe(1_400);
  });

  test('above what was paid is credited as far as it goes, and told', async () => {
    await place([product('A', 500, 20)]);
    await report(sent(), refunded(900));
    await issue();
    expect(await notes()).toEqual([[417, 83]]);
    expect(await fault()).toBe('More was paid back than it was invoiced for: 4.00 EUR.');
  });
});

describe('an order that changes after its invoice [INV-04]', () => {
  const lowered = { total: 5_000, products: [{ code: 'A', quantity: 1, price: 5_000 }] };

  test('and is cheaper is told until the refund is reported', async () => {
    await place([product('A', 10_000, 20, 2)]);
    await report(sent());
    await issue();
    await report(context('order-changed', lowered));
    await issue();
    expect(await fault()).toContain('cheaper, and 50.00 EUR of that');
    await report(refunded(5_000, 'A'));
    await issue();
    expect(await notes()).toEqual([[4_167, 833]]);
    expect(await fault()).toBeUndefined();
  });

  test('by a product that is sent after all is told as well', async () => {
    await place([product('A', 10_000, 20), product('B', 5_000, 20)]);
    await report(cancelled('B'), sent('A'));
    await issue();
    await report(sent('B'));
    await issue();
    expect(await fault()).toBe('Since its invoice it has become dearer, by 50.00 EUR.');
  });
});

describe('a payment that was returned [INV-04]', () => {
  test('before dispatch leaves the invoice open, with its day', async () => {
    await place([product('A', 1_200, 20)]);
    await report(pays('paymentFailed'), sent());
    await issue();
    expect(await invoice()).toMatchObject({ state: 'open', dueOn: expect.any(String) });
  });

  test('after it opens the invoice again, until the next one', async () => {
    await place([product('A', 1_200, 20)]);
    await report(sent());
    await issue();
    expect(await invoice()).toMatchObject({ state: 'paid', dueOn: null });
    await report(pays('paymentFailed'));
    expect(await gaps()).toEqual(['returned']);
    await issue();
    expect(await invoice()).toMatchObject({ state: 'open', dueOn: expect.any(String) });
    expect(await gaps()).toEqual([]);
    await report(pays('paymentSuccess'));
    expect(await gaps()).toEqual(['payment']);
    await issue();
    expect(await invoice()).toMatchObject({ state: 'paid' });
  });
});

describe('a credit note of an earlier release [INV-04]', () => {
  /** As if it had been issued before refunds were matched, with these sums by rate. */
  async function age(number: string, ...taxes: { rate: number; net: number; tax: number }[]): Promise<void> {
    await shop.db.deleteFrom('refund_matches').where('order_code', '=', orderCode).execute();
    await shop.db
      .updateTable('structured_invoices')
      .set({ shares: null })
      .where('user_id', '=', customerId)
      .execute();
    const sum = (of: 'net' | 'tax') => taxes.reduce((all, one) => all + one[of], 0);
    const [net, tax] = [sum('net'), sum('tax')];
    const stored = JSON.stringify(taxes.map((one) => ({ category: 'S', ...one })));
    await shop.db
      .updateTable('invoices')
      .set({ net, tax, gross: net + tax, taxes: stored })
      .where('user_id', '=', customerId)
      .where('number', '=', number)
      .execute();
  }
  const wrong = async () => {
    const found: string[] = [];
    for await (const each of findWrongNotes(shop.db))
      if (each.orderCode === orderCode) found.push(each.sentence);
    return found;
  };
  const lastNote = async () => (await invoice())?.creditNotes.at(-1)?.number ?? '';

  test('at the wrong rates is told, and later ones take what is left', async () => {
    await place([product('PRINT', 12_000, 20), product('BOOK', 10_500, 5)]);
    await report(sent(), refunded(10_500, 'BOOK'));
    await issue();
    expect(await wrong()).toEqual([]);
    await age(await lastNote(), { rate: 20, net: 4_667, tax: 933 }, { rate: 5, net: 4_667, tax: 233 });
    const notified = ['credits 46.67 + 9.33 (20 %), 46.67 + 2.33 (5 %) EUR instead of 100.00 + 5.00 (5 %)'];
    expect(await wrong()).toEqual(notified);
    await report(refunded(12_000, 'PRINT'));
    await issue();
    // 64.00 at 20 %, and the 56.00 that are left at 5 %: all that was invoiced is credited, at its rates.
    expect(await notes()).toEqual([
      [9_334, 1_166],
      [5_333 + 5_333, 1_067 + 267],
    ]);
    expect((await invoice())?.state).toBe('credited');
    expect(await wrong()).toEqual(notified);
  });

  test('of what was never invoiced is told', async () => {
    await place([product('A', 10_000, 20), product('B', 5_000, 20)]);
    await report(cancelled('B'), sent('A'), refunded(100, 'A'), refunded(5_000, 'B'));
    await issue();
    const number = await lastNote();
    await age(number, { rate: 20, net: 83, tax: 17 });
    expect(await wrong()).toEqual([]);
    // The id of B's refund is that of a note as well.
    await shop.db
      .updateTable('invoices')
      .set({
        id: sql`(select id from order_events where user_id = ${customerId} and type = 'refunded' order by id desc limit 1)`,
      })
      .where('user_id', '=', customerId)
      .where('number', '=', number)
      .execute();
    await age(number, { rate: 20, net: 4_167, tax: 833 });
    expect(await wrong()).toEqual([
      'credits 41.67 + 8.33 (20 %) EUR instead of nothing, which is all that was invoiced of it',
    ]);
  });
});
