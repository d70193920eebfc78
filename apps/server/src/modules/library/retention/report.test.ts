import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { dryRun, readReport } from './report.ts';
import { startRetention, type TestRetention } from './retention.fixture.ts';

const run = promisify(execFile);
const COMMAND = path.resolve(import.meta.dirname, '../../../cli/main.ts');

let retention: TestRetention;
let warned: string;
beforeEach(async () => {
  retention = await startRetention();
  warned = await retention.seed();
  await retention.seed({ registeredAt: new Date('2020-01-01T10:00:00Z') });
  await retention.seed({ registeredAt: new Date('2020-01-01T10:00:00Z'), photos: 0 });
  retention.clock.now = new Date('2026-06-15T10:00:00Z');
});
afterEach(() => retention.stop());

const read = () =>
  sql<object>`select * from storage_accounts order by user_id`.execute(retention.db).then(({ rows }) => rows);
const command = (...args: string[]) =>
  run(process.execPath, [COMMAND, 'retention', ...args], {
    env: { ...process.env, DATABASE_URL: retention.databaseUrl },
  });

test('a dry run says what the sweep would do, and does nothing', async () => {
  const before = await read();
  const { accounts, steps } = await dryRun(retention.db, retention.clock.now);
  expect(accounts).toBe(3);
  expect(steps.map(({ what, count }) => [what, count])).toEqual([
    ['delay', 2],
    ['remind, one-month', 1],
    ['remind, three-months', 1],
  ]);
  expect(steps[1]?.examples).toEqual([warned]);
  expect(await read()).toEqual(before);
});

test('the report counts what the operator should know', async () => {
  await retention.sweep();
  retention.clock.now = new Date('2026-06-17T10:00:00Z');
  const report = await readReport(retention.db, retention.clock.now);
  expect(report).toEqual({
    accounts: 3,
    hidden: 0,
    beingDeleted: 0,
    graceEndsSoon: 0,
    endsSoon: 1,
    delayed: 1,
    returned: 0,
    unsentReminders: 2,
    withoutAccount: 0,
    overdue: 0,
  });
});

/** Three processes start, one after the other; milliseconds. */
const COMMANDS = 90_000;

test(
  'npm run retention prints both, and its usage without arguments',
  async () => {
    const { stdout } = await command('--report', '--dry-run', '--on=2026-07-16');
    expect(stdout).toMatch(/3 {2}storage accounts/);
    expect(stdout).toMatch(/A sweep would:/);
    await expect(command()).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(/--dry-run/) });
    await expect(command('--on=never', '--report')).rejects.toMatchObject({ code: 2 });
  },
  COMMANDS,
);
