import { sql } from 'kysely';
import pino, { type Logger } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type OpenTestDatabase, openTestDatabase } from '../testing/test-database.ts';
import { addJobs, keyedTask } from './jobs.ts';
import { deleteJobs, deleteJobsByKey, hasJob, hasNoJob, listJobs, readJobStates } from './pending-jobs.ts';
import { LONGEST_WAIT_MINUTES, resumeStalled } from './stalled-work.ts';

const WORK = keyedTask('work', { lossIs: 'a test fails' });
const KEY = 'work:1';
const silent = pino({ level: 'silent' });
let connection: OpenTestDatabase;
beforeAll(async () => {
  connection = await openTestDatabase();
});
beforeEach(async () => {
  await connection.pool.query('delete from graphile_worker._private_jobs');
});
afterAll(() => connection.stop());

/** Adds a job with these columns; null for none. */
async function addOne(key: string, columns: string | null): Promise<void> {
  if (columns === null) return;
  await addJobs(connection.db, [{ task: WORK, payload: { key }, options: { key } }]);
  if (columns !== '')
    await connection.pool.query(`update graphile_worker._private_jobs set ${columns} where key = $1`, [key]);
}

const waiting = (...keys: string[]) =>
  sql<{ jobKey: string }>`select key as "jobKey" from unnest(${keys}::text[]) as waiting (key)`;

type Options = { log?: Pick<Logger, 'error'>; longestWaitMinutes?: number };

/** The keys of the work that is resumed; that of damaged work cannot be. */
async function resumed(keys: string[], { log = silent, ...options }: Options = {}): Promise<string[]> {
  const found: string[] = [];
  const resume = async ({ jobKey }: { jobKey: string }) => {
    found.push(jobKey);
    if (jobKey.includes('damaged')) throw new Error('damaged');
  };
  await resumeStalled({ db: connection.db, log }, { waiting: waiting(...keys), resume, ...options });
  return found;
}

const RUNNING = `locked_at = now(), locked_by = 'worker'`;
const STATES: {
  state: string;
  job: string | null;
  isStalled: boolean;
  isDead?: boolean;
  isGoing?: boolean;
}[] = [
  { state: 'has no job', job: null, isStalled: true },
  { state: 'has a job that is due', job: '', isStalled: false },
  { state: 'has a job planned for soon', job: `run_at = now() + interval '10 minutes'`, isStalled: false },
  { state: 'has a running job', job: RUNNING, isStalled: false, isGoing: true },
  {
    state: 'has a job that runs for the last time',
    job: `${RUNNING}, attempts = max_attempts`,
    isStalled: false,
    isGoing: true,
  },
  {
    state: 'has a job that pauses before its next attempt',
    job: `attempts = 5, run_at = now() + interval '6 hours'`,
    isStalled: false,
  },
  { state: 'has a job given up', job: 'attempts = max_attempts', isStalled: true, isDead: true },
  {
    state: 'has an untried job that a clock ahead planned',
    job: `run_at = now() + interval '1 hour'`,
    isStalled: true,
  },
  {
    state: 'has a tried job that a clock ahead postponed',
    job: `attempts = 5, run_at = now() + interval '2 days'`,
    isStalled: true,
  },
];

describe.each(STATES)('work that $state', ({ job, isStalled, isDead = false, isGoing = false }) => {
  beforeEach(() => addOne(KEY, job));

  test(isStalled ? 'is resumed' : 'is left alone', async () => {
    expect(await resumed([KEY])).toEqual(isStalled ? [KEY] : []);
  });

  test('is told by its key', async () => {
    const { rows } = await connection.pool.query(`select ${hasNoJob('$1')} as "isLost"`, [KEY]);
    expect(rows).toEqual([{ isLost: job === null || isDead }]);
    expect(await hasJob(connection.db, KEY)).toBe(job !== null && !isDead);
    expect((await readJobStates(connection.db, [KEY])).get(KEY)?.isDead).toBe(
      job === null ? undefined : isDead,
    );
  });

  test(isGoing ? 'goes on when it is cancelled' : 'has no job once it is cancelled', async () => {
    const jobs = await listJobs(connection.db, WORK);
    expect(jobs.map(({ payload }) => payload)).toEqual(job === null ? [] : [{ key: KEY }]);
    await deleteJobs(
      connection.db,
      jobs.map(({ id }) => id),
    );
    expect(await listJobs(connection.db, WORK)).toHaveLength(isGoing ? 1 : 0);
    await addOne('work:2', job);
    expect(await deleteJobsByKey(connection.db, [KEY, 'work:2'])).toEqual(
      new Set(isGoing ? [KEY, 'work:2'] : []),
    );
  });
});

test('work that may be planned for a day later is left alone until then', async () => {
  await addOne(KEY, `run_at = now() + interval '1 day'`);
  expect(await resumed([KEY], { longestWaitMinutes: LONGEST_WAIT_MINUTES })).toEqual([]);
  expect(await resumed([KEY])).toEqual([KEY]);
});

test('one piece of work that cannot be resumed keeps no other waiting, and is named in the log', async () => {
  const lines: object[] = [];
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(JSON.parse(line)) });
  expect(await resumed(['damaged', KEY], { log })).toEqual(['damaged', KEY]);
  expect(lines).toMatchObject([{ job: 'damaged', msg: 'stalled work could not be resumed' }]);
});

test('work that failed for good comes last, with its error', async () => {
  await addOne('given up', `attempts = max_attempts, last_error = 'the store is away'`);
  const keys = waiting('given up', KEY);
  const resume = async () => undefined;
  expect(await resumeStalled({ db: connection.db, log: silent }, { waiting: keys, resume })).toEqual([
    { jobKey: KEY, isDead: false, error: null },
    { jobKey: 'given up', isDead: true, error: 'the store is away' },
  ]);
});
