import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newCustomerId } from '../testing/customer-ids.ts';
import { ago, DAY_MS } from './clock.ts';
import { forgetExpiredTasks, RETIRED_JOBS } from './forget-expired.ts';
import type { Expiry } from './tables.ts';
import { type OpenTestDatabase, openTestDatabase } from './testing/test-database.ts';
import { transactElsewhere } from './testing/transact-elsewhere.ts';

const NOW = new Date('2026-05-01T12:00:00Z');
const at = (ms: number) => new Date(NOW.getTime() + ms);

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.stop());

/** Runs the nightly job, or the hourly one. */
function forget(expires: readonly Expiry[], name = 'forget-expired'): Promise<void> {
  const tasks = forgetExpiredTasks({ db: database.db, clock: () => NOW }, expires);
  const task = tasks.find((each) => each.name === name);
  if (!task) throw new Error(`There is no task ${name}`);
  return task.handle({}, { attempt: 1, maxAttempts: 1 });
}

const MODEL = 'RefreshToken';
async function addTokens(times: readonly Date[]): Promise<Buffer[]> {
  await database.db.deleteFrom('oidc_payloads').execute();
  const rows = times.map((expires_at) => ({ model: MODEL, payload: '{}', id: randomBytes(32), expires_at }));
  await database.db.insertInto('oidc_payloads').values(rows).execute();
  return rows.map(({ id }) => id);
}
const listTokens = async () => {
  const rows = await database.db.selectFrom('oidc_payloads').select('id').orderBy('expires_at').execute();
  return rows.map(({ id }) => id);
};

const TOKENS = { table: 'oidc_payloads', column: 'expires_at' } as const satisfies Expiry;

describe('rows that a module declares to expire', () => {
  test('are deleted at their time, and no others', async () => {
    const [, , later] = await addTokens([at(-1), at(0), at(1)]);
    await forget([TOKENS]);
    expect(await listTokens()).toEqual([later]);
  });

  test('are kept for a period', async () => {
    const [, stored] = await addTokens([at(-DAY_MS - 1), at(-DAY_MS)]);
    await forget([{ ...TOKENS, before: ago(DAY_MS) }]);
    expect(await listTokens()).toEqual([stored]);
  });

  test('stay unless their condition holds', async () => {
    const [id] = await addTokens([at(-1)]);
    await forget([{ ...TOKENS, only: sql`false or consumed_at is not null` }]);
    expect(await listTokens()).toEqual([id]);
  });

  test('are deleted hourly or in the night', async () => {
    const [id] = await addTokens([at(-1)]);
    await forget([{ ...TOKENS, isHourly: true }]);
    await forget([TOKENS], 'forget-expired-hourly');
    expect(await listTokens()).toEqual([id]);
    await forget([{ ...TOKENS, isHourly: true }], 'forget-expired-hourly');
    expect(await listTokens()).toEqual([]);
  });

  test('are deleted however many there are', async () => {
    const customerId = newCustomerId();
    await sql`insert into downloads (user_id, id, name, photos, created_at, expires_at)
      select ${customerId}, gen_random_uuid(), 'a.zip', '[]', ${NOW}, ${NOW} from generate_series(1, 10001)`.execute(
      database.db,
    );
    await forget([{ table: 'downloads', column: 'expires_at' }]);
    expect(await database.db.selectFrom('downloads').select('id').execute()).toEqual([]);
  });

  test('are left for the next time while somebody has locked them, and nobody waits', async () => {
    const [locked = Buffer.of()] = await addTokens([at(-2), at(-1)]);
    await transactElsewhere(database.db, async (trx) => {
      await trx.selectFrom('oidc_payloads').select('id').where('id', '=', locked).forUpdate().execute();
      await forget([TOKENS]);
    });
    expect(await listTokens()).toEqual([locked]);
    await forget([TOKENS]);
    expect(await listTokens()).toEqual([]);
  });
});

test('a table that fails stops no other, and the job fails with its name', async () => {
  await addTokens([at(-1)]);
  const broken: Expiry = { table: 'used_challenges', only: sql`1 / 0 > 0` };
  await database.db
    .insertInto('used_challenges')
    .values({ challenge_hash: randomBytes(32), expires_at: NOW })
    .execute();
  await expect(forget([broken, TOKENS])).rejects.toThrow(/used_challenges \(division by zero\)$/);
  expect(await listTokens()).toEqual([]);
});

test('jobs that an earlier release has queued leave the queue, dead ones too', async () => {
  const { db } = database;
  for (const name of [...RETIRED_JOBS, 'another'])
    await sql`select graphile_worker.add_job(${name}, job_key => ${name}, max_attempts => 1)`.execute(db);
  await sql`update graphile_worker._private_jobs set attempts = 1 where key = ${RETIRED_JOBS[0]}`.execute(db);
  await forget([], 'forget-expired-hourly');
  const { rows } = await sql`select key from graphile_worker.jobs`.execute(db);
  expect(rows).toEqual([{ key: 'another' }]);
});
