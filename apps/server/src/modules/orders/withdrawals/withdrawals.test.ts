import { randomUUID } from 'node:crypto';
import type { NewOrder } from '@keepsake/contracts/orders/orders';
import type { getOrderWithdrawal } from '@keepsake/contracts/orders/withdrawals';
import type { OutgoingEvent } from '@keepsake/contracts/outgoing-events';
import { IDEMPOTENCY_HEADER, type ResponseOf } from '@keepsake/contracts/platform/endpoint';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { NOBODY } from '../../../platform/ids.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { startShopWorld } from '../../../testing/start-shop-world.ts';
import { createWithdrawals } from './index.ts';

const RETURN_TO = ['Pennyfern Ltd', '12 Fern Row', 'Hull', 'HU1 1AA', 'United Kingdom'];
type Body = ResponseOf<typeof getOrderWithdrawal> & Required<ProblemBody> & { withdrawalId: string };
type Withdrawal = Extract<OutgoingEvent, { type: 'order.withdrawal' }>;

/** Orders, withdrawals, and a shop that receives them; mails stay in their jobs. */
const start = () =>
  startShopWorld({
    create: (parts) => createWithdrawals({ ...parts, publicUrl: 'https://photos.example' }),
  });
let world: Awaited<ReturnType<typeof start>>;
const now = new Date('2026-06-15T10:00:00Z');
beforeAll(async () => {
  world = await start();
});
beforeEach(async () => {
  await world.db.deleteFrom('outgoing_events').execute();
  await world.db.deleteFrom('withdrawals').execute();
  await world.db.deleteFrom('identity_attempts').execute();
  await world.connection.pool.query('delete from graphile_worker._private_jobs');
  world.clock.now = now;
});
afterAll(() => world.stop());

const status = 'paymentSuccess' as const;
const frame = {
  code: 'FRAME',
  title: 'Oak frame',
  quantity: 1,
  price: 899,
  status,
  withdrawal: { days: 14 },
};
const prints = { ...frame, code: 'PAP_910', title: 'Prints', withdrawal: { none: 'personalised' as const } };

/** An order of a frame and prints, as the shop reports it; returns its code. */
const addOrder = (customerId: CustomerId, changes: Partial<NewOrder> = {}) =>
  world.addOrder(customerId, { products: [frame, prints], total: 1_798, ...changes });
const report = (orderCode: string, type: string, happenedAt: string, data: object) =>
  world.report(orderCode, type, data, { happenedAt });

const declared = (order: string, email: string, changes: object = {}) => ({
  channel: 'pennyfern',
  name: 'Mia Holm',
  order,
  products: [] as string[],
  email,
  ...changes,
});
let network = 0;
/** Declares without being signed in, each time from a new network. */
async function declare(body: object, { key = randomUUID() as string } = {}) {
  const answer = await world.http.inject({
    method: 'POST',
    url: '/api/orders/withdrawals',
    remoteAddress: `10.0.${Math.floor(++network / 250)}.${network % 250}`,
    headers: { [IDEMPOTENCY_HEADER]: key },
    payload: body,
  });
  return { status: answer.statusCode, body: answer.json() as Body };
}
const declareOwn = (customerId: CustomerId, body: object) =>
  world.call<Body>(customerId, 'POST', '/orders/withdrawals/me', body);
const withdrawalOf = async (customerId: CustomerId, orderCode: string) =>
  (await world.call<Body>(customerId, 'GET', `/orders/v1/superorders/${orderCode}/withdrawal`)).body;

/** Runs the jobs that pass declarations on. */
async function passOn(): Promise<void> {
  const { rows } = await sql<{ payload: object }>`select payload from graphile_worker._private_jobs as job
    join graphile_worker._private_tasks as task on task.id = job.task_id
    where task.identifier = 'pass-on-withdrawal'`.execute(world.db);
  for (const { payload } of rows) await world.run('pass-on-withdrawal', payload);
}
async function notifiedShop(): Promise<Withdrawal['data'][]> {
  const rows = await world.db.selectFrom('outgoing_events').select('body').orderBy('id').execute();
  return rows.map(({ body }) => (JSON.parse(body) as Withdrawal).data);
}
type Mail = { to: string; subject: string; text: string; html: string };
async function mails(): Promise<Mail[]> {
  const { rows } = await world.connection.pool.query<{ payload: Mail }>(
    `select payload from graphile_worker._private_jobs as job join graphile_worker._private_tasks as task
     on task.id = job.task_id where identifier = 'send-mail' order by job.id`,
  );
  return rows.map(({ payload }) => payload);
}
const addressOf = (customerId: CustomerId) => `${customerId}@example.com`;

describe('a withdrawal', () => {
  test('of a signed-in customer is receipted in the language of their mails', async () => {
    const mia = await addCustomer(world.db, { registeredAt: now });
    await world.db
      .updateTable('customers')
      .set({ mail_locale: 'sv-SE' })
      .where('user_id', '=', mia)
      .execute();
    expect((await declareOwn(mia, declared(await addOrder(mia), addressOf(mia)))).status).toBe(200);
    const mail = (await mails()).find(({ to }) => to === addressOf(mia));
    expect(mail?.subject).toContain('Vi har tagit emot din ångeranmälan');
    expect(mail?.text).toMatch(/15 juni 2026 kl\.\s11:00:00 brittisk sommartid\n/);
  });

  test('by a visitor is stored, receipted at once, and sent to the shop with the order that it names', async () => {
    const mia = await addCustomer(world.db, { registeredAt: now });
    const orderCode = await addOrder(mia);
    const pushed = await world.listen(mia);
    const body = declared(`order ${orderCode.toLowerCase()}`, addressOf(mia).toUpperCase());
    const { status: answered, body: receipt } = await declare(body);
    expect([answered, receipt]).toEqual([
      200,
      {
        withdrawalId: expect.any(String),
        declaredAt: now.toISOString(),
        returnTo: RETURN_TO,
        returnBy: '2026-06-29',
      },
    ]);
    const [mail] = (await mails()) as [Mail];
    expect(mail.to).toBe(addressOf(mia).toUpperCase());
    expect(mail.subject).toBe('We have received your cancellation');
    expect(mail.text).toContain('Received: 15 June 2026, 11:00:00\n');
    expect(mail.text).toContain(`by 29 June 2026 to:\n${RETURN_TO.join('\n')}\n\n`);
    expect(mail.text).toContain(`Order: order ${orderCode.toLowerCase()}`);
    expect(mail.text).toContain('Products: the whole order');
    expect(mail.text).toContain('https://photos.example/help/contact');

    await passOn();
    const notified = { withdrawalId: receipt.withdrawalId, customerId: mia, orderCode, channel: 'pennyfern' };
    const written = { declaredOrder: `order ${orderCode.toLowerCase()}`, name: 'Mia Holm', products: [] };
    expect(await notifiedShop()).toMatchObject([{ ...notified, ...written, declaredAt: now.toISOString() }]);
    await vi.waitFor(() => expect(pushed).toMatchObject([{ data: { orderCodes: [orderCode] } }]));
    const page = await withdrawalOf(mia, orderCode);
    expect(page.declarations).toMatchObject([{ withdrawalId: receipt.withdrawalId, products: [] }]);
    expect(page.products.map(({ right }) => right.state)).toEqual(['declared', 'declared']);
    expect(await mails()).toHaveLength(1);
  });

  test('by a signed-in customer names the chosen products; the others stay as they are', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    const chosen = { products: ['Oak frame'], productCodes: ['FRAME'] };
    const answer = await declareOwn(mia, declared(orderCode, 'elsewhere@example.com', chosen));
    expect(answer.status).toBe(200);
    await passOn();
    expect(await notifiedShop()).toMatchObject([{ customerId: mia, orderCode, ...chosen }]);
    const page = await withdrawalOf(mia, orderCode);
    expect(page.products.map(({ right }) => right)).toEqual([
      { state: 'declared' },
      { state: 'none', reason: 'personalised' },
    ]);
    expect(await mails()).toMatchObject([{ to: 'elsewhere@example.com' }]);
  });

  test('that matches no order reaches the shop and customer care, without a customer', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    await declare(declared(orderCode, 'stranger@example.com'));
    await passOn();
    const unknown = { orderCode: null, customerId: null, declaredOrder: orderCode };
    expect(await notifiedShop()).toMatchObject([{ ...unknown, email: 'stranger@example.com' }]);
    const [, care] = (await mails()) as [Mail, Mail];
    expect(care.to).toBe('care@pennyfern.example');
    expect(care.text).toContain('Write to the customer:\nstranger@example.com\n');
    expect(care.html).toContain(
      `mailto:stranger@example.com?subject=About%20your%20cancellation%3A%20order%20${orderCode}`,
    );
    expect((await withdrawalOf(mia, orderCode)).declarations).toEqual([]);
    expect(await world.db.selectFrom('withdrawals').select('user_id').execute()).toEqual([
      { user_id: NOBODY },
    ]);
  });

  test('by a signed-in customer never touches another customer’s order', async () => {
    const [mia, noah] = [await addCustomer(world.db), await addCustomer(world.db)];
    const orderCode = await addOrder(mia);
    const existing = await declareOwn(noah, declared(orderCode, addressOf(mia)));
    const unknown = await declareOwn(noah, declared('K-UNKNOWN', addressOf(noah)));
    expect([existing.status, Object.keys(existing.body)]).toEqual([
      unknown.status,
      Object.keys(unknown.body),
    ]);
    await passOn();
    expect(await notifiedShop()).toMatchObject([{ orderCode: null }, { orderCode: null }]);
    expect((await withdrawalOf(mia, orderCode)).declarations).toEqual([]);
    const path = `/orders/v1/superorders/${orderCode}/withdrawal`;
    expect((await world.call<Body>(noah, 'GET', path)).status).toBe(404);
  });

  test('is a right of consumers: businesses get a sentence about it', async () => {
    const studio = await addCustomer(world.db);
    const orderCode = await addOrder(studio);
    const token = await world.tokenFor(studio, { b2b_authentication_method: 'password' });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(declared(orderCode, addressOf(studio)));
    const url = `${world.address}/api/orders`;
    expect((await fetch(`${url}/withdrawals/me`, { method: 'POST', headers, body })).status).toBe(403);
    const answer = await fetch(`${url}/v1/superorders/${orderCode}/withdrawal`, { headers });
    const { products } = (await answer.json()) as Body;
    expect(products[0]?.right).toEqual({ state: 'none', reason: 'business' });
  });

  test('gets the same answer whether or not the order exists, after the same statements', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    const lasting = async (body: object) => {
      const { status: answered, body: answer } = await declare(body);
      return [answered, { ...answer, withdrawalId: 'an-id' }];
    };
    const existing = await lasting(declared(orderCode, addressOf(mia)));
    expect(await lasting(declared('K-00000000', addressOf(mia)))).toEqual(existing);
    expect(await lasting(declared(orderCode, 'b@example.com'))).toEqual(existing);
    // Nothing reads orders before the answer: their tables are renamed here.
    await world.connection.pool.query('alter table order_requests rename to order_requests_away');
    try {
      expect(await lasting(declared(orderCode, 'c@example.com'))).toEqual(existing);
    } finally {
      await world.connection.pool.query('alter table order_requests_away rename to order_requests');
    }
  });

  test('is one, however often a press arrives and its job runs', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    const key = randomUUID();
    const body = declared(orderCode, addressOf(mia));
    const presses = await Promise.all(Array.from({ length: 4 }, () => declare(body, { key })));
    expect(new Set(presses.map((press) => press.body.withdrawalId)).size).toBe(1);
    await passOn();
    await passOn();
    expect([await mails(), await notifiedShop()]).toEqual([[expect.anything()], [expect.anything()]]);
  });

  test('is not lost by a kill: its job sends it to the shop and records that, or does neither', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    await declare(declared(orderCode, addressOf(mia)));
    world.shop.isCut = true;
    await expect(passOn()).rejects.toThrow('killed');
    world.shop.isCut = false;
    expect(await notifiedShop()).toEqual([]);
    expect((await withdrawalOf(mia, orderCode)).declarations).toEqual([]);
    await passOn();
    expect(await notifiedShop()).toMatchObject([{ orderCode }]);
  });
});

describe('declaring', () => {
  test('sends no markup or links, whatever is written', async () => {
    const name = '<img src=x onerror=alert(1)> www.evil.example';
    const products = ['<b>https://evil.example/x</b>'];
    expect((await declare(declared('K-1', 'victim@example.com', { name, products }))).status).toBe(200);
    const [mail] = (await mails()) as [Mail];
    expect(mail.html).not.toMatch(/<img|<b>/);
    expect(mail.html).toContain('&lt;img src=x');
    for (const text of [mail.html, mail.text]) expect(text).not.toMatch(/evil\.example|https?:\/\/evil/);
    expect(mail.text).toMatch(/^Hello,/);
  });

  test('refuses what is no name, no order and no address', async () => {
    for (const changes of [
      { name: ' ' },
      { name: 'a\nb' },
      { name: '\u202e\u200b' },
      { order: '' },
      { email: 'a@b.com,c@d.com' },
      { products: Array(21).fill('x') },
      { channel: 'nobody' },
    ]) {
      const { status: answered } = await declare(declared('K-1', 'a@example.com', changes));
      expect(answered, JSON.stringify(changes)).toBe(400);
    }
    expect(await world.db.selectFrom('withdrawals').select('id').execute()).toEqual([]);
  });

  test('mails up to five receipts an hour to an address, and stores further declarations without', async () => {
    for (let nth = 0; nth < 7; nth++) await declare(declared(`K-${nth}`, 'victim@example.com'));
    expect(await mails()).toHaveLength(5);
    expect(await world.db.selectFrom('withdrawals').select('id').execute()).toHaveLength(7);
  });

  test('does not count the receipts that a customer has sent to their own address', async () => {
    const mia = await addCustomer(world.db);
    const email = addressOf(mia);
    for (let nth = 0; nth < 7; nth++) await declare(declared(`K-${nth}`, email));
    await declareOwn(mia, declared('K-8', email));
    expect(await mails()).toHaveLength(6);
  });

  test('is heard however often a network declares; beyond a limit its receipt waits for the order', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    const payload = declared('K-1', 'a@example.com');
    const sendTo = async (email: string, order: string) =>
      (
        await world.http.inject({
          method: 'POST',
          url: '/api/orders/withdrawals',
          remoteAddress: '192.0.2.7',
          payload: declared(order, email),
        })
      ).statusCode;
    const send = (key: string) =>
      world.http.inject({
        method: 'POST',
        url: '/api/orders/withdrawals',
        remoteAddress: '192.0.2.7',
        headers: { [IDEMPOTENCY_HEADER]: key },
        payload,
      });
    const statuses: number[] = [];
    for (let nth = 0; nth < 22; nth++) statuses.push((await send(`press-${nth}`)).statusCode);
    expect(new Set(statuses)).toEqual(new Set([200]));
    for (let nth = 0; nth < 22; nth++) expect(await sendTo(`stranger-${nth}@example.com`, 'K-1')).toBe(200);
    expect(await sendTo(addressOf(mia), orderCode)).toBe(200);
    const receiptsOf = async (to: string) => (await mails()).filter((mail) => mail.to === to).length;
    expect([await receiptsOf('stranger-21@example.com'), await receiptsOf(addressOf(mia))]).toEqual([0, 0]);
    await passOn();
    expect([await receiptsOf('stranger-21@example.com'), await receiptsOf(addressOf(mia))]).toEqual([0, 1]);
    const repeated = await send('press-0');
    expect([repeated.statusCode, repeated.json()]).toEqual([200, (await send('press-0')).json()]);
    expect((await declare(payload)).status).toBe(200);
  });
});

describe('what can be withdrawn from', () => {
  test('is open until 14 days after the last parcel arrived, in the channel’s time zone', async () => {
    const mia = await addCustomer(world.db);
    const orderCode = await addOrder(mia);
    const rights = async () => (await withdrawalOf(mia, orderCode)).products.map(({ right }) => right);
    const none = { state: 'none', reason: 'personalised' };
    expect(await rights()).toEqual([{ state: 'open', days: 14, lastDay: null }, none]);
    await report(orderCode, 'status', '2026-06-10T10:00:00Z', { status: 'shipped' });
    const parcel = (parcelId: string, at: string) =>
      report(orderCode, 'parcel', at, { parcelId, state: 'delivered' });
    await parcel('1', '2026-06-11T10:00:00Z');
    expect(await rights()).toEqual([{ state: 'open', days: 14, lastDay: '2026-06-25' }, none]);
    await parcel('2', '2026-06-14T23:30:00Z');
    // 23:30 UTC is half past midnight of the 15th in London.
    expect(await rights()).toEqual([{ state: 'open', days: 14, lastDay: '2026-06-29' }, none]);
    world.clock.now = new Date('2026-06-29T22:59:59Z');
    expect(await rights()).toEqual([{ state: 'open', days: 14, lastDay: '2026-06-29' }, none]);
    world.clock.now = new Date('2026-06-29T23:00:00Z');
    expect(await rights()).toEqual([{ state: 'ended', lastDay: '2026-06-29' }, none]);
  });

  test('is kept for four years, then deleted', async () => {
    await declare(declared('K-1', 'a@example.com'));
    world.clock.now = new Date('2030-06-13T10:00:00Z');
    await world.run('forget-expired');
    expect(await world.db.selectFrom('withdrawals').select('id').execute()).toHaveLength(1);
    world.clock.now = new Date('2030-06-15T10:00:00Z');
    await world.run('forget-expired');
    expect(await world.db.selectFrom('withdrawals').select('id').execute()).toEqual([]);
  });
});
