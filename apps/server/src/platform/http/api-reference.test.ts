import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { endpoint } from '@keepsake/contracts/platform/endpoint';
import { SAMPLE_IDS } from '@keepsake/contracts/platform/sample';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { mountApiReference } from './api-reference.ts';
import { createServer } from './create-server.ts';

const endpoints = [
  endpoint({
    name: 'readIt',
    service: 'customers',
    method: 'PUT',
    path: '/it/{photoId}',
    params: z.object({ photoId: z.string() }),
    query: z.object({ limit: z.optional(z.number()), sortKey: z.optional(z.string()) }),
    body: z.object({ name: z.string() }),
    problems: ['address-fixed', 'conflict'],
    sample: ({ photoId }) => ({ params: { photoId }, query: { limit: 3 }, body: { name: 'Summer' } }),
  }),
  endpoint({ name: 'placeIt', service: 'orders', method: 'POST', path: '/it', access: 'service' }),
  endpoint({ name: 'sendIt', service: 'uploads', method: 'POST', path: '/it', access: 'phone' }),
  endpoint({ name: 'seeIt', service: 'products', method: 'GET', path: '/it', access: 'public' }),
];
type Operation = {
  operationId: string;
  security?: Record<string, string[]>[];
  parameters: { name: string; example?: unknown }[];
  responses: Record<string, { description: string }>;
  requestBody: { content: Record<string, { example: unknown }> };
};
type Document = {
  paths: Record<string, Record<string, Operation>>;
  components: { securitySchemes: Record<string, unknown> };
};

let app: Awaited<ReturnType<typeof createServer>>;
beforeEach(async () => {
  app = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000,
  });
  await mountApiReference(app, endpoints);
});
afterEach(() => app.close());

const get = (url: string) => app.inject({ method: 'GET', url });

describe('the API reference', () => {
  test('is a page under the strict policy, without a script or a style inside', async () => {
    const { statusCode, headers, body } = await get('/docs');
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['content-security-policy']).toContain(
      "default-src 'none'; script-src 'self'; style-src 'self';",
    );
    expect(headers['content-security-policy']).not.toContain('unsafe');
    expect(body).not.toMatch(/<style|style=|<script(?! src="\/docs\/[\w/.-]+"><\/script>)/);
  });

  test('finds every file that its page names', async () => {
    const { body } = await get('/docs');
    const files = [...body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
    expect(files).toHaveLength(3);
    for (const file of files) expect((await get(file)).statusCode, file).toBe(200);
  });

  test('serves nothing else of the package', async () => {
    for (const file of ['', 'index.html', 'oauth2-redirect.html', '../package.json'])
      expect((await get(`/docs/assets/${file}`)).statusCode, file).toBe(404);
  });

  test('says in its document which token each call takes, and defines each kind', async () => {
    const document: Document = (await get('/docs/openapi.json')).json();
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const tokens = operations.map(({ operationId, security }) => [
      operationId,
      Object.keys(security?.[0] ?? {}),
    ]);
    expect(Object.fromEntries(tokens)).toEqual({
      readIt: ['customer'],
      placeIt: ['service'],
      sendIt: ['phone'],
      seeIt: [],
    });
    expect(Object.keys(document.components.securitySchemes).sort()).toEqual(['customer', 'phone', 'service']);
  });

  test('shows a valid request of each call', async () => {
    const document: Document = (await get('/docs/openapi.json')).json();
    const operation = document.paths['/api/customers/it/{photoId}']?.put;
    expect(operation?.parameters.map(({ name, example }) => [name, example])).toEqual([
      ['photoId', SAMPLE_IDS.photoId],
      ['limit', 3],
      ['sortKey', undefined],
    ]);
    expect(operation?.requestBody.content['application/json']?.example).toEqual({ name: 'Summer' });
  });

  test('lists the problems of each call, declared and implied, and no others', async () => {
    const document: Document = (await get('/docs/openapi.json')).json();
    const { responses } = document.paths['/api/customers/it/{photoId}']?.put ?? {};
    expect(responses?.['409']?.description).toBe(
      'address-fixed: The delivery address can no longer be changed; conflict: This conflicts with the stored data',
    );
    expect(responses?.['404']?.description).toContain('not-found');
    expect(Object.keys(responses ?? {})).not.toContain('412');
    const open = document.paths['/api/products/it']?.get;
    expect(Object.keys(open?.responses ?? {})).toEqual(['204', '400', '429', '500', '503', '507']);
  });

  test.each([
    ['a range that is none', 'swagger-ui.css', { range: 'bytes=99999999-' }, 416],
    ['a condition that does not hold', 'swagger-ui.css', { 'if-match': '"other"' }, 400],
    ['a path that leads out', '../../package.json', {}, 403],
  ])('refuses %s as a fault of the request', async (_what, file, headers, status) => {
    const { port } = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
    // Unlike fetch, it does not normalise the path.
    const requested = request({ port, path: `/docs/assets/${file}`, headers }).end();
    const [answer] = (await once(requested, 'response')) as [IncomingMessage];
    expect([answer.statusCode, (await json(answer)) as object]).toEqual([
      status,
      expect.objectContaining({ status }),
    ]);
  });
});
