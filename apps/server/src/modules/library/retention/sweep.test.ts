import { addDays } from '@keepsake/contracts/library/retention';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { deletePhotos } from '../photos/delete-photos.ts';
import { startRetention, type TestRetention } from './retention.fixture.ts';
import { readStorageEnd } from './store.ts';

let retention: TestRetention;
beforeEach(async () => {
  retention = await startRetention();
});
afterEach(() => retention.stop());

/** Last day of storage for customers who register on the first day. */
const LAST_DAY = '2026-07-15';
const count = (table: 'outbox_mails' | 'storage_reminders' | 'photo_deletions') =>
  retention.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
    .then(({ rows }) => Number(rows));
const moveTo = (day: string) => {
  retention.clock.now = new Date(`${day}T05:10:00Z`);
};
/** A customer on the last day of grace: all mails sent, the library hidden. */
async function seedHidden() {
  const customerId = await retention.seed();
  moveTo('2026-06-15');
  await retention.sweep();
  await retention.runQueued();
  moveTo('2026-07-16');
  await retention.sweep();
  expect((await retention.account(customerId)).state).toBe('hidden');
  return customerId;
}
/** Makes statements of one kind fail in the database, as a kill at that step would. */
const breakOn = (table: string, when: string) =>
  sql
    .raw(`create function break_it() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger break_it before ${when} on ${table} for each row execute function break_it()`)
    .execute(retention.db);
const repair = () => sql`drop function break_it cascade`.execute(retention.db);

test('a sweep waits while a restored database may lack orders that extend storage', async () => {
  const restored = await startRetention({ objects: { mayRemove: async () => false } });
  const customerId = await restored.seed();
  restored.clock.now = new Date('2026-06-15T05:10:00Z');
  const before = await restored.account(customerId);
  await restored.sweep();
  expect(await restored.account(customerId)).toEqual(before);
  await restored.stop();
});

describe('several workers', () => {
  test('share the work, and nobody gets a mail twice', async () => {
    for (let customer = 0; customer < 120; customer++) await retention.seed();
    moveTo('2026-04-15');
    await Promise.all([retention.sweep(), retention.sweep(), retention.sweep()]);
    await retention.runQueued();
    expect(await count('storage_reminders')).toBe(120);
    expect(await count('outbox_mails')).toBe(120);
  });

  test('do what was left undone on a repeated day, and nothing else', async () => {
    await retention.seed();
    moveTo('2026-04-15');
    await retention.sweep();
    await sql`update storage_accounts set due_at = now() - interval '10 years'`.execute(retention.db);
    await retention.sweep();
    await retention.runQueued();
    expect(await count('outbox_mails')).toBe(1);
  });
});

describe('a job that dies', () => {
  test.each([
    ['while it notes a reminder', 'storage_reminders', 'insert'],
    ['while it queues the mail', 'graphile_worker._private_jobs', 'insert'],
    ['while it writes the account down', 'storage_accounts', 'update of delayed_deletion_date'],
  ])('%s leaves nothing half done, and the next one does it', async (_when, table, when) => {
    const customerId = await retention.seed();
    moveTo('2026-04-15');
    await breakOn(table, when);
    await retention.sweep().catch(() => undefined);
    expect(await count('storage_reminders')).toBe(0);
    await repair();
    moveTo('2026-04-16');
    await retention.sweep();
    await retention.runQueued();
    expect(await count('outbox_mails')).toBe(1);
    expect((await retention.account(customerId)).state).toBe('kept');
  });

  test('while beginning a deletion has begun none', async () => {
    const customerId = await seedHidden();
    moveTo('2026-08-16');
    await breakOn('photo_deletions', 'insert');
    await retention.sweep().catch(() => undefined);
    expect(await retention.account(customerId)).toMatchObject({ state: 'hidden' });
    await repair();
    moveTo('2026-08-17');
    await retention.sweep();
    expect(await retention.account(customerId)).toMatchObject({ state: 'deleting' });
    expect(await count('photo_deletions')).toBe(1);
  });

  test('of one customer does not block others', async () => {
    const [poisoned, other] = [await retention.seed(), await retention.seed()];
    await sql
      .raw(`create function break_it() returns trigger language plpgsql as $$ begin
        if new.user_id = '${poisoned}' then raise 'poison'; end if; return new; end $$;
        create trigger break_it before insert on storage_reminders for each row execute function break_it()`)
      .execute(retention.db);
    moveTo('2026-04-15');
    await retention.sweep();
    const { rows } = await sql<{ user_id: CustomerId }>`select user_id from storage_reminders`.execute(
      retention.db,
    );
    expect(rows).toEqual([{ user_id: other }]);
    await repair();
    await retention.pass(1);
    expect(await count('storage_reminders')).toBe(2);
  });
});

describe('an order [RET-03]', () => {
  test('placed during the sweep is waited for', async () => {
    const customerId = await seedHidden();
    moveTo('2026-08-16');
    const placed = Promise.withResolvers<void>();
    const locked = Promise.withResolvers<void>();
    const ordering = retention.db.transaction().execute(async (trx) => {
      await retention.retention.extendStorage(trx, customerId, retention.clock.now);
      locked.resolve();
      await placed.promise;
    });
    await locked.promise;
    await retention.sweep();
    placed.resolve();
    await ordering;
    await retention.sweep();
    expect(await retention.account(customerId)).toMatchObject({
      state: 'kept',
      projected_deletion_date: '2028-02-16',
    });
    expect(await count('photo_deletions')).toBe(0);
  });

  test('that arrives while the sweep decides waits for it, and stops what it began', async () => {
    const customerId = await seedHidden();
    moveTo('2026-08-16');
    await Promise.all([retention.sweep(), retention.order(customerId), retention.sweep()]);
    expect(await retention.account(customerId)).toMatchObject({ state: 'kept', grace_ends_on: null });
    expect(await count('photo_deletions')).toBe(0);
    expect(await retention.countPhotos(customerId)).toBe(1);
  });

  test('dated before the last one, or too long ago, shortens nothing', async () => {
    const customerId = await retention.seed();
    await retention.order(customerId, new Date('2025-05-05T10:00:00Z'));
    await retention.order(customerId, new Date('2025-02-01T10:00:00Z'));
    expect(await retention.account(customerId)).toMatchObject({ projected_deletion_date: '2026-11-05' });
    const other = await retention.seed();
    await retention.order(other, new Date('2019-01-01T10:00:00Z'));
    expect(await retention.account(other)).toMatchObject({ projected_deletion_date: LAST_DAY });
  });

  test('keeps a later delayed date', async () => {
    const customerId = await retention.seed();
    await sql`update storage_accounts set delayed_deletion_date = '2027-12-31'`.execute(retention.db);
    await retention.order(customerId);
    expect(await retention.account(customerId)).toMatchObject({ delayed_deletion_date: '2027-12-31' });
  });

  test('of a customer unknown to storage begins the account', async () => {
    const customerId = await retention.seed();
    await sql`delete from storage_accounts`.execute(retention.db);
    await retention.order(customerId);
    expect(await retention.account(customerId)).toMatchObject({ projected_deletion_date: LAST_DAY });
  });
});

describe('nothing is deleted too early', () => {
  test('if the mails were never sent', async () => {
    const customerId = await retention.seed();
    for (const day of ['2026-04-15', '2026-06-15', '2026-07-08', '2026-07-14', '2026-07-16']) {
      moveTo(day);
      await retention.sweep();
    }
    expect(await count('storage_reminders')).toBe(5);
    expect(await retention.account(customerId)).toMatchObject({
      state: 'kept',
      delayed_deletion_date: '2026-10-16',
      delays: 1,
    });
  });

  test('if a mail was sent only in the last days', async () => {
    const customerId = await retention.seed();
    moveTo('2026-07-08');
    await retention.sweep();
    moveTo('2026-07-13');
    await retention.runQueued();
    moveTo('2026-07-16');
    await retention.sweep();
    expect(await retention.account(customerId)).toMatchObject({
      state: 'kept',
      delayed_deletion_date: '2026-10-16',
    });
  });

  test('if no sweep ran for a year: the whole grace period is still given', async () => {
    const customerId = await retention.seed();
    moveTo('2026-06-15');
    await retention.sweep();
    await retention.runQueued();
    moveTo('2027-07-01');
    await retention.sweep();
    const { state, grace_ends_on } = await retention.account(customerId);
    expect({ state, grace_ends_on }).toEqual({ state: 'hidden', grace_ends_on: addDays('2027-07-01', 30) });
  });

  test('if a node’s clock is years ahead', async () => {
    const customerId = await seedHidden();
    const wrong = await startRetention({
      url: retention.databaseUrl,
      clock: () => new Date('2031-01-01T00:00:00Z'),
      otherClock: async () => retention.clock.now,
    });
    await wrong.sweep();
    await wrong.stop();
    expect(await retention.account(customerId)).toMatchObject({
      state: 'hidden',
      grace_ends_on: '2026-08-15',
    });
  });

  test('if the customer deletes photos in the meantime: that is the customer’s decision, whatever is ordered', async () => {
    const customerId = await seedHidden();
    moveTo('2026-08-16');
    await retention.sweep();
    await sql`update photo_deletions set reason = 'customer'`.execute(retention.db);
    await retention.order(customerId);
    expect(await count('photo_deletions')).toBe(1);
  });
});

test('a customer whose library is gone starts over, with a warning first', async () => {
  const customerId = await seedHidden();
  moveTo('2026-08-16');
  await retention.sweep();
  await sql`delete from photos`.execute(retention.db);
  await sql`delete from photo_month_counts`.execute(retention.db);
  await sql`delete from photo_deletions`.execute(retention.db);
  await retention.run('follow-storage-deletion', { customerId });
  await retention.sweep();
  expect(await retention.account(customerId)).toMatchObject({
    state: 'kept',
    grace_ends_on: null,
    delayed_deletion_date: '2026-11-16',
  });
});

describe('photos that were deleted before storage ends', () => {
  const restorable = async (customerId: CustomerId) =>
    (
      await retention.db.selectFrom('photo_removals').selectAll().where('user_id', '=', customerId).execute()
    ).filter(({ restorable_until }) => restorable_until > retention.clock.now).length;
  const remove = async (customerId: CustomerId) => {
    const photos = retention.db.selectFrom('photos').select('id').where('user_id', '=', customerId);
    const ids = (await photos.execute()).map(({ id }) => id);
    const elsewhere = { removeFromAlbums: async () => undefined, removeFromProjects: async () => undefined };
    const deps = {
      ...retention,
      ...elsewhere,
      clock: () => retention.clock.now,
      restorableDays: async () => 30,
    };
    await deletePhotos(deps, customerId, ids);
  };

  test('do not outlive it, and its last day is theirs', async () => {
    const customerId = await retention.seed();
    moveTo('2026-07-01');
    await remove(customerId);
    expect(await readStorageEnd(retention.db, customerId)).toEqual(new Date('2026-07-15T22:59:59.999Z'));
    moveTo(LAST_DAY);
    await retention.sweep();
    expect(await restorable(customerId)).toBe(1);
    moveTo('2026-07-16');
    await retention.sweep();
    expect(await restorable(customerId)).toBe(0);
  });

  test('stay for their days if an order extends it', async () => {
    const customerId = await retention.seed();
    moveTo('2026-07-01');
    await remove(customerId);
    await retention.order(customerId);
    moveTo('2026-07-16');
    await retention.sweep();
    expect(await restorable(customerId)).toBe(1);
  });
});
