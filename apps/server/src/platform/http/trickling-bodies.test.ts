import { connect } from 'node:net';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { endpoint } from '@keepsake/contracts/platform/endpoint';
import * as fields from '@keepsake/contracts/platform/fields';
import type { FastifyRequest } from 'fastify';
import pino from 'pino';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod/mini';
import { asCustomerId } from '../../testing/customer-ids.ts';
import { bearerTokenOf } from '../auth.ts';
import { createTestTokens } from '../testing/test-tokens.ts';
import { createServer } from './create-server.ts';
import { mountRoutes } from './mount-routes.ts';
import { route } from './route.ts';

const ID = '01900000-0000-7000-8000-000000000001';
const name = endpoint({
  name: 'name',
  service: 'customers',
  method: 'POST',
  path: '/names/{id}',
  params: z.object({ id: fields.id }),
  body: z.object({ ids: fields.ids }),
  response: z.object({}),
  sample: ({ customerId, photoId }) => ({ params: { id: customerId }, body: { ids: [photoId] } }),
});
const routes = [route(name, async () => ({}))];

let tokens: Awaited<ReturnType<typeof createTestTokens>>;
let authorization: string;
beforeAll(async () => {
  tokens = await createTestTokens();
  authorization = `Bearer ${await tokens.tokenFor(asCustomerId(ID))}`;
});

describe('a trickling body', () => {
  const log = pino({ level: 'silent' });
  const policySources = { connectOrigins: [], secureTransport: false };

  /** Sends the beginning of a body and waits until the server ends the connection. */
  const trickle = async (url: string, headers: Record<string, string>) => {
    const { hostname, port, pathname } = new URL(url);
    const socket = connect(Number(port), hostname);
    const lines = Object.entries({ ...headers, host: hostname, 'content-length': '1000' });
    const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.write(`POST ${pathname} HTTP/1.1\r\n${head}\r\n{`);
    const chunks = await Array.fromAsync(socket);
    return Buffer.concat(chunks).toString().split('\r\n')[0];
  };

  test.each([
    ['of a customer', () => authorization, 'HTTP/1.1 408 Request Timeout'],
    ['of nobody', () => 'Bearer x', 'HTTP/1.1 401 Unauthorized'],
  ])('%s ends with its connection, long before an upload would', async (_whose, token, status) => {
    const app = await createServer({
      log,
      trustProxy: null,
      policySources,
      requestsPerMinute: 9,
      bodyMs: 200,
    });
    mountRoutes(app, routes, tokens);
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: token(), 'content-type': 'application/json' };
    expect(await trickle(`${base}/api/customers/names/${ID}`, headers)).toBe(status);
    await app.close();
  });

  test('without authorisation ends as soon even where a customer’s photo may take its time', async () => {
    const app = await createServer({
      log,
      trustProxy: null,
      policySources,
      requestsPerMinute: 9,
      bodyMs: 200,
    });
    onTestFinished(() => app.close());
    const config = { isBodyStreamed: true, access: 'public', budget: 'usual' } as const;
    app.addContentTypeParser('application/octet-stream', (_request, payload, done) => done(null, payload));
    const onRequest = async (request: FastifyRequest) =>
      void (await tokens.verifyToken(bearerTokenOf(request)));
    app.post('/files', { config, onRequest }, async (request, reply) => {
      await delay(400);
      (request.body as Readable).resume();
      return reply.header('connection', 'close').send('read');
    });
    const base = await app.listen({ host: '127.0.0.1', port: 0 });
    const send = (token: string) =>
      trickle(`${base}/files`, { authorization: token, 'content-type': 'application/octet-stream' });
    expect(await send('Bearer x')).toBe('HTTP/1.1 401 Unauthorized');
    expect(await send(authorization)).toBe('HTTP/1.1 200 OK');
  });

  test('of an in-process call has no connection to end', async () => {
    const app = await createServer({ log, trustProxy: null, policySources, requestsPerMinute: 9, bodyMs: 1 });
    onTestFinished(() => app.close());
    mountRoutes(app, routes, tokens);
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    const url = `/api/customers/names/${ID}`;
    const answer = await app.inject({ method: 'POST', url, headers, payload: { ids: [ID] } });
    expect(answer.statusCode).toBe(401);
    // Timers fire in order, so the server's has fired after this one; an error in it would fail the run.
    await delay(1);
  });
});
