import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startRetention, type TestRetention } from './retention.fixture.ts';

const CUSTOMERS = 6_000;
const WORKER = path.join(import.meta.dirname, 'sweep-worker.fixture.ts');

let retention: TestRetention;
beforeAll(async () => {
  retention = await startRetention();
  await sql
    .raw(`insert into customers (user_id, email, name, channel, identity_type, registered_at)
        select gen_random_uuid(), n || '@example.com', 'Anna', 'pennyfern', 'consumer', '2025-01-15T10:00:00Z'
        from generate_series(1, ${CUSTOMERS}) as n;
      insert into photo_month_counts (user_id, sort_key, month, photos)
        select user_id, 'created', '2025-01-01', 1 from customers;
      insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
        select user_id, registered_at, '2026-07-15', registered_at from customers`)
    .execute(retention.db);
});
afterAll(() => retention.stop());

/** In one statement, because the last statements of a killed process may still commit. */
async function count() {
  const { rows } = await sql<{ reminders: number; mails: number; exports: number }>`select
      (select count(*) from storage_reminders) as reminders,
      count(*) filter (where task_identifier = 'send-mail') as mails,
      count(*) filter (where task_identifier = 'prepare-storage-export') as exports
    from graphile_worker.jobs`.execute(retention.db);
  return rows[0] ?? { reminders: 0, mails: 0, exports: 0 };
}
const countReminders = async () => (await count()).reminders;

test('after kill -9 in the middle of a sweep every customer gets one mail, and the next sweep does the rest', async () => {
  const now = '2026-06-20T05:10:00Z';
  retention.clock.now = new Date(now);
  const env = { ...process.env, DATABASE_URL: retention.databaseUrl, NOW: now };
  for (const _kill of ['first', 'second']) {
    const before = await countReminders();
    const worker = fork(WORKER, { env, execArgv: [], stdio: 'inherit' });
    const ended = once(worker, 'exit');
    await expect.poll(countReminders, { timeout: 60_000, interval: 5 }).toBeGreaterThan(before);
    worker.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
    const { reminders, mails, exports } = await count();
    expect(reminders).toBeLessThan(CUSTOMERS);
    expect({ mails, exports }).toEqual({ mails: reminders, exports: reminders });
  }
  while ((await countReminders()) < CUSTOMERS) await retention.sweep();
  expect(await count()).toEqual({ reminders: CUSTOMERS, mails: CUSTOMERS, exports: CUSTOMERS });
}, 180_000);
