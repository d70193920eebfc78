import { allEndpoints as endpoints } from '@keepsake/contracts/all-endpoints.fixture';
import { type Endpoint, RECENT_SIGN_IN_SECONDS, SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import type { FastifyInstance } from 'fastify';
import type { JWTPayload } from 'jose';
import pino from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { asCustomerId } from '../../testing/customer-ids.ts';
import { createServiceVerifier } from '../auth.ts';
import { Problem } from '../problem.ts';
import { createTestTokens } from '../testing/test-tokens.ts';
import { createServer } from './create-server.ts';
import { mountRoutes, type Verifiers } from './mount-routes.ts';

/** Every property of an endpoint: one that guards a call has a walk below, and a new one does not compile until it is here. */
const PROPERTIES: Record<keyof Endpoint, 'guard' | 'shape'> = {
  name: 'shape',
  service: 'shape',
  method: 'shape',
  path: 'shape',
  access: 'guard',
  scope: 'guard',
  idempotencyKey: 'shape',
  recentSignIn: 'guard',
  isForBusiness: 'guard',
  // Walked in restore-mode.test.ts.
  isHeldAfterRestore: 'guard',
  budgets: 'guard',
  idToken: 'shape',
  isForClosed: 'guard',
  isForSetUp: 'guard',
  params: 'shape',
  query: 'shape',
  body: 'shape',
  file: 'shape',
  response: 'shape',
  download: 'shape',
  status: 'shape',
  problems: 'shape',
  sample: 'shape',
};

const EVERY_SCOPE = createServiceVerifier({
  shop: { tokens: ['shop'], scopes: SERVICE_SCOPES, channels: null },
});
const CUSTOMER = asCustomerId('01900000-0000-7000-8000-000000000001');
const LATELY: JWTPayload = { [B2B_CLAIM]: 'password' };
const LONG_AGO = { ...LATELY, auth_time: Math.floor(Date.now() / 1000) - RECENT_SIGN_IN_SECONDS - 5 };

let tokens: Awaited<ReturnType<typeof createTestTokens>>;
let http: FastifyInstance;
beforeAll(async () => {
  tokens = await createTestTokens();
  http = await serve(tokens);
});
afterAll(() => http.close());

/** Serves every endpoint of the contract; whoever is admitted gets the problem `unavailable`. */
async function serve(verifiers: Verifiers, handled: () => void = () => undefined): Promise<FastifyInstance> {
  const server = await createServer({
    log: pino({ level: 'silent' }),
    trustProxy: null,
    policySources: { connectOrigins: [], secureTransport: false },
    requestsPerMinute: 1_000_000,
  });
  const handle = async () => {
    handled();
    throw new Problem('unavailable');
  };
  const verifyService = createServiceVerifier({ shop: { tokens: ['shop'], scopes: [], channels: null } });
  mountRoutes(
    server,
    endpoints.map((endpoint) => ({ endpoint, handle })),
    { verifyService, ...verifiers },
  );
  return server;
}

type Sent = { token?: string; body?: object; on?: FastifyInstance };

/** The code of the problem that a call is answered with. */
const callOf = async (endpoint: Endpoint, sent: Sent) => (await answerOf(endpoint, sent)).code;

/** The problem that a call is answered with. Its parameters are nobody's, and without a body it sends an empty object. */
async function answerOf({ method, service, path, file }: Endpoint, { token, body = {}, on = http }: Sent) {
  const answer = await on.inject({
    method,
    url: SERVICE_PATHS[service] + path.replace(/\{\w+\}/g, CUSTOMER),
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(method !== 'GET' && { 'content-type': file?.types[0] ?? 'application/json' }),
    },
    payload: method === 'GET' ? undefined : JSON.stringify(body),
  });
  return answer.json<{ code: string; detail?: string }>();
}

const ofCustomers = endpoints.filter(({ access }) => access === 'customer');
const tokenWith = (claims: JWTPayload) => tokens.tokenFor(CUSTOMER, claims);

/** Calls every endpoint, and lists those that are not answered as expected. */
async function listOthers(of: readonly Endpoint[], expected: string, sentTo: (one: Endpoint) => Sent) {
  expect(of, 'there is nothing to walk').not.toEqual([]);
  const answers = await Promise.all(of.map((one) => callOf(one, sentTo(one))));
  return of.flatMap(({ name }, at) => (answers[at] === expected ? [] : [`${name}: ${answers[at]}`]));
}

test('every guard of the contract is walked here', () => {
  const used = new Set(endpoints.flatMap((one) => Object.keys(one)));
  const guards = Object.keys(PROPERTIES).filter((name) => PROPERTIES[name as keyof Endpoint] === 'guard');
  expect(guards.filter((name) => !used.has(name))).toEqual([]);
});

test('an old sign-in is refused by every call that needs a recent one, whatever it sends [IDN-11]', async () => {
  const secured = ofCustomers.filter(({ recentSignIn }) => recentSignIn === true);
  const token = await tokenWith(LONG_AGO);
  expect(await listOthers(secured, 'recent-sign-in-required', () => ({ token }))).toEqual([]);
});

test('an old sign-in is refused for every field that needs a recent one [IDN-11]', async () => {
  const parts = ofCustomers.flatMap((one) =>
    Array.isArray(one.recentSignIn) ? one.recentSignIn.map((field: string) => ({ one, field })) : [],
  );
  expect(parts).not.toEqual([]);
  const token = await tokenWith(LONG_AGO);
  const lately = await tokenWith(LATELY);
  for (const { one, field } of parts) {
    for (const value of [null, '', 'https://thief.example/', ['x'], { x: 1 }]) {
      const body = { [field]: value };
      expect(await callOf(one, { token, body }), `${one.name} with ${field}`).toBe('recent-sign-in-required');
      expect(await callOf(one, { token: lately, body })).not.toBe('recent-sign-in-required');
    }
    expect(await callOf(one, { token }), `${one.name} without ${field}`).toBe('unavailable');
  }
});

test('a body that names a prototype, at any depth, is refused by every call with the name', async () => {
  const withBody = endpoints.filter(
    ({ method, file, access }) => method !== 'GET' && !file && access !== 'phone',
  );
  expect(withBody.length).toBeGreaterThan(80);
  await using servers = new AsyncDisposableStack();
  const handled = vi.fn();
  const on = await serve(
    { ...tokens, verifyService: EVERY_SCOPE, spendBudgets: async () => undefined },
    handled,
  );
  servers.defer(() => on.close());
  const customer = await tokenWith(LATELY);
  for (const name of ['__proto__', 'constructor', 'prototype']) {
    for (const body of [{ [name]: { isAdmin: true } }, { content: [{ inner: { [name]: 1 } }] }])
      for (const one of withBody) {
        const token = one.access === 'service' ? 'shop' : customer;
        const { code, detail } = await answerOf(one, { token, body, on });
        expect([one.name, code, detail]).toEqual([
          one.name,
          'invalid-request',
          `The name "${name}" is not allowed in JSON`,
        ]);
      }
  }
  expect(handled).not.toHaveBeenCalled();
  expect({}).not.toHaveProperty('isAdmin');
});

test('a call for business customers refuses consumers', async () => {
  const token = await tokenWith({ auth_time: LONG_AGO.auth_time });
  const some = ofCustomers.filter(({ isForBusiness }) => isForBusiness);
  expect(await listOthers(some, 'business-only', () => ({ token }))).toEqual([]);
});

test('nobody is admitted without a token, and a service not without its scope', async () => {
  const closed = endpoints.filter(({ access }) => access === 'customer' || access === 'service');
  expect(await listOthers(closed, 'unauthenticated', () => ({}))).toEqual([]);
  const services = endpoints.filter(({ access }) => access === 'service');
  expect(await listOthers(services, 'forbidden', () => ({ token: 'shop' }))).toEqual([]);
});

test('closed accounts, and those without their second factor, are admitted only where the contract says so', async () => {
  const token = await tokenWith(LATELY);
  const refuse = async () => {
    throw new Problem('account-deleted');
  };
  const { verifyToken, ...rest } = tokens;
  const verifiers = { ...rest, verifyToken: refuse };
  await using servers = new AsyncDisposableStack();
  for (const [flag, more] of [
    ['isForClosed', { verifyClosed: verifyToken }],
    ['isForSetUp', { verifySetUp: verifyToken }],
  ] as const) {
    const on = await serve({ ...verifiers, ...more });
    servers.defer(() => on.close());
    const others = ofCustomers.filter((one) => !one[flag]);
    expect(await listOthers(others, 'account-deleted', () => ({ token, on })), flag).toEqual([]);
    for (const one of ofCustomers.filter((each) => each[flag]))
      expect(await callOf(one, { token, on }), one.name).not.toBe('account-deleted');
  }
});

/** Consumers' declarations, which nothing may refuse. */
const ALWAYS_RECEIVED = ['declareWithdrawal', 'declareOwnWithdrawal'];

test('every call has a budget, except declarations of withdrawal', () => {
  const unlimited = endpoints.filter(({ budgets }) => budgets?.length === 0);
  expect(unlimited.map(({ name }) => name).toSorted()).toEqual(ALWAYS_RECEIVED.toSorted());
});

test('a call whose budget is spent does nothing', async () => {
  await using servers = new AsyncDisposableStack();
  const spent = vi.fn(async (_endpoint: Endpoint) => {
    throw new Problem('too-many-requests');
  });
  const handled = vi.fn();
  const on = await serve({ ...tokens, verifyService: EVERY_SCOPE, spendBudgets: spent }, handled);
  servers.defer(() => on.close());
  const token = await tokenWith(LATELY);
  const callable = endpoints.filter(({ access }) => access === 'customer' || access === 'service');
  await listOthers(callable, 'too-many-requests', ({ access }) => ({
    token: access === 'service' ? 'shop' : token,
    on,
  }));
  expect(spent.mock.calls.length).toBeGreaterThan(80);
  expect(handled).not.toHaveBeenCalled();
});
