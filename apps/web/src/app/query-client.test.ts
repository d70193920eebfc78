import { MutationObserver } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { createQueryClient } from './query-client.ts';

const reported = vi.hoisted(() => vi.fn());
vi.mock('#/shared/error-reports.ts', () => ({ reportFailure: reported }));

beforeEach(() => reported.mockClear());
const problem = (status: number) =>
  new ApiProblem({ status, url: '/x', code: 'x', correlationId: 'c', endpoint: 'x' });

test('[ERR-02] a failed query is reported by its action, else by its tag', async () => {
  const client = createQueryClient();
  const fail = () => Promise.reject(problem(400));
  await client.fetchQuery({ queryKey: ['LatestUploadedPhotos'], queryFn: fail }).catch(() => {});
  await client
    .fetchQuery({ queryKey: ['User'], queryFn: fail, meta: { action: 'LOAD_COUNTS' } })
    .catch(() => {});
  expect(reported.mock.calls.map(([action]) => action)).toEqual([
    'LOAD_Latest_Uploaded_Photos',
    'LOAD_COUNTS',
  ]);
});

test('[ERR-02] a failed change is reported, and a change makes its tags stale either way', async () => {
  const client = createQueryClient();
  client.setQueryData(['TimeLine', 'dateTaken'], 1);
  client.setQueryData(['Albums'], 1);
  const change = new MutationObserver(client, {
    mutationFn: () => Promise.reject(problem(500)),
    meta: { action: 'DELETE_PHOTOS', invalidates: ['TimeLine'] },
  });
  await change.mutate().catch(() => {});
  expect(reported).toHaveBeenCalledWith('DELETE_PHOTOS', expect.any(ApiProblem));
  expect(client.getQueryState(['TimeLine', 'dateTaken'])?.isInvalidated).toBe(true);
  expect(client.getQueryState(['Albums'])?.isInvalidated).toBe(false);
});

test('a session that ended is offered again, not reported', async () => {
  const client = createQueryClient();
  await client
    .fetchQuery({ queryKey: ['User'], queryFn: () => Promise.reject(problem(401)) })
    .catch(() => {});
  expect(reported).not.toHaveBeenCalled();
});
