import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

let installation: Installation;
beforeAll(async () => {
  // Nothing runs the jobs.
  installation = await startInstallation({ roles: ['web'] });
});
afterAll(() => installation.stop());

const node = () => installation.nodes[0] as Installation['nodes'][number];
const db = () => node().connection.db;
const id = randomUUID();
const old = sql`now() - interval '1 hour'`;
const closing = sql`account_closings (user_id, id, requested_at, sent_at, expires_at, closed_at, erase_at, erasing_at)`;

type Kind = {
  work: string;
  /** Leaves a row that has been waiting for an hour. */
  leave(user: string): RawBuilder<unknown>[];
  check: string;
  key(user: string): string;
  /** What becomes of work that has failed for good, unless it begins anew. */
  whenDead?: 'is left to the operator' | 'is postponed';
};
const KINDS: Kind[] = [
  {
    work: 'thumbnails',
    leave: (user) => [
      sql`insert into photos (user_id, id, upload_id, file_name, format, bytes, sha256, crc32, object_key, created_at, upload_end, created_order)
        values (${user}, ${id}, ${id}, 'a.jpg', 'jpeg', 1, sha256(${user}::bytea), 1, 'photos/a', ${old}, ${old}, ${old})`,
    ],
    check: 'check-thumbnails',
    key: () => `thumbnails:${id}`,
    whenDead: 'is postponed',
  },
  {
    work: 'what deleted photos left behind',
    leave: (user) => [
      sql`insert into deleted_photos (user_id, id, object_key, deleted_at, purge_after) values (${user}, ${id}, 'photos/b', ${old}, ${old})`,
    ],
    check: 'check-deletions',
    key: (user) => `purge:${user}`,
  },
  {
    work: 'the deletion of a library',
    leave: (user) => [
      sql`insert into photo_deletions (user_id, requested_at, total) values (${user}, ${old}, 1)`,
    ],
    check: 'check-deletions',
    key: (user) => `delete-library:${user}`,
  },
  {
    work: 'an import',
    leave: (user) => [
      sql`insert into library_imports (user_id, started_at, total) values (${user}, ${old}, 1)`,
    ],
    check: 'check-imports',
    key: (user) => `import-library:${user}`,
  },
  {
    work: 'an export',
    leave: (user) => [
      sql`insert into photo_exports (user_id, id, channel, locale, reason, created_at, updated_at)
        values (${user}, ${id}, 'pennyfern', 'en-GB', 'customer', ${old}, ${old})`,
    ],
    check: 'check-exports',
    key: () => `lay-out-export:${id}`,
  },
  {
    work: `an archive of 'my data'`,
    leave: (user) => [
      sql`insert into my_data_archives (user_id, id, channel, locale, files_total, created_at, updated_at)
        values (${user}, ${id}, 'pennyfern', 'en-GB', 1, ${old}, ${old})`,
    ],
    check: 'check-my-data',
    key: () => `make-my-data:${id}`,
  },
  {
    work: 'the beginning of an erasure',
    leave: (user) => [
      sql`insert into ${closing} values (${user}, ${id}, ${old}, ${old}, ${old}, ${old}, ${old}, null)`,
    ],
    check: 'check-erasures',
    key: (user) => `erase-account:${user}`,
    whenDead: 'is left to the operator',
  },
  {
    work: 'an area of an erasure',
    leave: (user) => [
      sql`insert into erasure_areas (user_id, area, due_at) values (${user}, 'photos', ${old})`,
    ],
    check: 'check-erasures',
    key: (user) => `erase:${user}:photos`,
    whenDead: 'is left to the operator',
  },
  {
    work: 'the end of an erasure',
    leave: (user) => [
      sql`insert into erasure_areas (user_id, area, due_at, done_at) values (${user}, 'photos', ${old}, ${old})`,
      sql`insert into ${closing} values (${user}, ${id}, ${old}, ${old}, ${old}, ${old}, ${old}, ${old})`,
    ],
    check: 'check-erasures',
    key: (user) => `end-erasure:${user}`,
    whenDead: 'is left to the operator',
  },
  {
    work: 'the invoices of an order',
    leave: (user) => [
      sql`insert into invoice_requests (user_id, order_code, requested_at) values (${user}, 'K-1', ${old})`,
    ],
    check: 'check-invoices',
    key: () => 'issue-invoices:K-1',
  },
  {
    work: 'an outgoing event',
    leave: (user) => [
      sql`insert into outgoing_events (user_id, id, service, type, body, created_at, next_at)
        values (${user}, ${id}, 'shop', 'order.reorder', '{}', ${old}, ${old})`,
    ],
    check: 'check-outgoing-events',
    key: () => `send-outgoing-event:${id}`,
  },
];

type Job = { id: string; attempts: number; run_at: Date };

describe.each(KINDS)('$work', ({ leave, check, key, whenDead = 'begins anew' }) => {
  const user = randomUUID();
  const runCheck = () =>
    node()
      .tasks.find(({ name }) => name === check)
      ?.handle({}, { attempt: 1, maxAttempts: 1 });
  const jobs = async () =>
    (
      await sql<Job>`select id::text, attempts, run_at from graphile_worker.jobs where key = ${key(user)}`.execute(
        db(),
      )
    ).rows;
  const setJob = (columns: string) =>
    sql`update graphile_worker._private_jobs set ${sql.raw(columns)} where key = ${key(user)}`.execute(db());
  beforeAll(async () => {
    for (const row of leave(user)) await row.execute(db());
  });
  beforeEach(async () => {
    await sql`delete from graphile_worker._private_jobs`.execute(db());
    await runCheck();
  });
  afterAll(() => sql`delete from photos where user_id = ${user}`.execute(db()));

  test('gets another job if its own was lost', async () => {
    expect(await jobs()).toMatchObject([{ attempts: 0 }]);
  });

  test.each([
    ['waits', 'attempts = 0'],
    ['pauses between two attempts', `attempts = 3, run_at = now() + interval '6 hours'`],
    ['runs', `attempts = 1, locked_at = now(), locked_by = 'worker'`],
    ['runs for the last time', `attempts = max_attempts, locked_at = now(), locked_by = 'worker'`],
  ])('is left alone while its job %s', async (_, columns) => {
    await setJob(columns);
    const before = await jobs();
    await runCheck();
    expect(await jobs()).toEqual(before);
  });

  test('gets another job if a clock that was ahead planned its own', async () => {
    await setJob(`run_at = now() + interval '30 days'`);
    await runCheck();
    const [job] = await jobs();
    expect(job?.run_at.getTime()).toBeLessThan(Date.now() + 60_000);
  });

  test(`${whenDead} after its last attempt`, async () => {
    await setJob('attempts = max_attempts');
    const before = await jobs();
    await runCheck();
    const [job, ...others] = await jobs();
    expect(others).toEqual([]);
    if (whenDead === 'is left to the operator') return expect(job).toEqual(before[0]);
    expect(job).toMatchObject({ attempts: 0 });
    const isLater = (job?.run_at.getTime() ?? 0) > Date.now() + 60_000;
    expect(isLater).toBe(whenDead === 'is postponed');
  });
});
