import { addDays } from '@keepsake/contracts/library/retention';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import type { Selectable } from 'kysely';
import type { StorageAccounts } from '../../../platform/database/database-types.ts';
import { DAYS, FIRST_DAY, HISTORIES } from './course-table.fixture.ts';
import type { TestRetention } from './retention.fixture.ts';

/** Passes day after day and records what happens to each customer as `<day> <what>`, by the history's name. */
export async function watchDays(retention: TestRetention): Promise<Map<string, string[]>> {
  const seen = new Map<string, string[]>();
  const names = new Map<CustomerId, string>();
  for (const [name, { registered, expected: _, orders: _orders, ...seed }] of Object.entries(HISTORIES)) {
    names.set(await retention.seed({ ...seed, registeredAt: new Date(registered) }), name);
    seen.set(name, []);
  }
  const note = (customerId: CustomerId, what: string) =>
    seen.get(names.get(customerId) ?? '')?.push(`${retention.today()} ${what}`);
  let before = await readAccounts(retention);
  async function noteChanges() {
    const now = await readAccounts(retention);
    for (const [customerId, account] of now)
      for (const what of changes(before.get(customerId), account)) note(customerId, what);
    before = now;
  }
  for (let passed = 0; passed < DAYS; passed++) {
    retention.clock.now = new Date(`${addDays(FIRST_DAY, passed)}T05:10:00Z`);
    await retention.sweep();
    await retention.runQueued();
    for (const { user_id, reminder } of await remindersOfNow(retention)) note(user_id, reminder);
    for (const customerId of retention.exportsRequested.splice(0)) note(customerId, 'export');
    await noteChanges();
    for (const [customerId, name] of names) {
      if (!HISTORIES[name]?.orders?.includes(retention.today())) continue;
      await retention.order(customerId);
      await noteChanges();
    }
  }
  return seen;
}

type Row = Selectable<StorageAccounts>;

function changes(before: Row | undefined, now: Row): string[] {
  const until = now.state === 'hidden' ? ` until ${now.grace_ends_on}` : '';
  const isDelayed = now.delayed_deletion_date !== null;
  return [
    ...(before?.state !== now.state ? [now.state + until] : []),
    ...(isDelayed && before?.delayed_deletion_date !== now.delayed_deletion_date
      ? [`delayed to ${now.delayed_deletion_date}`]
      : []),
  ];
}

async function readAccounts({ db }: TestRetention): Promise<Map<CustomerId, Row>> {
  const rows = await db.selectFrom('storage_accounts').selectAll().execute();
  return new Map(rows.map((row) => [row.user_id, row]));
}

function remindersOfNow({ db, clock }: TestRetention) {
  return db
    .selectFrom('storage_reminders')
    .select(['user_id', 'reminder'])
    .where('queued_at', '=', clock.now)
    .execute();
}
