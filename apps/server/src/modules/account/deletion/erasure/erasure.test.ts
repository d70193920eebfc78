import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../platform/clock.ts';
import { queueMail, queueSealedMail, readMailKey } from '../../../../platform/mail.ts';
import { mailData } from '../../../../platform/mail-data.ts';
import type { PersonalData } from '../../../../platform/personal-data.ts';
import { addCustomer } from '../../../../testing/customers.ts';
import { readRowsWithText } from '../../../../testing/rows-with-text.ts';
import { startWorld } from '../../../../testing/start-world.ts';
import { createErasure, listErasures } from './index.ts';

const ISSUER = 'https://sign-in.example';
/** The next answer of each area, by name. */
const answers = new Map<string, () => Date | null>();
const requested: string[] = [];
let mayRemove = true;

const area = (name: string): PersonalData => ({
  area: name,
  async erase() {
    requested.push(name);
    return answers.get(name)?.() ?? null;
  },
});

const start = () =>
  startWorld({
    modules: async (parts) => {
      const personalData = () => [area('photos'), area('orders'), mailData(parts)];
      const objects = { mayRemove: async () => mayRemove };
      return [await createErasure({ ...parts, objects, issuer: ISSUER, personalData })] as const;
    },
  });

let world: Awaited<ReturnType<typeof start>>;
let anna: CustomerId;
let closedAt: Date;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  answers.clear();
  requested.length = 0;
  mayRemove = true;
  anna = await close();
});

/** A customer who has just closed the account. */
async function close(email?: string): Promise<CustomerId> {
  closedAt = world.clock.now;
  const customerId = await addCustomer(world.db, { email, deletedAt: closedAt });
  const closing = { user_id: customerId, id: customerId, requested_at: closedAt, sent_at: closedAt };
  const times = { expires_at: closedAt, closed_at: closedAt, erase_at: new Date(+closedAt + 14 * DAY_MS) };
  await world.db
    .insertInto('account_closings')
    .values({ ...closing, ...times })
    .execute();
  return customerId;
}

const passDays = (days: number) => {
  world.clock.now = new Date(+world.clock.now + days * DAY_MS);
};
const begin = (customerId = anna) => world.run('erase-account', { customerId });
const eraseArea = (name: string, customerId = anna) => world.run('erase-area', { customerId, area: name });
const end = (customerId = anna) => world.run('end-erasure', { customerId });
const isThere = async (customerId = anna) =>
  (await world.db.selectFrom('customers').select('user_id').where('user_id', '=', customerId).execute())
    .length > 0;
const stateOf = () =>
  world.db
    .selectFrom('erasure_areas')
    .select(['area', 'due_at', 'done_at'])
    .where('user_id', '=', anna)
    .orderBy('area')
    .execute();
const jobsOf = async (customerId = anna) => {
  const { rows } = await sql<{ key: string; run_at: Date }>`
    select key, run_at from graphile_worker.jobs where key like ${`%${customerId}%`} order by key`.execute(
    world.db,
  );
  return rows;
};
const keysOf = async (customerId = anna) => (await jobsOf(customerId)).map(({ key }) => key);
const eraseAll = async () => {
  await begin();
  for (const name of ['photos', 'orders', 'mails']) await eraseArea(name);
};

describe('the erasure of an account [IDN-09]', () => {
  test('begins when the grace period is over, and not while its customer may come back', async () => {
    passDays(13.9);
    await begin();
    expect([await stateOf(), await keysOf()]).toEqual([[], []]);
    passDays(0.2);
    await begin();
    expect(await keysOf()).toEqual(['mails', 'orders', 'photos'].map((name) => `erase:${anna}:${name}`));
  });

  test('does nothing for a customer who came back', async () => {
    passDays(15);
    await world.db.deleteFrom('account_closings').where('user_id', '=', anna).execute();
    await eraseAll();
    await end();
    expect([await keysOf(), requested, await isThere()]).toEqual([[], [], true]);
  });

  test('deletes the customer last, and leaves an anonymous tombstone', async () => {
    passDays(15);
    const [erasure] = world.modules;
    await eraseAll();
    expect(await isThere()).toBe(true);
    expect(await keysOf()).toContain(`end-erasure:${anna}`);
    expect(await erasure.isErased(world.db, anna)).toBe(false);
    await end();
    expect([await isThere(), await erasure.isErased(world.db, anna), await stateOf()]).toEqual([
      false,
      true,
      [],
    ]);
    expect(await readRowsWithText(world.db, anna)).toEqual([]);
    // Nothing is left to do, however often it is requested.
    await begin();
    await eraseArea('photos');
    await end();
    expect(await readRowsWithText(world.db, anna)).toEqual([]);
  });

  test('returns to an area when that wants it, while all others continue', async () => {
    passDays(15);
    const back = new Date(+world.clock.now + 20 * DAY_MS);
    answers.set('orders', () => back);
    await eraseAll();
    expect(await stateOf()).toMatchObject([
      { area: 'mails', done_at: world.clock.now },
      { area: 'orders', due_at: back, done_at: null },
      { area: 'photos', done_at: world.clock.now },
    ]);
    const waits = (await jobsOf()).find(({ key }) => key === `erase:${anna}:orders`)?.run_at ?? new Date(0);
    // The job waits for the same duration by the machine's clock, whatever the test's clock says.
    expect(Math.abs(+waits - Date.now() - 20 * DAY_MS)).toBeLessThan(60_000);
    answers.delete('orders');
    passDays(20);
    await eraseArea('orders');
    await end();
    expect(await isThere()).toBe(false);
  });

  test('is not delayed by a failing area, and retries it', async () => {
    passDays(15);
    answers.set('photos', () => {
      throw new Error('the store is away');
    });
    await begin();
    await expect(eraseArea('photos')).rejects.toThrow('the store is away');
    await eraseArea('orders');
    await eraseArea('mails');
    expect((await stateOf()).filter(({ done_at }) => done_at === null)).toMatchObject([{ area: 'photos' }]);
    answers.delete('photos');
    await eraseArea('photos');
    await end();
    expect(await isThere()).toBe(false);
  });

  test('repeats all areas at the end, for data added in the meantime', async () => {
    passDays(15);
    await eraseAll();
    answers.set('photos', () => new Date(+world.clock.now + 5_000));
    await end();
    expect(await isThere()).toBe(true);
    expect((await stateOf()).find(({ area }) => area === 'photos')?.done_at).toBeNull();
    answers.delete('photos');
    await eraseArea('photos');
    await end();
    expect(await isThere()).toBe(false);
  });

  test('ends once when two workers do it simultaneously', async () => {
    passDays(15);
    await Promise.all([begin(), begin()]);
    await Promise.all(
      ['photos', 'orders', 'mails', 'photos', 'orders', 'mails'].map((name) => eraseArea(name)),
    );
    expect(await keysOf()).toContain(`end-erasure:${anna}`);
    await Promise.all([end(), end()]);
    expect([await isThere(), await readRowsWithText(world.db, anna)]).toEqual([false, []]);
  });

  test('waits while database and store do not belong together', async () => {
    passDays(15);
    mayRemove = false;
    await begin();
    expect(await stateOf()).toEqual([]);
    mayRemove = true;
    await world.run('check-erasures');
    expect(await keysOf()).toContain(`erase-account:${anna}`);
  });

  test('is resumed by the housekeeping wherever its job was lost', async () => {
    const loseJobs = () => sql`delete from graphile_worker._private_jobs`.execute(world.db);
    passDays(15);
    await world.run('check-erasures');
    expect(await keysOf()).toContain(`erase-account:${anna}`);
    await begin();
    await loseJobs();
    await world.run('check-erasures');
    expect(await keysOf()).toEqual(['mails', 'orders', 'photos'].map((name) => `erase:${anna}:${name}`));
    for (const name of ['photos', 'orders', 'mails']) await eraseArea(name);
    await loseJobs();
    await world.run('check-erasures');
    expect(await keysOf()).toEqual([`end-erasure:${anna}`]);
  });
});

describe('jobs and mails that name the customer', () => {
  const mailTo = (to: string) => ({ to, subject: 'Hello', text: `Hello, ${to}.`, html: '' });

  test('are deleted, dead and sealed ones too; those of customers whose address has the same ending stay', async () => {
    const email = `berg${Math.random()}@example.com`;
    const other = `anna.${email}`;
    anna = await close(email);
    const key = await readMailKey(world.secrets);
    for (const to of [email, other, email.toUpperCase()]) {
      await queueMail(world.db, mailTo(to));
      await queueSealedMail(world.db, mailTo(to), key);
      const row = { id: crypto.randomUUID(), subject: '', html_body: '', attachments: '[]' };
      const texts = { recipient: to, text_body: `Hello, ${to}.`, created_at: new Date() };
      await world.db
        .insertInto('outbox_mails')
        .values({ ...row, ...texts })
        .execute();
    }
    await sql`update graphile_worker._private_jobs set attempts = max_attempts`.execute(world.db);
    passDays(15);
    await eraseAll();
    await end();
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from graphile_worker.jobs where task_identifier = 'send-sealed-mail'`.execute(
      world.db,
    );
    expect(rows).toEqual([{ count: 1 }]);
    const left = await readRowsWithText(world.db, email);
    expect(left.map((row) => row.split(' ')[0])).toEqual([
      'graphile_worker._private_jobs',
      'public.outbox_mails',
    ]);
    for (const row of left) expect(row).toContain(other);
  });
});

test('operators see what an erasure waits for, and what has failed for good', async () => {
  passDays(15);
  await begin();
  const waiting = (await listErasures(world.db)).underWay.filter(({ customerId }) => customerId === anna);
  expect(waiting.map(({ area, isDead }) => [area, isDead])).toEqual([
    ['mails', false],
    ['orders', false],
    ['photos', false],
  ]);
  await sql`update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'the store is away'
    where key = ${`erase:${anna}:photos`}`.execute(world.db);
  const listDead = async () =>
    (await listErasures(world.db)).underWay.filter(({ customerId, isDead }) => customerId === anna && isDead);
  const dead = await listDead();
  expect(dead).toMatchObject([
    { customerId: anna, area: 'photos', attempts: 25, error: 'the store is away' },
  ]);
  // The housekeeping leaves it to the operator.
  await world.run('check-erasures');
  expect(await listDead()).toEqual(dead);
});
