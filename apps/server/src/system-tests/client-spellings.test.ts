import { randomUUID } from 'node:crypto';
import { allEndpoints } from '@keepsake/contracts/all-endpoints.fixture';
import { type Endpoint, IDEMPOTENCY_HEADER, SERVICE_SCOPES } from '@keepsake/contracts/platform/endpoint';
import type { ProblemBody } from '@keepsake/contracts/platform/problem';
import { SERVICE_PATHS } from '@keepsake/contracts/platform/services';
import { B2B_CLAIM } from '@keepsake/contracts/platform/start-of-page';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { declaredIn } from '../platform/http/read-query.ts';
import { newCustomerId } from '../testing/customer-ids.ts';
import { type Installation, startInstallation } from '../testing/start-installation.ts';

/**
 * Every call of the contract that takes JSON, with the type and the bytes as HTTP clients write them. Its body is a list, which no
 * call takes: naming the body shows that it was read.
 */
const SHOP_TOKEN = 'the-token-of-the-shop-0123456789abcdef';
const BODY = '[]';

let installation: Installation;
beforeAll(async () => {
  installation = await startInstallation({
    roles: ['web'],
    identity: 'embedded',
    env: { SERVICE_TOKENS: JSON.stringify({ shop: { token: SHOP_TOKEN, scopes: SERVICE_SCOPES } }) },
  });
});
afterAll(() => installation.stop());
const node = () => installation.nodes[0] as Installation['nodes'][number];
const endpoints = () => node().routes.map(({ endpoint }) => endpoint);

const SPELLINGS: Record<string, [type: string, body?: string | Uint8Array<ArrayBuffer>]> = {
  "of .NET's JsonContent": ['application/json; charset=utf-8'],
  "of Apache's HttpClient": ['application/json; charset=UTF-8'],
  'of OkHttp, with no blank': ['application/json;charset=utf-8'],
  "of Python's aiohttp, quoted": ['application/json; charset="utf-8"'],
  'in capitals': ['APPLICATION/JSON; CHARSET=UTF-8'],
  'of an old Apache, which names what JSON cannot be': ['application/json; charset=ISO-8859-1'],
  'with a version': ['application/json; charset=utf-8; version=1'],
  'with nothing behind its semicolon': ['application/json;'],
  "of PHP's and .NET's files, with a byte order mark": ['application/json', `\ufeff${BODY}`],
  'with both': ['application/json; charset=utf-8', `\ufeff${BODY}`],
};

/** Values of parameters, of which the first that fits is sent. */
const VALUES = [
  randomUUID(),
  'en-GB',
  'pennyfern',
  'consumer',
  'invoice.pdf',
  'product.pdf',
  'page-1.jpg',
  '1',
  btoa('x@example.com'),
  'x'.repeat(43),
  'a'.repeat(64),
];

function valuesOf(schema: Endpoint['params'], { name }: Endpoint): [string, string][] {
  const shape =
    schema && 'shape' in schema ? (schema.shape as Record<string, NonNullable<Endpoint['params']>>) : {};
  return Object.entries(shape).flatMap(([key, field]): [string, string][] => {
    if (field.safeParse(undefined).success) return [];
    const value = VALUES.find((each) => field.safeParse(each).success);
    if (value === undefined) throw new Error(`Teach this walk the parameter ${key} of ${name}`);
    return [[key, value]];
  });
}

async function tokenFor({ access, isForBusiness }: Endpoint): Promise<string> {
  if (access === 'service') return SHOP_TOKEN;
  return installation.tokenFor(newCustomerId(), isForBusiness ? { [B2B_CLAIM]: 'password' } : {});
}

async function send(endpoint: Endpoint, type: string, body: string | Uint8Array<ArrayBuffer> = BODY) {
  const params = Object.fromEntries(valuesOf(endpoint.params, endpoint));
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
  const query = new URLSearchParams(valuesOf(endpoint.query, endpoint));
  const answer = await fetch(`${node().address}${SERVICE_PATHS[endpoint.service]}${path}?${query}`, {
    method: endpoint.method,
    headers: {
      authorization: `Bearer ${await tokenFor(endpoint)}`,
      'content-type': type,
      [IDEMPOTENCY_HEADER]: randomUUID(),
    },
    body,
  });
  const { correlationId: _, ...problem } = (await answer.json()) as ProblemBody;
  return problem;
}

describe('every call that takes JSON', () => {
  test.each(Object.entries(SPELLINGS))('answers a body %s like any other', async (_whose, [type, body]) => {
    const taking = endpoints().filter((endpoint) => endpoint.body);
    expect(taking.length).toBeGreaterThan(40);
    for (const endpoint of taking) {
      const plain = await send(endpoint, 'application/json');
      expect(await send(endpoint, type, body), endpoint.name).toEqual(plain);
      expect([plain.status, plain.errors?.[0]?.path], endpoint.name).toEqual([400, 'body']);
    }
  });

  test('refuses a number that nothing can hold, wherever it stands', async () => {
    for (const endpoint of endpoints().filter((each) => each.body))
      expect(await send(endpoint, 'application/json', '{"a":[1e400]}'), endpoint.name).toMatchObject({
        status: 400,
        detail: 'A number is too large to be stored',
      });
  });

  test('refuses other types, and bytes that are no text', async () => {
    for (const endpoint of endpoints().filter((each) => each.body)) {
      for (const type of ['text/plain; charset=utf-8', 'application/json garbage', 'application/jsonp'])
        expect((await send(endpoint, type)).status, endpoint.name).toBe(415);
      const latin = Buffer.from('["Zoë"]', 'latin1');
      expect(await send(endpoint, 'application/json; charset=utf-8', new Uint8Array(latin))).toMatchObject({
        status: 400,
        detail: 'The body is not UTF-8',
      });
    }
  });
});

describe('every call that takes a file', () => {
  test('takes its type with parameters', async () => {
    const taking = endpoints().filter((endpoint) => endpoint.file);
    expect(taking.length).toBeGreaterThan(3);
    for (const endpoint of taking)
      for (const type of endpoint.file?.types ?? []) {
        const plain = await send(endpoint, type);
        expect(plain.status, endpoint.name).not.toBe(415);
        for (const spelling of [`${type}; charset=utf-8`, `${type.toUpperCase()};name="a b"`])
          expect(await send(endpoint, spelling), endpoint.name).toEqual(plain);
      }
  });
});

/** Values of every list that a query can have, by the names of its call and parameter. */
const LISTS: Record<string, string[]> = {
  'getOrdersByAccount articleNames': ['PAP_910', 'BOOK_S21'],
  'getWidgets orderCodes': ['K-1', 'K-2'],
  'getInvoiceArchive ids': [randomUUID(), randomUUID()],
  'getOverview parts': ['photos', 'storage'],
};

describe('a list in a query', () => {
  const customer = newCustomerId();
  async function ask({ service, path }: Endpoint, query: string) {
    const token = await installation.tokenFor(customer, { [B2B_CLAIM]: 'password' });
    const url = SERVICE_PATHS[service] + path.replace('{accountId}', customer);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${node().address}${url}?${query}`, { headers });
    const { correlationId: _, ...body } = (await answer.json()) as ProblemBody;
    return [answer.status, body];
  }
  const lists = allEndpoints.flatMap((endpoint): [string, Endpoint, string][] =>
    endpoint.query
      ? [...declaredIn(endpoint.query)].flatMap(([name, isList]) =>
          isList ? [[`${endpoint.name} ${name}`, endpoint, name]] : [],
        )
      : [],
  );

  test('is known here in every call that has one', () => {
    expect(lists.map(([named]) => named).toSorted()).toEqual(Object.keys(LISTS).toSorted());
  });

  test.each(lists)('(%s) is the same in every spelling of common clients', async (named, endpoint, name) => {
    const values = LISTS[named] as string[];
    const [status, body] = await ask(endpoint, `${name}=${values.join(',')}`);
    expect(status).not.toBe(400);
    const as = (nameOf: (at: number) => string) =>
      new URLSearchParams(values.map((value, at) => [nameOf(at), value])).toString();
    for (const spelling of [
      as(() => name),
      as(() => `${name}[]`),
      as((at) => `${name}[${at}]`),
      as(() => name.toUpperCase()),
      // Not encoded, as curl and .NET write them.
      values.map((value) => `${name}[]=${value}`).join('&'),
    ])
      expect([spelling, await ask(endpoint, spelling)]).toEqual([spelling, [status, body]]);
  });

  test.each(lists)('(%s) is refused where it cannot be read', async (named, endpoint, name) => {
    const [value] = LISTS[named] as string[];
    for (const key of [`${name}[a]`, `${name}[0][id]`, `${name}.0`, `the_${name}`, name.slice(0, -1)]) {
      const [status, body] = await ask(endpoint, new URLSearchParams([[key, value ?? '']]).toString());
      expect([key, status, body]).toMatchObject([key, 400, { errors: [{ path: `query.${key}` }] }]);
    }
  });
});
