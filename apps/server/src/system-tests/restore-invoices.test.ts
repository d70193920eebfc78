import { randomUUID } from 'node:crypto';
import { readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startRestorableNode } from './restore-mode.fixture.ts';

vi.setConfig({ testTimeout: 240_000, hookTimeout: 60_000 });

const SOON = { timeout: 60_000, interval: 100 };
let node: Awaited<ReturnType<typeof startRestorableNode>>;
let mia: CustomerId;
beforeAll(async () => {
  node = await startRestorableNode();
  await node.start();
  mia = (await node.register('Mia')).id;
  const business = { identity_type: 'business', b2b_authentication_method: 'password' };
  await node.db().updateTable('customers').set(business).where('user_id', '=', mia).execute();
});
afterAll(() => node.end());

type Refund = { id: string; amount: number };
/** Reports a sent order, and what of it was paid back. */
async function sell(orderCode: string, refund?: Refund): Promise<void> {
  await node.order(mia, orderCode);
  await node.report(orderCode, 'status', { status: 'Dispatched' }, `${orderCode}-sent`);
  if (refund) await node.report(orderCode, 'refunded', { amount: refund.amount }, refund.id);
}
const issued = async () =>
  (
    await node
      .db()
      .selectFrom('invoices')
      .select(['number', 'order_codes', 'gross', 'object_key'])
      .orderBy('number')
      .execute()
  ).map(({ number, order_codes, gross }) => `${number} ${order_codes} ${gross}`);
const keyOf = async (number: string) =>
  (
    await node
      .db()
      .selectFrom('invoices')
      .select('object_key')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
  ).object_key ?? '';
const issueAll = async (count: number) => {
  await expect
    .poll(async () => {
      await node.runSoon(['issue-invoices']);
      return (await issued()).length;
    }, SOON)
    .toBe(count);
};
const objects = async () =>
  (await readdir(path.join(node.objects, 'issued-invoices'), { recursive: true })).sort();
const year = new Date().getFullYear();
const JOURNAL = 'system/journal/invoice-numbers';
const latestEntry = async () => {
  const entries = (await readdir(path.join(node.objects, JOURNAL))).sort();
  return path.join(node.objects, JOURNAL, entries.at(-1) ?? '');
};

test('no number is given twice and no supply invoiced twice after a point-in-time restore', async () => {
  const refund = { id: randomUUID(), amount: 200 };
  await sell('K-1');
  await issueAll(1);
  await node.passMinute();
  await node.database.backUp();
  await node.database.nameMoment('invoiced');
  await sell('K-2', refund);
  await issueAll(3);
  await sell('K-3');
  await issueAll(4);
  const before = await issued();
  // K-3's is as one of an earlier release: only the XML in its pdf tells its number.
  const third = path.join(node.objects, await keyOf(`KI-${year}-000003`));
  await rename(third, path.join(node.objects, 'issued-invoices/kiekhof', path.basename(third)));
  await rm(await latestEntry());
  const stored = await objects();

  await node.restore('invoiced');
  expect(await issued()).toEqual([before[1]]);
  await node.order(mia, 'K-4');
  await node.report('K-4', 'status', { status: 'Dispatched' });
  await node.runSoon(['issue-invoices']);
  const dry = await node.reconcile();
  expect(dry.code).toBe(1);
  for (const line of ['2  numbers of invoices are known again', '3  invoices are back from their pdfs'])
    expect(dry.stated).toContain(line);
  expect(dry.stated).not.toContain('begin anew');
  expect(await node.reconcile('--apply')).toMatchObject({ code: 0 });
  expect(await issued()).toEqual(before);
  await issueAll(5);
  // The shop reports again what the database has lost.
  await sell('K-2', refund);
  await sell('K-3');
  await node.waitFor('issue-invoices', 0);
  expect(await issued()).toEqual([...before, `KI-${year}-000004 K-4 1200`].sort());
  expect(await objects()).toEqual(expect.arrayContaining(stored));
  expect((await node.reconcile()).code).toBe(0);
});

test('numbers that nothing proves are recorded as gaps, and a new series begins', async () => {
  await node.passMinute();
  await node.database.backUp();
  await node.database.nameMoment('unproved');
  for (const orderCode of ['K-5', 'K-6']) {
    await sell(orderCode);
    await issueAll(orderCode === 'K-5' ? 6 : 7);
    if (orderCode === 'K-6') continue;
    await rm(await latestEntry());
    await rm(path.join(node.objects, await keyOf(`KI-${year}-000005`)));
  }
  await node.restore('unproved');
  const { code, stated } = await node.reconcile('--apply');
  expect([code, stated]).toMatchObject([
    0,
    expect.stringContaining('1  series of invoice numbers begin anew'),
  ]);
  const gaps = await node.db().selectFrom('invoice_number_gaps').select('number').execute();
  expect(gaps).toEqual([{ number: `KI-${year}-000005` }]);
  await sell('K-7');
  await issueAll(7);
  expect(await issued()).toContain(`KI2-${year}-000001 K-7 1200`);
  expect((await node.reconcile()).code).toBe(0);
});
