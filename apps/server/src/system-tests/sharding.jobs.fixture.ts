import { randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { newCustomerId } from '../testing/customer-ids.ts';
import { CHANNEL, type Drive } from './sharding.calls.fixture.ts';

/** Records each job in a table, because a finished job leaves no row. */
export const NOTE_JOBS = `
  create table enqueued_jobs (id int);
  create function note_job() returns trigger language plpgsql as $$
    begin insert into enqueued_jobs values (new.task_id); return null; end $$;
  create trigger note_job after insert on graphile_worker._private_jobs for each row execute function note_job();`;

/** Runs the jobs that no call above enqueued: scheduled ones, and those of retention. */
export async function runEveryTask(drive: Drive): Promise<void> {
  const customer = newCustomerId();
  await drive.ask(customer, 'getCustomer');
  await drive.client.query(
    `update storage_accounts set delayed_deletion_date = current_date + 20, due_at = now() where user_id = $1`,
    [customer],
  );
  const reminder = { channel: CHANNEL, reminder: 'one-day', deletionDate: '2026-12-31' };
  const command = { command: 'retention', options: [], operator: 'root', at: '2026-12-31T10:00:00Z' };
  const [area, email] = ['customers', 'anna@example.com'];
  const payload = {
    customerId: customer,
    id: randomUUID(),
    orderCode: 'ORDER-1',
    area,
    email,
    isAtOnce: false,
    key: 'system/journal/nothing',
    sealed: 'nothing',
    ...reminder,
    ...command,
  };
  // In a new database there is nothing to fill in.
  await drive.client.query('update backfills set done_at = null');
  // This test has reported the events that the demo shop would report.
  const enqueued = [...(await listEnqueued(drive)), 'answer-demo-shop'];
  for (const { name, handle } of drive.node().tasks) {
    if (!enqueued.includes(name)) await handle(payload, { attempt: 1, maxAttempts: 1 });
  }
  await drive.settle();
}

/** Erases a customer whose grace period is over; open orders keep some data. */
export async function eraseAccount(drive: Drive, customer: CustomerId): Promise<void> {
  await drive.client.query('update customers set deleted_at = now() where user_id = $1', [customer]);
  await drive.client.query(
    `insert into account_closings (user_id, id, requested_at, sent_at, expires_at, closed_at, erase_at)
     values ($1, $1, now(), now(), now(), now(), now())`,
    [customer],
  );
  await drive.client.query(
    `select graphile_worker.add_job('erase-account', json_build_object('customerId', $1::text))`,
    [customer],
  );
  await drive.settle();
}

/** Names of the tasks of enqueued jobs. */
async function listEnqueued(drive: Drive): Promise<string[]> {
  const { rows } = await drive.client.query<{ identifier: string }>(
    'select distinct identifier from enqueued_jobs join graphile_worker._private_tasks using (id)',
  );
  return rows.map(({ identifier }) => identifier);
}
