import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { ERASED } from '../modules/account/deletion/erasure/recover-erasures.ts';
import { giveUpReorder } from '../modules/orders/reorders/index.ts';
import { NOBODY } from '../platform/ids.ts';
import { startRestorableNode } from './restore-mode.fixture.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

let node: Awaited<ReturnType<typeof startRestorableNode>>;
beforeAll(async () => {
  node = await startRestorableNode();
  await node.start();
});
afterAll(() => node.end());

const VOUCHER = { version: 1, title: 'Welcome', value: { percent: 10 } };
const lines = (...vouchers: string[]) =>
  vouchers.map((voucher, at) => ({
    code: `P-${at}`,
    title: 'Prints',
    quantity: 1,
    price: 600,
    vatRate: 21,
    status: 'paymentSuccess',
    voucher,
  }));
const order = (customer: CustomerId, code: string, ...vouchers: string[]) =>
  node.order(customer, code, vouchers.length > 0 ? { products: lines(...vouchers) } : {});

type Offer = { isUsed: boolean };
const isUsed = async (customer: CustomerId, code: string) =>
  (await node.call<Offer>(customer, 'GET', `/vouchers/api/v1/campaigns/offers/${code}`)).body.isUsed;
type Reorder = { reorderId: string; code: string };
const reorder = (customer: CustomerId, orderCode: string) =>
  node.call<Reorder>(customer, 'POST', `/orders/reorder?OrderCode=${orderCode}`, undefined, {
    'idempotency-key': crypto.randomUUID(),
  });
type Status = { obstacle: string | null; reorders: { reorderId: string; state: string }[] };
const statusOf = async (customer: CustomerId, orderCode: string) =>
  (await node.call<Status>(customer, 'GET', `/orders/reorder/status/${orderCode}`)).body;
/** As when the shop was away for longer than its events wait. */
const giveUp = (customerId: CustomerId, { reorderId, orderCode }: { reorderId: string; orderCode: string }) =>
  node
    .db()
    .transaction()
    .execute((trx) =>
      giveUpReorder({ ...node.app(), clock: () => new Date() }, trx, {
        type: 'order.reorder',
        data: {
          customerId,
          reorderId,
          orderCode,
          channel: 'kiekhof',
          requestedAt: new Date().toISOString(),
          currency: 'EUR',
          total: 1_200,
          products: [],
        },
      }),
    );
const usesOf = (orderCode: string) =>
  node
    .db()
    .selectFrom('voucher_uses')
    .select(['key', 'customer_id', 'was_used_up'])
    .where('order_code', '=', orderCode)
    .where('cancelled_at', 'is', null)
    .orderBy('key')
    .execute();

test('after a point-in-time restore no voucher is spent twice and no acknowledged reorder is forgotten, without a word of the shop', async () => {
  const [mia, noah] = [(await node.register('Mia')).id, (await node.register('Noah')).id];
  for (const [code, uses] of [
    ['ONCE-A', 'once'],
    ['EACH-A', 'once-per-customer'],
    ['GONE-A', 'once'],
  ])
    await node.saveVoucher(code ?? '', { ...VOUCHER, uses });
  await order(mia, 'OLD-1');
  await order(mia, 'OLD-2');
  await order(mia, 'SPENT-0', 'GONE-A');
  await node.passMinute();
  await node.database.backUp();
  await node.database.nameMoment('before orders');

  await order(mia, 'SPENT-1', 'ONCE-A', 'EACH-A');
  await node.report('SPENT-0', 'status', { status: 'Cancelled' });
  expect([await isUsed(mia, 'ONCE-A'), await isUsed(mia, 'EACH-A'), await isUsed(mia, 'GONE-A')]).toEqual([
    ...[true, true],
    false,
  ]);
  const requested = await reorder(mia, 'OLD-1');
  expect(requested.status).toBe(200);
  await node.waitFor('send-outgoing-event', 0);
  const [received] = node.shop.received;
  expect(received?.type).toBe('order.reorder');
  // The shop could not be reached about the other one.
  const unreached = (await reorder(mia, 'OLD-2')).body.reorderId;
  await giveUp(mia, { reorderId: unreached, orderCode: 'OLD-2' });
  // Somebody who came and left since the backup.
  const emil = (await node.register('Emil')).id;
  await order(emil, 'LEFT-1', 'EACH-A');
  await reorder(emil, 'LEFT-1');
  await node.waitFor('send-outgoing-event', 0);
  const receivedBefore = node.shop.received.length;
  await node.app().journal.require(ERASED, { customerId: emil, ids: [emil] });

  await node.restore('before orders');
  expect(await usesOf('SPENT-1')).toEqual([]);
  expect((await reorder(mia, 'OLD-1')).body.code).toBe('held-after-restore');
  const dry = await node.reconcile();
  expect(dry.stated).toContain('The journal has everything since the backup.');
  expect(dry.stated).toContain('3  orders use their vouchers again, or no longer, as they did');
  expect(dry.stated).toContain('3  reorders are back');
  expect(await node.reconcile('--apply')).toMatchObject({ code: 0 });

  expect([await isUsed(noah, 'ONCE-A'), await isUsed(mia, 'EACH-A')]).toEqual([true, true]);
  expect([await isUsed(noah, 'EACH-A'), await isUsed(noah, 'GONE-A')]).toEqual([false, false]);
  await order(noah, 'SPENT-2', 'ONCE-A');
  expect((await usesOf('SPENT-2')).map(({ was_used_up }) => was_used_up)).toEqual([true]);

  expect(await statusOf(mia, 'OLD-1')).toMatchObject({
    obstacle: 'sent',
    reorders: [{ reorderId: requested.body.reorderId, state: 'sent' }],
  });
  expect((await reorder(mia, 'OLD-1')).status).toBe(409);
  expect(await statusOf(mia, 'OLD-2')).toMatchObject({
    obstacle: null,
    reorders: [{ reorderId: unreached, state: 'unreached' }],
  });
  // Nothing was sent to the shop again; an operator may, under the id that it knows.
  expect(node.shop.received).toHaveLength(receivedBefore);
  const held = await node.db().selectFrom('outgoing_events').select(['id', 'state']).execute();
  expect(held).toEqual(expect.arrayContaining([{ id: received?.id, state: 'failed' }]));

  // Of whoever has left nothing comes back but that a voucher is spent.
  expect(await usesOf('LEFT-1')).toMatchObject([{ customer_id: NOBODY }]);
  const reorders = node.db().selectFrom('reorders').select('id').where('user_id', '=', emil);
  expect(await reorders.execute()).toEqual([]);

  // The shop reports its orders again: nothing changes for them.
  await order(mia, 'SPENT-1', 'ONCE-A', 'EACH-A');
  expect(await usesOf('SPENT-1')).toEqual([
    { key: expect.any(String), customer_id: mia, was_used_up: false },
    { key: expect.any(String), customer_id: mia, was_used_up: false },
  ]);
  await node.order(mia, 'NEW-1', { reorderOf: 'OLD-1' });
  expect((await statusOf(mia, 'OLD-1')).reorders).toMatchObject([{ state: 'ordered', orderCode: 'NEW-1' }]);
  expect((await node.reconcile()).code).toBe(0);
});

test('an operator who restored what nothing noticed begins restore mode by hand, and ends it', async () => {
  const [mia, noah] = [(await node.register('Milla')).id, (await node.register('Nils')).id];
  await node.saveVoucher('HAND-A', { ...VOUCHER, uses: 'once' });
  const restoredTo = new Date().toISOString();
  await order(mia, 'HAND-1', 'HAND-A');
  // Tables brought back from a dump: no epoch tells of it.
  await node.db().deleteFrom('voucher_uses').where('order_code', '=', 'HAND-1').execute();
  expect(await isUsed(noah, 'HAND-A')).toBe(false);

  const offer = async () => (await node.call(noah, 'GET', '/vouchers/api/v1/campaigns/offers/HAND-A')).status;
  const begin = (time: string) => node.keepsake('restore-mode', 'begin', '--restored-to', time);
  const started = await begin(restoredTo);
  expect(started).toMatchObject({ code: 1 });
  expect(started.stated).toContain(`an operator says that the database was restored to ${restoredTo}`);
  await expect.poll(offer).toBe(503);
  await node.passMinute();
  expect((await node.keepsake('restore-mode', 'end')).stated).toContain('Restore mode is off');
  await expect.poll(offer).toBe(200);

  await begin('2020-01-01T00:00:00Z');
  expect((await node.reconcile()).stated).toContain('The journal does not have everything since the backup');
  await begin(restoredTo);
  const applied = await node.reconcile('--apply');
  expect(applied).toMatchObject({ code: 0 });
  expect(applied.stated).toContain('The journal has everything since the backup.');
  expect(applied.stated).toContain('1  orders use their vouchers again');
  await expect.poll(offer).toBe(200);
  expect(await isUsed(noah, 'HAND-A')).toBe(true);
});
