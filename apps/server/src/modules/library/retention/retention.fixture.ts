import { addDays } from '@keepsake/contracts/library/retention';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import pino, { type Logger } from 'pino';
import { openDatabase, type Queryable } from '../../../platform/database/database.ts';
import { sendMailTask } from '../../../platform/mail.ts';
import { fromStoredNames } from '../../../platform/stored-names.ts';
import { openTestDatabase } from '../../../platform/testing/test-database.ts';
import { addCustomer } from '../../../testing/customers.ts';
import { addPhotoRow } from '../../../testing/photos.ts';
import {
  beginLibraryDeletion,
  endDeletedPhotos,
  readPhotosCount,
  stopLibraryDeletion,
} from '../photos/index.ts';
import type { Deps } from './deps.ts';
import { beginStorage, createRetention } from './index.ts';

type Seed = { channel?: string; registeredAt?: Date; photos?: number; email?: string };

/** The retention module on its own database, with a movable clock and jobs that run on demand. */
export async function startRetention({ url, ...given }: Partial<Deps> & { url?: string } = {}) {
  const log = pino({ level: 'silent' });
  const database = url ? openExisting(url, log) : await openTestDatabase();
  const { db, stop } = database;
  const clock = { now: new Date('2025-01-15T10:00:00Z') };
  const exportsRequested: CustomerId[] = [];
  const deps: Deps = {
    db,
    clock: () => clock.now,
    objects: { mayRemove: async () => true },
    otherClock: async () => clock.now,
    log,
    publicUrl: 'https://photos.example',
    countPhotos: (customerId) => readPhotosCount(db, customerId),
    readCounts: async (customerId) => ({
      photosCount: await readPhotosCount(db, customerId),
      albumsCount: 0,
    }),
    countProjects: async () => 2,
    deleteLibrary: (trx, customerId, now) =>
      beginLibraryDeletion(trx, customerId, now, { reason: 'retention', isFinal: true }),
    endDeletedPhotos,
    stopDeletingLibrary: stopLibraryDeletion,
    requestExport: async (_trx, { customerId }) => void exportsRequested.push(customerId),
    ...given,
  };
  const retention = createRetention(deps);
  const tasks = [
    ...(retention.tasks ?? []),
    sendMailTask({ db, smtpUrl: null, from: 'x', clock: deps.clock }),
  ];

  /** A customer with an account and photos. */
  async function seed({ channel = 'pennyfern', registeredAt = clock.now, photos = 1, email }: Seed = {}) {
    const customerId = await addCustomer(db, { email, channel, registeredAt });
    await beginStorage(db, { customerId, channel, registeredAt });
    for (let number = 0; number < photos; number++) await addOnePhoto(customerId);
    return customerId;
  }
  const addOnePhoto = (customerId: CustomerId) => addPhotoRow({ db, clock }, customerId);
  async function run(task: string, payload: object = {}) {
    const found = tasks.find(({ name }) => name === task);
    if (!found) throw new Error(`There is no task ${task}`);
    await found.handle(fromStoredNames(payload), { attempt: 1, maxAttempts: 8 });
  }
  const sweep = () => run('sweep-storage');
  /** Runs the queued jobs of the named tasks, and those they add, whatever their time. */
  async function runQueued(names = ['send-mail', 'storage-reminder-sent', 'prepare-storage-export']) {
    for (;;) {
      const job = await takeJob(db, names);
      if (!job) return;
      await run(job.task, job.payload);
    }
  }
  return {
    ...deps,
    databaseUrl: database.url,
    clock,
    retention,
    exportsRequested,
    seed,
    addOnePhoto,
    run,
    sweep,
    runQueued,
    /** Moves the clock by days, sweeping on each. */
    async pass(days: number) {
      for (let day = 0; day < days; day++) {
        clock.now = new Date(clock.now.getTime() + 86_400_000);
        await sweep();
        await runQueued();
      }
    },
    today: () => clock.now.toISOString().slice(0, 10),
    at: (day: string, days = 0) => new Date(`${addDays(day, days)}T10:00:00Z`),
    order: (customerId: CustomerId, at = clock.now) =>
      db.transaction().execute((trx) => retention.extendStorage(trx, customerId, at)),
    account: (customerId: CustomerId) =>
      db
        .selectFrom('storage_accounts')
        .selectAll()
        .where('user_id', '=', customerId)
        .executeTakeFirstOrThrow(),
    stop,
  };
}

export type TestRetention = Awaited<ReturnType<typeof startRetention>>;

/** The database of another process, which outlives this one. */
function openExisting(url: string, log: Logger) {
  const { db, close } = openDatabase({ url, maxConnections: 6, log });
  return { db, url, stop: close };
}

type Job = { task: string; payload: object };

async function takeJob(db: Queryable, names: readonly string[]): Promise<Job | null> {
  const { rows } = await sql<Job>`delete from graphile_worker._private_jobs as job
    using graphile_worker._private_tasks as task
    where job.id = (select min(id) from graphile_worker.jobs where task_identifier = any(${names}))
      and task.id = job.task_id
    returning task.identifier as task, job.payload`.execute(db);
  return rows[0] ?? null;
}
