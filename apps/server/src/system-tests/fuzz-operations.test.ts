import { allEndpoints } from '@keepsake/contracts/all-endpoints.fixture';
import { type Endpoint, SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import { sampleOf } from '@keepsake/contracts/platform/sample';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { problemsOf } from '../platform/http/declared-problems.ts';
import {
  arbitrariesOf,
  arbitraryOfSchema,
  NASTY_IN_ADDRESSES,
  nastyText,
  type Schema,
} from '../testing/arbitrary-of-schema.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/**
 * Requests of every operation that mostly fit its schemas, and some that do not: none may fail on our side, and each is answered
 * as the API reference says. A short round in the gate, long ones in `npm run trials`.
 */
const REQUESTS_EACH = process.env.TRIALS ? 200 : 12;
const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';

let installation: Installation;
let tokens: Record<'consumer' | 'business', string>;
const [consumer, business] = [newCustomerId(), newCustomerId()];
beforeAll(async () => {
  installation = await startInstallation({
    env: {
      SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: SERVICE_SCOPES } }),
      DEMO_SHOP: 'on',
    },
  });
  tokens = {
    consumer: await installation.tokenFor(consumer),
    business: await installation.tokenFor(business, { [B2B_CLAIM]: 'password' }),
  };
});
afterAll(() => installation.stop());

const schemaOf = (schema: z.ZodMiniType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

/** A request as it goes over the wire. */
type Sent = { path: string; body: string | undefined; isBusiness: boolean };

/** What a valid request holds at any depth, by the names of its fields. */
function valuesIn(request: unknown): Record<string, unknown> {
  if (typeof request !== 'object' || request === null) return {};
  const inner = Object.values(request).map(valuesIn);
  return Object.assign({}, ...inner, Array.isArray(request) ? {} : request);
}

function requestsOf(endpoint: Endpoint): Sent[] {
  const own = sampleOf(endpoint, { customerId: consumer });
  const examples = valuesIn(own);
  const params = schemaOf(endpoint.params).properties ?? {};
  const query = schemaOf(endpoint.query).properties ?? {};
  const parts = fc.record({
    params: fc.record(arbitrariesOf(params, examples)),
    query: fc.record(arbitrariesOf(query, examples), { requiredKeys: [] }),
    more: fc.option(nastyText),
    body: endpoint.body ? arbitraryOfSchema(schemaOf(endpoint.body), examples) : fc.constant(undefined),
    isBusiness: fc.boolean(),
  });
  const sample = fc.sample(parts, { numRuns: REQUESTS_EACH, seed: process.env.TRIALS ? Date.now() : 1 });
  sample.unshift({ params: {}, query: {}, body: undefined, ...own, more: null, isBusiness: false });
  const [first] = sample;
  const swept = NASTY_IN_ADDRESSES.flatMap((text) => [
    ...Object.keys(params).map((name) => ({ ...first, params: { ...first?.params, [name]: text } })),
    ...Object.keys(query).map((name) => ({ ...first, query: { [name]: text } })),
  ]);
  return [...sample, ...swept].map(({ body, isBusiness = true, params = {}, query = {}, more = null }) => ({
    path: addressOf(endpoint, { params, query, more }),
    body: body === undefined ? undefined : JSON.stringify(body),
    isBusiness: isBusiness || endpoint.isForBusiness === true,
  }));
}

/** A value as text in an address. */
const asText = (value: unknown): string =>
  (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed();

type Requested = { params: Record<string, unknown>; query: Record<string, unknown>; more: string | null };

function addressOf({ service, path }: Endpoint, { params, query, more }: Requested): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const text = encodeURIComponent(asText(params[name]));
    return text === '' || /^\.+$/.test(text) ? '%20' : text;
  });
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, asText(value)]));
  if (more !== null) search.append(more.toWellFormed(), more.toWellFormed());
  return `${SERVICE_PATHS[service]}${filled}?${search}`;
}

async function send(endpoint: Endpoint, { path, body, isBusiness }: Sent) {
  const { address } = installation.nodes[0] as Installation['nodes'][number];
  const token = endpoint.access === 'service' ? SHOP_TOKEN : tokens[isBusiness ? 'business' : 'consumer'];
  const [type] = endpoint.file?.types ?? ['application/json'];
  const answer = await fetch(address + path, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body !== undefined || endpoint.file ? { 'content-type': `${type}` } : {}),
    },
    body: endpoint.file ? 'no such file' : (body ?? null),
    redirect: 'manual',
  });
  const text = await answer.text();
  return { status: answer.status, type: answer.headers.get('content-type') ?? '', text };
}

/** Why an answer is not as documented; null if it is. */
function faultOf(endpoint: Endpoint, answer: Awaited<ReturnType<typeof send>>) {
  const { response, status: documented, download } = endpoint;
  const { status, type, text } = answer;
  if (status >= 500) return `failed with ${status}: ${text}`;
  if (status < 400) {
    const right: number = response || download ? (documented ?? 200) : 204;
    return status === right ? null : `is answered ${status}, documented is ${right}`;
  }
  if (!type.startsWith('application/problem+json')) return `is refused as ${type}`;
  const { code } = JSON.parse(text);
  return problemsOf(endpoint).has(code)
    ? null
    : `is refused with ${code}, which its contract does not declare`;
}

// GraphQL has answers of its own.
const OPERATIONS = allEndpoints.filter(({ name }) => name !== 'queryChannel');

describe('every operation', () => {
  test.each(OPERATIONS.map((endpoint) => [endpoint.name, endpoint] as const))(
    '%s answers whatever is sent as documented, and never fails',
    async (_name, endpoint) => {
      const faults = [];
      for (const request of requestsOf(endpoint)) {
        const fault = faultOf(endpoint, await send(endpoint, request));
        if (fault)
          faults.push(`${endpoint.method} ${request.path.slice(0, 300)} ${request.body ?? ''} ${fault}`);
      }
      expect(faults).toEqual([]);
    },
    REQUESTS_EACH * 2_000,
  );
});
