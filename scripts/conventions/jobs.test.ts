import { describe, expect, test } from 'vitest';
import { checkJobs } from './jobs.ts';
import { readSources } from './sources.ts';

const FILE = 'apps/server/src/modules/library/photos/jobs.ts';
const judge = (text: string, file = FILE) => checkJobs(new Map([[file, text]]));
const CRON = "const CHECK = 'check-it'; export const CRON: Cron = { task: CHECK, at: '* * * * *' };";

describe('the check of jobs', () => {
  test.each([
    `await sql\`select graphile_worker.add_job('x')\`.execute(db)`,
    'const waiting = `not exists (select from graphile_worker.jobs where key = $1)`;',
    `db.selectFrom('graphile_worker.jobs')`,
  ])('refuses a module that reaches graphile-worker’s tables by itself: %s', (text) => {
    expect(judge(text)).toEqual([
      `${FILE}: the queue is read and changed by apps/server/src/platform/jobs/ alone`,
    ]);
    expect(judge(text, 'apps/server/src/platform/mail-data.ts')).toHaveLength(1);
    expect(judge(text, 'apps/server/src/platform/jobs/pending-jobs.ts')).toEqual([]);
    expect(judge(text, FILE.replace('.ts', '.test.ts'))).toEqual([]);
  });

  test('refuses our own SQL function there as well', () => {
    expect(judge('select * from request_jobs(array[])')).toHaveLength(1);
  });

  test('refuses a task with keys whose lost work nothing finds', () => {
    const text = `${CRON} const MAKE = keyedTask('make-it', { foundBy: 'check-other' });`;
    expect(judge(text)).toEqual([
      `${FILE}: no periodic task is called check-other, which is to find the work of make-it`,
    ]);
    expect(judge(text.replace('check-other', 'check-it'))).toEqual([]);
    expect(judge(`const MAKE = keyedTask('make-it', { lossIs: 'nobody minds' });`)).toEqual([]);
  });

  test('sees every keyed task of the server', () => {
    const declared = [...readSources()].filter(([file]) => !/\.test\.ts$/.test(file));
    const all = declared.flatMap(([, text]) => text.match(/= keyedTask\(/g) ?? []);
    const withoutCrons = declared.map(([file, text]): [string, string] => [
      file,
      text.replaceAll(/,\s+at:/g, ''),
    ]);
    const found = checkJobs(new Map(withoutCrons));
    const harmless = declared.flatMap(([, text]) => text.match(/\{ lossIs: '/g) ?? []);
    expect(found).toHaveLength(all.length - harmless.length);
    expect(found.length).toBeGreaterThan(15);
  });
});
