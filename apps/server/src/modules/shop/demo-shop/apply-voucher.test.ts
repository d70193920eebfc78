import { randomUUID } from 'node:crypto';
import type { Voucher } from '@keepsake/contracts/orders/vouchers';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CREDENTIAL, startShop } from './demo-shop.fixture.ts';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

/** Saves a voucher of the demo shop; returns its code. */
async function issue(changes: object): Promise<string> {
  const code = `CODE-${randomUUID().slice(0, 8)}`;
  const voucher = { version: 1, title: 'A gift', uses: 'once', value: { amount: { EUR: 500 } }, ...changes };
  const answer = await fetch(`${shop.address}${SERVICE_PATHS.vouchers}/vouchers/${code}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${CREDENTIAL}` },
    body: JSON.stringify(voucher),
  });
  expect(answer.status).toBe(200);
  return code;
}
const see = async (customerId: CustomerId, code: string) =>
  (await shop.call(customerId, 'GET', `/vouchers/api/v1/campaigns/offers/${code}`))
    .body as unknown as Voucher;
/** Two frames for 19,98 €. */
const buy = (customerId: CustomerId, voucher: string, key = randomUUID()) => {
  const frames = { channel: 'kiekhof', productCode: 'FRA_910', quantity: 2, voucher };
  return shop.place(customerId, frames, { 'idempotency-key': key });
};

test('an order with a voucher costs less, names it, and uses it up once however often it is sent', async () => {
  const { customerId } = await shop.addCustomer();
  const goodFor = { title: 'Frames', articleTypes: ['Frame'] };
  const code = await issue({ goodFor, endsAt: '2026-12-31T23:00:00Z' });
  const key = randomUUID();
  const placed = await buy(customerId, ` ${code.toLowerCase()}`, key);
  expect(placed.status).toBe(200);
  expect(await buy(customerId, ` ${code.toLowerCase()}`, key)).toEqual(placed);
  const { orderCode } = placed.body;
  const order = await shop.view(customerId, orderCode);
  expect(order.total).toBe(1_998 - 500 + 449);
  expect(order.products).toMatchObject([
    {
      price: 1_498,
      netPrice: 1_238,
      voucher: code,
      voucherDetails: { title: 'A gift', amount: 500, expiresAt: '2026-12-31T23:00:00.000Z' },
    },
  ]);
  expect(await see(customerId, code)).toMatchObject({ isUsed: true, usedIn: orderCode });
  expect((await buy(customerId, code)).status).toBe(400);
});

test('a voucher worth more than the order makes it free except for its delivery', async () => {
  const { customerId } = await shop.addCustomer();
  const code = await issue({ value: { amount: { EUR: 1_000_000 } } });
  const { orderCode } = (await buy(customerId, code)).body;
  expect(await shop.view(customerId, orderCode)).toMatchObject({ total: 449, products: [{ price: 0 }] });
});

test.each([
  ['ended a moment ago', { endsAt: '2026-06-15T10:00:00Z' }],
  ['is for other articles', { goodFor: { title: 'Prints', articleTypes: ['Print'] } }],
  ['is in another currency', { value: { amount: { GBP: 500 } } }],
  ['needs a larger order', { minimum: { EUR: 2_000 } }],
  ['is of another shop', { channels: ['pennyfern'] }],
])('one that %s is refused, and nothing is ordered', async (_what, changes) => {
  const { customerId } = await shop.addCustomer();
  const { status, body } = await buy(customerId, await issue(changes));
  expect([status, body.errors]).toEqual([400, [expect.objectContaining({ path: 'body.voucher' })]]);
  expect((await shop.call(customerId, 'GET', '/orders/v2/superorders/me')).body).toMatchObject({ total: 0 });
});

test('an unknown code and another customer’s are refused with the same words', async () => {
  const [mia, noah] = [await shop.addCustomer(), await shop.addCustomer()];
  const code = await issue({ customerId: mia.customerId });
  const [own, none] = [await buy(noah.customerId, code), await buy(noah.customerId, 'NOBODY-KNOWS')];
  expect([own.status, own.body.errors]).toEqual([400, none.body.errors]);
});
