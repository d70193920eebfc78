import { request as httpRequest } from 'node:http';
import { PassThrough } from 'node:stream';
import { endpoint } from '@keepsake/contracts/platform/endpoint';
import * as fields from '@keepsake/contracts/platform/fields';
import { MAX_IDS_PER_CALL } from '@keepsake/contracts/platform/limits';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod/mini';
import { asCustomerId } from '../../testing/customer-ids.ts';
import { createTestTokens } from '../testing/test-tokens.ts';
import { createServer } from './create-server.ts';
import { mountRoutes } from './mount-routes.ts';
import { type Route, route } from './route.ts';

const echo = endpoint({
  name: 'echo',
  service: 'customers',
  method: 'POST',
  path: '/echo/{id}',
  params: z.object({ id: fields.id }),
  body: z.object({ ids: fields.ids, note: z.optional(z.string()) }),
  response: z.object({ caller: z.string(), note: z.optional(z.string()) }),
  sample: ({ customerId, photoId }) => ({ params: { id: customerId }, body: { ids: [photoId] } }),
});
const forget = endpoint({ name: 'forget', service: 'customers', method: 'DELETE', path: '/forget' });
const declare = endpoint({
  name: 'declare',
  service: 'customers',
  method: 'POST',
  path: '/declare',
  access: 'public',
  budgets: [],
});
const fail = endpoint({
  name: 'fail',
  service: 'customers',
  method: 'GET',
  path: '/fail',
  response: z.object({}),
});

const routes: Route[] = [
  route(echo, async ({ customer, body }) => ({
    caller: customer.customerId,
    note: body.note,
    secret: 'not in the contract',
  })),
  route(forget, async () => undefined),
  route(declare, async () => undefined),
  route(fail, async ({ reply }) => {
    reply.header('set-cookie', 'a=b').header('location', '/elsewhere');
    throw new Error('the inner workings');
  }),
];

const ID = '01900000-0000-7000-8000-000000000001';
let address: string;
let authorization: string;
let tokens: Awaited<ReturnType<typeof createTestTokens>>;
let stop: () => Promise<void>;
const lines: string[] = [];

beforeAll(async () => {
  tokens = await createTestTokens();
  authorization = `Bearer ${await tokens.tokenFor(asCustomerId(ID))}`;
  ({ address, stop } = await startServer({ requestsPerMinute: 1_000 }));
});
afterAll(() => stop());

async function startServer({
  requestsPerMinute,
  trustProxy = null,
}: {
  requestsPerMinute: number;
  trustProxy?: string | null;
}) {
  const stream = new PassThrough();
  stream.on('data', (line) => lines.push(String(line)));
  const app = await createServer({
    log: pino({ level: 'debug' }, stream),
    trustProxy,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute,
  });
  mountRoutes(app, routes, tokens);
  return { address: await app.listen({ host: '127.0.0.1', port: 0 }), stop: () => app.close() };
}

/** A failed answer's body. */
const problemOf = async (answer: Response | undefined) => (await answer?.json()) as ProblemBody;

const post = (body: string, headers: Record<string, string> = {}, id = ID) =>
  fetch(`${address}/api/customers/echo/${id}`, {
    method: 'POST',
    body,
    headers: { authorization, 'content-type': 'application/json', ...headers },
  });

describe('a call', () => {
  test('is answered with what the contract names and nothing else', async () => {
    const answer = await post(JSON.stringify({ ids: [ID], note: 'hello' }));
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual({ caller: ID, note: 'hello' });
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  test('without a response in the contract is answered 204', async () => {
    const answer = await fetch(`${address}/api/customers/forget`, {
      method: 'DELETE',
      headers: { authorization },
    });
    expect([answer.status, await answer.text()]).toEqual([204, '']);
  });

  test('needs a token, unless the contract says otherwise', async () => {
    for (const bad of ['', 'Bearer', 'Bearer x.y.z', 'Basic abc', authorization.slice(0, -3)]) {
      const answer = await post('{}', { authorization: bad });
      expect(answer.status, bad).toBe(401);
      expect((await problemOf(answer)).code).toBe('unauthenticated');
    }
  });

  test('is authorised before its body is read', async () => {
    const answer = await post('garbage', { authorization: 'Bearer x.y.z' });
    expect([answer.status, (await problemOf(answer)).code]).toEqual([401, 'unauthenticated']);
  });

  test('keeps a valid correlation id and replaces an invalid one [API-07]', async () => {
    const send = async (id: string) =>
      (await post('{}', { 'x-correlationid': id })).headers.get('x-correlationid');
    expect(await send('screen-12345678')).toBe('screen-12345678');
    expect(await send('short')).not.toBe('short');
    expect(await send('<script>alert(1)</script>')).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a bad call', () => {
  const deep = `{"note":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
  test.each([
    ['no JSON', 'garbage', 400],
    ['ids as text', JSON.stringify({ ids: ID }), 400],
    ['no ids', JSON.stringify({ ids: [] }), 400],
    ['10,001 ids', JSON.stringify({ ids: Array(10_001).fill(ID) }), 400],
    ['an id that is none', JSON.stringify({ ids: ["' or 1=1"] }), 400],
    ['ten thousand levels', deep, 400],
    ['more than a megabyte', JSON.stringify({ ids: [ID], note: 'x'.repeat(1_100_000) }), 413],
  ])('with %s is refused', async (_what, body, status) => {
    const answer = await post(body);
    expect(answer.status).toBe(status);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
    expect(await answer.json()).toMatchObject({
      status,
      correlationId: answer.headers.get('x-correlationid'),
    });
  });

  test('with a million ids is answered with one sentence on what to do instead', async () => {
    const answer = await post(JSON.stringify({ ids: Array(1_000_000).fill(ID) }));
    const correlationId = answer.headers.get('x-correlationid');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      413,
      expect.stringContaining('application/problem+json'),
    ]);
    expect(await problemOf(answer)).toMatchObject({
      status: 413,
      code: 'too-large',
      title: 'This is too large',
      detail: 'The body of this request may have up to 1048576 bytes: send a long list in several requests',
      correlationId,
    });
  });

  test('is not one with the maximum number of ids', async () => {
    expect((await post(JSON.stringify({ ids: Array(MAX_IDS_PER_CALL).fill(ID) }))).status).toBe(200);
  });

  test('cannot reach a prototype, and is told why', async () => {
    const answer = await post(`{"ids":["${ID}"],"__proto__":{"note":"polluted"}}`);
    expect(answer.status).toBe(400);
    expect(await problemOf(answer)).toMatchObject({
      code: 'invalid-request',
      detail: 'The name "__proto__" is not allowed in JSON',
    });
    expect({}).not.toHaveProperty('note');
  });

  test('loses invisible characters before anything reads it, however they are written', async () => {
    for (const [written, read] of [
      ['"An\u200bna"', 'Anna'],
      [String.raw`"\u202eAnna\u2066"`, 'Anna'],
      ['"An\u00adna 👩‍👧 می‌خواهم"', 'Anna 👩‍👧 می‌خواهم'],
    ])
      expect(await (await post(`{"ids":["${ID}"],"note":${written}}`)).json()).toMatchObject({ note: read });
  });

  test.each([
    'application/json garbage',
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/jsonp',
  ])('of type %s is refused', async (type) =>
    expect((await post('{}', { 'content-type': type })).status).toBe(415),
  );

  test.each(['%2e%2e%2f', 'a'.repeat(1_500), '%00', 'not-a-uuid'])('with the id %s is refused', async (id) =>
    expect((await post(JSON.stringify({ ids: [ID] }), {}, id)).status).toBe(400),
  );

  test('to nowhere is answered 404 as a problem', async () => {
    const answer = await fetch(`${address}/api/nowhere`);
    expect([answer.status, (await problemOf(answer)).code]).toEqual([404, 'not-found']);
  });

  test.each(['/%ff', '/api/customers/%c3%28', `/api/customers/echo/${'a'.repeat(3_000)}`])(
    'to an undecodable address is refused like any other: %s',
    async (url) => {
      const answer = await fetch(address + url, {
        method: url.includes('echo') ? 'POST' : 'GET',
        headers: { 'x-correlationid': 'screen-12345678' },
      });
      expect(await problemOf(answer)).toMatchObject({
        status: 400,
        code: 'invalid-request',
        correlationId: 'screen-12345678',
      });
      expect(answer.status).toBe(400);
      expect(answer.headers.get('content-type')).toContain('application/problem+json');
      expect(answer.headers.get('x-correlationid')).toBe('screen-12345678');
      expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    },
  );

  test('with two thousand headers is refused and the server keeps running', async () => {
    const headers = Object.fromEntries(Array.from({ length: 2_000 }, (_, n) => [`x-${n}`, 'some value']));
    const status = await new Promise((resolve) => {
      const sent = httpRequest(`${address}/api/customers/fail`, { headers }, (answer) =>
        resolve(answer.statusCode),
      );
      sent.on('error', () => resolve('closed'));
      sent.end();
    });
    expect([431, 'closed']).toContain(status);
    expect((await post(JSON.stringify({ ids: [ID] }))).status).toBe(200);
  });
});

describe('our own failure', () => {
  test('tells the caller an id and the log the details', async () => {
    const answer = await fetch(`${address}/api/customers/fail`, { headers: { authorization } });
    const body = await problemOf(answer);
    expect([answer.status, body.code]).toEqual([500, 'unexpected']);
    expect(['set-cookie', 'location'].filter((name) => answer.headers.has(name))).toEqual([]);
    expect(JSON.stringify(body)).not.toContain('inner workings');
    const logged = lines.find((line) => line.includes('the inner workings'));
    expect(logged).toContain(body.correlationId);
  });

  test('leaves no token in the log', async () => {
    await post(JSON.stringify({ ids: [ID] }));
    expect(lines).not.toEqual([]);
    expect(lines.join('')).not.toContain(authorization.slice(-40));
  });
});

describe('an answer to a client that accepts compression', () => {
  const takes = (encodings: string) => ({ 'accept-encoding': encodings });
  const long = (note: string) => JSON.stringify({ ids: [ID], note });

  test('is compressed from a kilobyte on, and says so', async () => {
    const note = 'a note '.repeat(400);
    for (const [encodings, used] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const answer = await post(long(note), takes(encodings));
      expect(answer.headers.get('content-encoding')).toBe(used);
      if (used) expect(answer.headers.get('vary')).toContain('accept-encoding');
      if (used) expect(Number(answer.headers.get('content-length'))).toBeLessThan(200);
      expect(await answer.json()).toEqual({ caller: ID, note });
    }
    expect((await post(long('short'), takes('br'))).headers.has('content-encoding')).toBe(false);
  });

  test('does not mean that a request may be compressed: its answer says what may', async () => {
    for (const coding of ['gzip', 'br', 'identity, deflate', 'X-Unknown']) {
      const answer = await post('garbage', { 'content-encoding': coding });
      expect(answer.status).toBe(415);
      expect(answer.headers.get('accept-encoding')).toBe('identity');
      expect(await answer.json()).toMatchObject({
        code: 'unsupported-media-type',
        detail: expect.any(String),
      });
    }
    for (const coding of ['identity', 'Identity, identity', ''])
      expect((await post(JSON.stringify({ ids: [ID] }), { 'content-encoding': coding })).status).toBe(200);
  });
});

describe('every answer', () => {
  test('carries the security headers', async () => {
    const { headers } = await post(JSON.stringify({ ids: [ID] }));
    expect(headers.get('content-security-policy')).toContain("default-src 'none'; script-src 'self'");
    expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  test('counts towards the address’s limit', async () => {
    const limited = await startServer({ requestsPerMinute: 20 });
    onTestFinished(limited.stop);
    const answers = await Promise.all(
      Array.from({ length: 21 }, () => fetch(`${limited.address}/api/customers/fail`)),
    );
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBeTruthy();
    expect((await problemOf(refused)).code).toBe('too-many-requests');
    const free = await fetch(`${limited.address}/api/customers/declare`, { method: 'POST' });
    expect(free.status, 'a call with an empty list of budgets').toBe(204);
  });

  test('counts towards it for a minute, wherever the time of day goes', async () => {
    const limited = await startServer({ requestsPerMinute: 2 });
    onTestFinished(limited.stop);
    onTestFinished(() => void vi.useRealTimers());
    const ask = async () => (await fetch(`${limited.address}/api/customers/fail`)).status;
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * 86_400_000 });
    expect([await ask(), await ask(), await ask()].at(-1)).toBe(429);
    vi.setSystemTime(Date.now() - 9 * 86_400_000);
    const answer = await fetch(`${limited.address}/api/customers/fail`);
    expect(answer.status).toBe(429);
    expect(Number(answer.headers.get('retry-after'))).toBeLessThanOrEqual(60);
  });

  test.each([
    ['with its port', (nth: number) => `203.0.113.7:${40_000 + nth}`, '203.0.113.8:40000'],
    ['of its household', (nth: number) => `[2001:DB8:0:1::${nth}]:443`, '2001:db8:0:2::1'],
  ])('counts towards it by the address that a proxy reports, %s', async (_how, addressOf, other) => {
    const limited = await startServer({ requestsPerMinute: 20, trustProxy: 'loopback' });
    onTestFinished(limited.stop);
    const call = async (from: string) =>
      (await fetch(`${limited.address}/api/customers/fail`, { headers: { 'x-forwarded-for': from } })).status;
    const answers = await Promise.all(Array.from({ length: 21 }, (_, nth) => call(addressOf(nth + 1))));
    expect(answers.filter((status) => status === 429)).toHaveLength(1);
    expect(await call(other)).toBe(401);
  });
});
