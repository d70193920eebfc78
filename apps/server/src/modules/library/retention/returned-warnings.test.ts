import { addDays } from '@keepsake/contracts/library/retention';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startRetention, type TestRetention } from './retention.fixture.ts';
import { noteSeen } from './returned-reminders.ts';

let retention: TestRetention;
beforeEach(async () => {
  retention = await startRetention();
});
afterEach(() => retention.stop());

type Bounce = { isPermanent?: boolean; mailId?: string | null; at?: string };

/** What a service reports about a customer's address. */
function bounce(customerId: CustomerId, { isPermanent = true, mailId = null, at }: Bounce = {}) {
  const { db, clock } = retention;
  const happenedAt = at === undefined ? clock.now : new Date(at);
  const returned = {
    customerIds: [customerId],
    email: `${customerId}@example.com`,
    isPermanent,
    mailId,
    happenedAt,
  };
  return db.transaction().execute((trx) => retention.retention.markReturned(trx, returned, clock.now));
}

async function sweepOn(day: string) {
  retention.clock.now = new Date(`${day}T05:10:00Z`);
  await retention.sweep();
  await retention.runQueued();
}
const reminders = () =>
  retention.db.selectFrom('storage_reminders').selectAll().orderBy('queued_at').execute();
const sentTo = async () =>
  (await retention.db.selectFrom('outbox_mails').selectAll().orderBy('created_at').execute()).map(
    ({ recipient }) => recipient,
  );

describe('a storage warning that came back', () => {
  test('moves the end by three months each time, and by twelve at most', async () => {
    const customerId = await retention.seed();
    const ends: string[] = [];
    for (;;) {
      const account = await retention.account(customerId);
      if (account.state === 'hidden') break;
      const end = account.delayed_deletion_date ?? account.projected_deletion_date;
      ends.push(end);
      await sweepOn(addDays(end, -7));
      await bounce(customerId);
      await sweepOn(addDays(end, 1));
      await bounce(customerId);
    }
    expect(ends).toEqual(['2026-07-15', '2026-10-16', '2027-01-17', '2027-04-18', '2027-07-15']);
    expect(retention.today()).toBe('2027-07-16');
  });

  test('leaves the end as it is if the customer saw the date a week before', async () => {
    const customerId = await retention.seed();
    for (const day of ['2026-04-15', '2026-06-15', '2026-07-08']) {
      await sweepOn(day);
      await bounce(customerId);
    }
    const { db } = retention;
    const channel = { timeZone: 'Europe/London', retention: 'off' } as const;
    await noteSeen(db, channel, await retention.account(customerId), new Date('2026-07-08T12:00:00Z'));
    await sweepOn('2026-07-16');
    expect(await retention.account(customerId)).toMatchObject({ state: 'hidden', moved_from: null });
  });

  test('is sent again to an address that the customer has changed', async () => {
    const customerId = await retention.seed();
    await sweepOn('2026-04-15');
    await sweepOn('2026-06-15');
    await bounce(customerId);
    await sweepOn('2026-06-16');
    await retention.db
      .updateTable('customers')
      .set({ email: 'new@example.com' })
      .where('user_id', '=', customerId)
      .execute();
    await sweepOn('2026-06-17');
    await sweepOn('2026-06-18');
    expect(await sentTo()).toEqual([
      `${customerId}@example.com`,
      `${customerId}@example.com`,
      'new@example.com',
    ]);
    await sweepOn('2026-07-16');
    expect(await retention.account(customerId)).toMatchObject({ state: 'hidden', moved_from: null });
  });

  test('shows a library again that was hidden before the bounce was reported', async () => {
    const customerId = await retention.seed();
    for (const day of ['2026-04-15', '2026-06-15', '2026-07-08', '2026-07-14', '2026-07-16'])
      await sweepOn(day);
    expect(await retention.account(customerId)).toMatchObject({ state: 'hidden' });
    await sweepOn('2026-07-20');
    await bounce(customerId, { at: '2026-07-14T09:00:00Z' });
    await sweepOn('2026-07-21');
    expect(await retention.account(customerId)).toMatchObject({
      state: 'kept',
      delayed_deletion_date: '2026-10-21',
      moved_from: '2026-07-15',
    });
  });

  test('is the one with its Message-ID, or one of the week before if the address takes no mail at all', async () => {
    const customerId = await retention.seed();
    await sweepOn('2026-04-15');
    await sweepOn('2026-06-15');
    await bounce(customerId, { isPermanent: false });
    const returned = async () => (await reminders()).map(({ returned_at }) => returned_at !== null);
    expect(await returned()).toEqual([false, false]);
    await bounce(customerId);
    expect(await returned()).toEqual([false, true]);
    const [first] = await reminders();
    const before = await reminders();
    await bounce(customerId);
    expect(await reminders()).toEqual(before);
    await bounce(customerId, { isPermanent: false, mailId: first?.mail_id ?? null });
    expect(await returned()).toEqual([true, true]);
  });

  test('is of no account after an order', async () => {
    const customerId = await retention.seed();
    await sweepOn('2026-07-08');
    await bounce(customerId);
    await sweepOn('2026-07-16');
    expect(await retention.account(customerId)).toMatchObject({ moved_from: '2026-07-15' });
    await retention.order(customerId);
    expect(await retention.account(customerId)).toMatchObject({ moved_from: null, state: 'kept' });
  });
});
