import { allEndpoints } from '@keepsake/contracts/all-endpoints.fixture';
import { endpoint } from '@keepsake/contracts/platform/endpoint';
import type { ProblemCode } from '@keepsake/contracts/platform/problem';
import pino from 'pino';
import { afterEach, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { newCustomerId } from '../../testing/customer-ids.ts';
import { Problem } from '../problem.ts';
import { createTestTokens } from '../testing/test-tokens.ts';
import { createServer } from './create-server.ts';
import { impliedProblems } from './declared-problems.ts';
import { mountRoutes } from './mount-routes.ts';

const mode = vi.hoisted(() => ({ IS_TEST: true }));
vi.mock('../is-test.ts', () => mode);

const changeIt = endpoint({
  name: 'changeIt',
  service: 'customers',
  method: 'PUT',
  path: '/it/{photoId}',
  params: z.object({ photoId: z.string() }),
  problems: ['address-fixed'],
  sample: ({ photoId }) => ({ params: { photoId } }),
});

const cleanups: (() => unknown)[] = [];
afterEach(() => {
  mode.IS_TEST = true;
  return Promise.all(cleanups.splice(0).map((cleanup) => cleanup()));
});

/** The code of the problem that a call is answered with whose handler throws it, and what is logged. */
async function answerTo(thrown: ProblemCode) {
  const lines: string[] = [];
  const http = await createServer({
    log: pino({ level: 'error' }, { write: (line) => void lines.push(line) }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000,
  });
  cleanups.push(() => http.close());
  const tokens = await createTestTokens();
  const handle = async () => {
    throw new Problem(thrown);
  };
  mountRoutes(http, [{ endpoint: changeIt, handle }], { ...tokens, spendBudgets: async () => undefined });
  const authorization = `Bearer ${await tokens.tokenFor(newCustomerId())}`;
  const answer = await http.inject({ method: 'PUT', url: '/api/customers/it/x', headers: { authorization } });
  return { code: answer.json().code, logged: lines.map((line) => JSON.parse(line)) };
}

test('a problem that its call declares is answered, and so is one that follows from its parameters', async () => {
  expect((await answerTo('address-fixed')).code).toBe('address-fixed');
  expect((await answerTo('not-found')).code).toBe('not-found');
});

test('a problem that its call does not declare fails', async () => {
  const { code, logged } = await answerTo('order-blocked');
  expect(code).toBe('unexpected');
  const message = expect.stringContaining('changeIt does not declare the problem order-blocked');
  expect(logged).toMatchObject([{ err: { message } }]);
});

test.each(['order-blocked', 'held-after-restore'] as const)(
  'outside tests an undeclared %s is answered as it is, and is one line of the log',
  async (thrown) => {
    mode.IS_TEST = false;
    const { code, logged } = await answerTo(thrown);
    expect(code).toBe(thrown);
    expect(logged).toMatchObject([{ msg: `changeIt does not declare the problem ${thrown}` }]);
  },
);

test('no call declares what follows from the rest of its description', () => {
  const twice = allEndpoints.flatMap((one) => {
    const implied = impliedProblems(one);
    return (one.problems ?? []).filter((code) => implied.includes(code)).map((code) => `${one.name} ${code}`);
  });
  expect(twice).toEqual([]);
});
