import { type ErrorReport, errorReport } from '@keepsake/contracts/frame/error-reports';
import { beforeEach, expect, test } from 'vitest';
import { ApiProblem } from './api/api-problem.ts';
import { createErrorReporter } from './error-reports.ts';

let now = 0;
let posted: ErrorReport[] = [];
const reporter = (url: string | null = '/api/failures') =>
  createErrorReporter({
    url,
    page: () => '/my-photos',
    now: () => now,
    post: (report) => posted.push(report),
  });

beforeEach(() => {
  now = 0;
  posted = [];
});

test('a failed action is reported as <ACTION>_FAILED in the shape of the contract [ERR-02]', () => {
  const details = {
    status: 500,
    url: '/x?token=1',
    code: 'unexpected',
    correlationId: 'c1',
    endpoint: 'getUser',
  };
  reporter()('load user', new ApiProblem(details));
  expect(posted).toEqual([
    {
      action: 'LOAD_USER_FAILED',
      message: 'getUser: unexpected (500)',
      page: '/my-photos',
      correlationId: 'c1',
      status: 500,
    },
  ]);
  expect(errorReport.safeParse(posted[0]).success).toBe(true);
});

test('a report contains no token, no query and no e-mail address', () => {
  reporter()(
    'PAGE',
    new Error('GET https://a.example/p?code=7 for anna@example.com with eyJhbGci.eyJzdWIi.c2ln'),
  );
  expect(posted[0]?.message).toBe('GET https://a.example/p?… for [e-mail] with [token]');
});

test('the same failure is reported once per minute', () => {
  const report = reporter();
  report('PAGE', new Error('same'));
  report('PAGE', new Error('same'));
  expect(posted).toHaveLength(1);
  now = 60_000;
  report('PAGE', new Error('same'));
  expect(posted).toHaveLength(2);
});

test('a page in a loop does not flood the service', () => {
  const report = reporter();
  for (let at = 0; at < 100; at++) report('PAGE', new Error(`failure ${at}`));
  expect(posted).toHaveLength(10);
});

test('nothing is sent if no address is configured', () => {
  reporter(null)('PAGE', new Error('x'));
  expect(posted).toEqual([]);
});
