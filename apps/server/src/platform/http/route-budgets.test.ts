import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer } from './create-server.ts';

let http: FastifyInstance;
beforeEach(async () => {
  http = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 3,
  });
});
afterEach(() => http.close());

const answer = async () => 'done';
const mount = (method: 'GET' | 'POST', config?: FastifyContextConfig) =>
  http.route({ method, url: '/one', handler: answer, config: { access: 'public', ...config } });
/** How many of ten requests are answered. */
async function countAnswers(method: 'GET' | 'HEAD' | 'POST' = 'GET'): Promise<number> {
  let answered = 0;
  for (let at = 0; at < 10; at++)
    if ((await http.inject({ method, url: '/one' })).statusCode === 200) answered++;
  return answered;
}

test('what changes something is not mounted without a budget', () => {
  expect(() => mount('POST')).toThrow('POST /one is mounted without a budget');
  expect(() => http.all('/all', { config: { access: 'public' } }, answer)).toThrow('without a budget');
});

test('a limit that is no budget is not mounted, neither for reading nor for writing', () => {
  expect(() => mount('GET', { rateLimit: false })).toThrow('GET /one is mounted without a budget');
  expect(() => mount('POST', { rateLimit: { max: 9_000 } })).toThrow('without a budget');
});

test('what is read has the usual budget, and so has what declares it', async () => {
  mount('GET');
  expect(await countAnswers()).toBe(3);
});

test('a budget of its own is counted for itself', async () => {
  http.get('/other', { config: { access: 'public' } }, answer);
  mount('POST', { budget: { perMinute: 5 } });
  for (let at = 0; at < 3; at++) await http.inject('/other');
  expect((await http.inject('/other')).statusCode).toBe(429);
  expect(await countAnswers('POST')).toBe(5);
});

test('what has no limit says why, and has none', async () => {
  mount('GET', { budget: { unlimited: 'this is a test' } });
  expect([await countAnswers(), await countAnswers('HEAD')]).toEqual([10, 10]);
});
