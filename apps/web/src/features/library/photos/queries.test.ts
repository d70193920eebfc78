import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { ApiProblem } from '#/shared/api/api-problem.ts';
import { connectApi } from '#/shared/api/call.ts';
import { timelineQuery } from './queries.ts';

afterEach(() => void vi.unstubAllGlobals());

test("a failed timeline request throws 'Request failure' and keeps the problem for retries and its reference [TL-39]", async () => {
  connectApi({
    services: { photoManagement: '/x' },
    accessToken: async () => 't',
    renewAccess: async () => false,
  });
  vi.stubGlobal('fetch', async () => new Response('{}', { status: 503 }));
  const error: unknown = await new QueryClient()
    .fetchQuery({
      ...timelineQuery({ sortKey: 'created', sortOrder: 'desc', filter: undefined }),
      retry: false,
    })
    .catch((problem: unknown) => problem);
  expect(error).toBeInstanceOf(ApiProblem);
  expect(error).toMatchObject({ message: 'Request failure', status: 503 });
});
