import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import pino from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createServer } from './create-server.ts';
import { mountFor } from './route-access.ts';

let http: FastifyInstance;
beforeEach(async () => {
  http = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000,
  });
});
afterEach(() => http.close());

const answer = async () => 'done';

test('a route that says nothing of who is answered is not mounted, in whatever way', async () => {
  expect(() => http.get('/one', answer)).toThrow('GET /one is mounted without access');
  expect(() => http.get('/one', { config: { budget: 'usual' } }, answer)).toThrow('without access');
  expect(() => http.get('/one', { websocket: true }, () => undefined)).toThrow('without access');
  await expect(http.register(async (scope) => scope.get('/one', answer))).rejects.toThrow('without access');
});

test('a plugin cannot mount its routes without access either', async () => {
  const files = { root: import.meta.dirname, prefix: '/files/' };
  await expect(http.register(fastifyStatic, files)).rejects.toThrow('without access');
});

test('a route is mounted with its own access, or that of its scope and of scopes within', async () => {
  const sayAccess = async ({ routeOptions }: FastifyRequest) => routeOptions.config.access;
  http.get('/one', { config: { access: 'public' } }, sayAccess);
  await mountFor(http, 'operator', async (scope) => {
    scope.get('/two', sayAccess);
    await scope.register(async (inner) => inner.get('/three', { config: { budget: 'usual' } }, sayAccess));
    scope.get('/four', { config: { access: 'public' } }, sayAccess);
  });
  expect(() => http.get('/five', sayAccess)).toThrow('without access');
  const answers = await Promise.all(['/one', '/two', '/three', '/four'].map((url) => http.inject(url)));
  expect(answers.map(({ body }) => body)).toEqual(['public', 'operator', 'operator', 'public']);
});
