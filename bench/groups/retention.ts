import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pino from 'pino';
import { type Database, openDatabase } from '../../apps/server/src/platform/database/database.ts';
import { addJob } from '../../apps/server/src/platform/jobs/jobs.ts';
import { startEnvironment } from '../environment/start-environment.ts';
import { type Figure, limited } from '../figure.ts';
import { seedCustomers } from '../retention/seed-customers.ts';
import { watchMemory } from '../retention/watch-memory.ts';

const CUSTOMERS = 1_000_000;
/** Limit for the whole worker, including sending mails: what it needs for thousands of customers must suffice for a million. */
const MOST_MEMORY_MB = 600;

/** The daily sweep over a million customers with one worker: the first, which mails a sixth of them, and one that only checks. */
export async function measureRetention(): Promise<Figure[]> {
  const environment = await startEnvironment('retention');
  try {
    const databaseUrl = await environment.createDatabase('bench_retention');
    await seedCustomers(databaseUrl, CUSTOMERS);
    const { db, close } = openDatabase({ url: databaseUrl, maxConnections: 2, log: pino({ level: 'warn' }) });
    try {
      const node = await environment.startNode(databaseUrl, { ROLE: 'worker' });
      const first = await sweep(db, node.pid);
      const { rows } = await sql<{ n: number }>`select count(*) as n from storage_reminders`.execute(db);
      await untilMailed(db);
      await sql`update storage_accounts set due_at = now() - interval '1 day'`.execute(db);
      const reading = await sweep(db, node.pid);
      return [
        ...figures('first sweep', first, `${rows[0]?.n} reminders`),
        ...figures('sweep that only looks', reading),
      ];
    } finally {
      await close();
    }
  } finally {
    await environment.stop();
  }
}

type Swept = { minutes: number; memory: readonly number[] };

function figures(what: string, { minutes, memory }: Swept, note?: string): Figure[] {
  return [
    limited({ figure: `${what}, a million customers`, measured: minutes, unit: 'min', atMost: 15, note }),
    limited({
      figure: `${what}, highest memory`,
      measured: Math.max(...memory),
      unit: 'MB',
      atMost: MOST_MEMORY_MB,
    }),
  ];
}

async function sweep(db: Database, pid: number): Promise<Swept> {
  const memory = watchMemory(pid);
  const started = performance.now();
  await addJob(db, 'sweep-storage', {});
  await until(async () => {
    const { rows } = await sql`select from storage_accounts where due_at <= now() limit 1`.execute(db);
    return rows.length === 0;
  });
  memory.stop();
  return { minutes: (performance.now() - started) / 60_000, memory: memory.samples };
}

/** Excludes the mails queued by the first sweep, whose pace is the mail server's. */
async function untilMailed(db: Database): Promise<void> {
  await sql`delete from graphile_worker._private_jobs where locked_at is null`.execute(db);
  await until(async () => {
    const { rows } = await sql`select from graphile_worker.jobs limit 1`.execute(db);
    return rows.length === 0;
  });
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await pause(500);
}
