import { setTimeout as pause } from 'node:timers/promises';
import { addJob } from '../../apps/server/src/platform/jobs/jobs.ts';
import { type BenchDatabase, startEnvironment } from '../harness/environment.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { watchMemory } from '../harness/process-tree.ts';
import { settle } from '../harness/seed-library.ts';

const CUSTOMERS = 1_000_000;
/** Limit for the whole worker, including sending mails: what it needs for thousands of customers must suffice for a million. */
const MOST_MEMORY_MB = 600;

/** The daily sweep over a million customers with one worker: the first, which mails a sixth of them, and one that only checks. */
export async function measure(): Promise<Figure[]> {
  await using environment = await startEnvironment('retention');
  const database = await environment.createDatabase();
  await seedCustomers(database);
  const { pid } = await environment.serve(database, { ROLE: 'worker' });
  const first = await sweep(database, pid);
  const [reminders] = await database.query<{ n: string }>('select count(*) as n from storage_reminders');
  // Excludes the mails queued by the first sweep, whose pace is the mail server's.
  await database.query('delete from graphile_worker._private_jobs where locked_at is null');
  await untilNone(database, 'graphile_worker.jobs');
  await database.query(`update storage_accounts set due_at = now() - interval '1 day'`);
  const second = await sweep(database, pid);
  return [
    ...figuresOf('first sweep', first, `${reminders?.n} reminders`),
    ...figuresOf('sweep that only looks', second),
  ];
}

type Swept = { minutes: number; megabytes: number };

function figuresOf(what: string, { minutes, megabytes }: Swept, note?: string): Figure[] {
  return [
    figure(`${what}, a million customers`, minutes, 'min', { atMost: 15, note }),
    figure(`${what}, highest memory`, megabytes, 'MB', { atMost: MOST_MEMORY_MB }),
  ];
}

async function sweep(database: BenchDatabase, pid: number): Promise<Swept> {
  const memory = watchMemory(pid);
  const started = performance.now();
  await addJob(database.db, 'sweep-storage', {});
  await untilNone(database, 'storage_accounts where due_at <= now()');
  return { minutes: (performance.now() - started) / 60_000, megabytes: memory.stop().total };
}

async function untilNone({ query }: BenchDatabase, rows: string): Promise<void> {
  while ((await query(`select from ${rows} limit 1`)).length > 0) await pause(500);
}

/**
 * Customers who registered evenly over the last 18 months, four in five with photos: a sixth of them within the last three
 * months. All are due, as after the first start.
 */
async function seedCustomers(database: BenchDatabase): Promise<void> {
  const { query } = database;
  await query(
    `insert into customers (user_id, email, name, channel, identity_type, registered_at)
     select id, n || '@example.com', 'Customer ' || n,
       (array['pennyfern', 'bildersonn', 'kiekhof', 'cliclune', 'stundbo'])[1 + n % 5], 'consumer',
       now() - interval '1 day' - (n / $1::float8) * interval '535 days'
     from generate_series(1, $1::int) as n, lateral (select gen_random_uuid() where n > 0) as made (id)`,
    [CUSTOMERS],
  );
  await query(
    `insert into photo_month_counts (user_id, sort_key, month, photos)
     select user_id, 'created', date_trunc('month', registered_at)::date, 10 from customers
     where abs(hashtext(email)) % 5 > 0`,
  );
  await query(
    `insert into storage_accounts (user_id, registered_at, projected_deletion_date, due_at)
     select user_id, registered_at, (registered_at + interval '18 months')::date, registered_at from customers`,
  );
  await settle(database, 'customers, photo_month_counts, storage_accounts');
}
