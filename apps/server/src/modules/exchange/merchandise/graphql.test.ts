import { CHANNEL_DOCUMENT, queryChannel } from '@keepsake/contracts/exchange/merchandise';
import { getIntrospectionQuery } from 'graphql';
import { serverAudits } from 'graphql-http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startWorld } from '../../../testing/start-world.ts';
import { createMerchandise } from './index.ts';
import { DEMO_MERCHANDISE } from './merchandise.fixture.ts';

const start = () =>
  startWorld({
    modules: async (parts) => [await createMerchandise({ ...parts, file: DEMO_MERCHANDISE })],
  });
let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());

const urlOf = () => `${world.address}/api/merchandise/graphql`;

async function ask(query: string, variables: object = {}) {
  const answer = await fetch(urlOf(), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query, variables }),
  });
  const text = await answer.text();
  return { status: answer.status, text, body: text === '' ? null : JSON.parse(text) };
}

describe('GraphQL over HTTP', () => {
  test('passes all 61 checks of the audit', async () => {
    const audits = serverAudits({ url: urlOf() });
    expect(audits).toHaveLength(61);
    const results = await Promise.all(audits.map(({ fn }) => fn()));
    expect(results.filter(({ status }) => status !== 'ok').map(({ name }) => name)).toEqual([]);
  });

  test.each([
    ['application/json; charset=utf-8', '*/*'],
    ['APPLICATION/JSON;CHARSET="UTF-8"', 'application/graphql-response+json; charset="utf-8"'],
    ['application/json; charset="utf-8"', 'application/json;charset="utf-8", text/plain'],
  ])('answers a client that writes its types as %s and %s', async (type, accept) => {
    const headers = { 'content-type': type, accept };
    const body = `\ufeff${JSON.stringify({ query: '{ Channels { ID } }' })}`;
    const answer = await fetch(urlOf(), { method: 'POST', headers, body });
    expect(await answer.json()).toMatchObject({ data: { Channels: expect.any(Array) } });
  });

  test('returns every channel, with vendor, shop, currency and articles [MER-01, MER-03]', async () => {
    const { body } = await ask('{ Channels { ID Vendor { ID Locale } ShopUrl Currency Articles { ID } } }');
    expect(body.data.Channels.map(({ ID }: { ID: string }) => ID)).toEqual([
      'pennyfern',
      'bildersonn',
      'kiekhof',
      'cliclune',
      'stundbo',
    ]);
    expect(body.data.Channels[1]).toMatchObject({
      Vendor: { ID: 'bildersonn-at', Locale: 'de-AT' },
      ShopUrl: '/demo-shop',
      Currency: 'EUR',
      Articles: expect.arrayContaining([{ ID: 'PAP_910' }]),
    });
  });

  test('returns one channel with articles and their options, as its product pages query [MER-02, MER-04]', async () => {
    const { body } = await ask(CHANNEL_DOCUMENT, { ID: 'stundbo' });
    const { data } = queryChannel.response?.parse(body) ?? {};
    const articles = Object.fromEntries((data?.Channel?.Articles ?? []).map((each) => [each.ID, each]));
    expect(articles.PAP_910).toMatchObject({
      ArticleType: 'Print',
      Title: 'Papperskopior 10 × 15 cm',
      PageWidth: 150,
      PageHeight: 100,
      Visible: true,
      Price: 250,
      Papers: [{ Title: 'Blankt' }, { Title: 'Matt' }],
      QuantitySteps: { Minimum: 1, Maximum: 99, Step: 1 },
    });
    expect(articles.FRA_910?.Frames).toHaveLength(3);
    expect(articles.BOOK_S21).toMatchObject({
      Pages: { Included: 12 },
      Covers: [{ ID: 'hard' }, { ID: 'padded' }],
    });
    expect(articles.CANVAS).toMatchObject({ Visible: false, Sizes: [{ Width: 300 }, { Width: 600 }] });
  });

  test('returns nothing for an unknown channel', async () => {
    const { status, body } = await ask(CHANNEL_DOCUMENT, { ID: 'nobody' });
    expect([status, body]).toEqual([200, { data: { Channel: null } }]);
    expect((await ask(CHANNEL_DOCUMENT, { ID: '__proto__' })).body.data.Channel).toBeNull();
  });

  test('returns a title in the language of the channel if it has no other', async () => {
    const title = '{ Channel(ID: "kiekhof") { Articles { Title(Locale: "fr-FR") } } }';
    expect((await ask(title)).body.data.Channel.Articles[0]).toEqual({ Title: 'Fotoafdrukken 10 × 15 cm' });
  });

  test('describes itself to the usual tools', async () => {
    const { status, body } = await ask(getIntrospectionQuery());
    expect([status, body.errors]).toEqual([200, undefined]);
  });
});

describe('a too expensive query', () => {
  const nested = (depth: number) => `{ ${'Channels { '.repeat(depth)} ID ${'}'.repeat(depth)} }`;
  const ofTypes = (depth: number) =>
    `{ __schema { types { ${'ofType { '.repeat(depth)} name ${'}'.repeat(depth)} } } }`;
  const named = (count: number) =>
    `{ ${Array.from({ length: count }, (_, at) => `a${at}: Channels { ID }`).join(' ')} }`;
  /** Each fragment spreads the previous one twice. */
  const doubling = (times: number) => {
    const fragments = Array.from(
      { length: times },
      (_, at) => `fragment F${at + 1} on Channel { ...F${at} ...F${at} }`,
    );
    return `{ Channels { ...F${times} } } fragment F0 on Channel { a: ID b: ID } ${fragments.join(' ')}`;
  };

  test.each([
    ['a depth of 1,000', nested(1_000), 'Syntax Error: Document contains more than 1000 tokens'],
    ['a depth of 30', ofTypes(30), 'deeper than 20 fields'],
    ['aliases by the thousand', named(1_000), 'more than 1000 tokens'],
    ['eleven aliases', named(11), 'more than 10 aliases'],
    ['fragments that double 40 times', doubling(40), 'more than 500 fields'],
    [
      'a fragment of itself',
      '{ Channels { ...F } } fragment F on Channel { ...F }',
      'Cannot spread fragment "F"',
    ],
  ])('is refused: %s', async (_what, query, message) => {
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.errors[0].message).toContain(message);
    expect(body.data).toBeUndefined();
  });

  test('is not quoted at length', async () => {
    const { status, text } = await ask(`{ Channel(ID: ${'['.repeat(450)}1${']'.repeat(450)}) { ID } }`);
    expect(status).toBe(400);
    expect(text).toContain('ID cannot represent');
    expect(text.length).toBeLessThan(1_000);
  });

  test('is not even read if its body has 5 MB', async () => {
    expect((await ask(`{ Channels { ID } } #${'x'.repeat(5_000_000)}`)).status).toBe(413);
  });
});
