import { readFile } from 'node:fs/promises';
import { type CallbackEvent, callbackEvent } from '@keepsake/contracts/callback-events';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { XMLParser } from 'fast-xml-parser';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Received, startCallbacks, startReceiver, statusOf } from './callbacks.fixture.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

let receiver: Awaited<ReturnType<typeof startReceiver>>;
let world: Awaited<ReturnType<typeof startCallbacks>>;
let studio: CustomerId;
beforeAll(async () => {
  receiver = await startReceiver();
  world = await startCallbacks();
});
beforeEach(async () => {
  receiver.received.length = 0;
  receiver.answers.clear();
  world.clock.now = new Date();
  studio = await world.addBusiness();
  await world.set(studio, receiver.url());
});
afterAll(async () => {
  await world.stop();
  await receiver.stop();
});

const schema = await readFile(
  new URL('../../../../../../../docs/schemas/callbacks.xsd', import.meta.url),
  'utf8',
);
/** Throws if the document does not match the published schema. */
function requireValid(xml: string): void {
  using parsedSchema = XmlDocument.fromString(schema);
  using validator = XsdValidator.fromDoc(parsedSchema);
  using document = XmlDocument.fromString(xml);
  validator.validate(document);
}

const only = async () => (await world.log(studio))[0] as Awaited<ReturnType<typeof world.log>>[number];
const verify = (key: string, { body, headers }: Received) => new Webhook(key).verify(body, headers);

describe('a callback', () => {
  test('comes as JSON, signed so that any receiver of Standard Webhooks accepts it [SET-06]', async () => {
    const { key } = await world.makeKey(studio);
    const id = await world.notify(studio);
    await world.work();
    const [received] = receiver.received as [Received];
    expect(received.headers).toMatchObject({ 'webhook-id': id, 'content-type': 'application/json' });
    expect(verify(key, received)).toMatchObject({
      type: 'order.status',
      data: { orderCode: 'K-1', status: 'Sent' },
    });
    expect(() => verify(key, { ...received, body: `${received.body} ` })).toThrow();
    expect(await only()).toMatchObject({ callbackId: id, state: 'sent', tries: [{ status: 204 }] });
  });

  test('comes as XML if chosen, with any content [SET-06]', async () => {
    const { key } = await world.makeKey(studio);
    await world.set(studio, receiver.url(), 'xml');
    const name = '<!DOCTYPE x> & "ø" \u0001 ]]>.csv';
    const faults = [1, 2].map((line) => ({ line, reference: null, message: 'Nothing is ordered here.' }));
    const event: CallbackEvent = {
      type: 'order-file.rejected',
      data: { customerId: studio, channel: 'pennyfern', fileId: studio, name, faults },
    };
    await world.notify(studio, event);
    await world.work();
    const [received] = receiver.received as [Received];
    expect(() => new Webhook(key).verify(received.body, received.headers)).toThrow(/JSON/);
    expect(received.headers['content-type']).toBe('application/xml; charset=utf-8');
    requireValid(received.body);
    const { callback } = new XMLParser({ ignoreAttributes: false, htmlEntities: true }).parse(received.body);
    expect(callback).toMatchObject({
      '@_xmlns': 'urn:keepsake:callback:1',
      '@_type': 'order-file.rejected',
      data: { name: name.replace('\u0001', '\ufffd'), faults: { fault: [{ line: 1 }, { line: 2 }] } },
    });
  });

  test('is not sent without an address, and never to a consumer’s', async () => {
    await world.set(studio, null);
    expect(await world.notify(studio)).toBeNull();
    await world.set(studio, receiver.url());
    world.blocked.add(studio);
    await world.notify(studio);
    await world.work();
    expect(receiver.received).toEqual([]);
    expect(await only()).toMatchObject({ state: 'failed', note: 'the account gets no callbacks at present' });
    world.blocked.delete(studio);
    const since = new Date(world.clock.now.getTime() - HOUR).toISOString();
    const recovered = await world.call(studio, 'POST', '/customers/callbacks/recover', { since });
    expect(recovered.body).toEqual({ count: 1 });
    await world.work();
    expect(receiver.received).toHaveLength(1);
  });

  test('is replayed under its own id, and only by its own customer', async () => {
    const id = await world.notify(studio);
    await world.work();
    const path = `/customers/callbacks/log/${id}/replay`;
    const other = await world.addBusiness();
    await world.set(other, receiver.url('/other'));
    expect((await world.call(other, 'POST', path)).status).toBe(404);
    expect((await world.call(studio, 'POST', path)).status).toBe(204);
    await world.work();
    expect(receiver.received.map(({ path: at, headers }) => [at, headers['webhook-id']])).toEqual([
      ['/', id],
      ['/', id],
    ]);
    expect((await only()).tries).toHaveLength(2);
  });

  test('can be tested by the customer, once per press', async () => {
    const headers = { 'idempotency-key': 'one-press' };
    const press = () =>
      world.call<{ callbackId: string }>(studio, 'POST', '/customers/callbacks/test', undefined, headers);
    const [first, second] = [await press(), await press()];
    expect(second.body).toEqual(first.body);
    await world.work();
    expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['test']);
  });
});

describe('a callback as XML', () => {
  const context = (customerId: CustomerId) => ({ customerId, channel: 'pennyfern' });
  const at = '2026-06-15T10:00:00.000Z';
  test.each<[string, (customerId: CustomerId) => CallbackEvent]>([
    ['an order status', statusOf],
    [
      'a parcel',
      (customerId) => ({
        type: 'order.parcel',
        data: {
          ...context(customerId),
          orderCode: 'K-1',
          parcelId: 'P-1',
          state: 'picked-up',
          happenedAt: at,
          carrier: 'A & B',
          trackingNumber: null,
          trackingUrl: 'https://carrier.example/?a=1&b=2',
        },
      }),
    ],
    [
      'an invoice',
      (customerId) => ({
        type: 'invoice.issued',
        data: {
          ...context(customerId),
          number: 'RE <1>',
          kind: 'credit-note',
          orderCode: null,
          issuedOn: '2026-06-15',
          currency: 'GBP',
          total: 1_200,
        },
      }),
    ],
    ['a test', (customerId) => ({ type: 'test', data: { ...context(customerId), message: 'Hello' } })],
  ])('matches the published schema: %s [SET-06]', async (_, eventOf) => {
    await world.set(studio, receiver.url(), 'xml');
    await world.notify(studio, eventOf(studio));
    await world.work();
    requireValid((receiver.received[0] as Received).body);
  });
});

describe('a key', () => {
  test('is shown once, and signs for another day beside its successor', async () => {
    const { key: first } = await world.makeKey(studio);
    const { key: second, olderUntil } = await world.makeKey(studio);
    expect(first).not.toBe(second);
    expect(Date.parse(olderUntil ?? '')).toBe(world.clock.now.getTime() + DAY);
    expect(JSON.stringify(await world.settings(studio))).not.toContain('whsec_');
    await world.notify(studio);
    await world.work();
    const [received] = receiver.received as [Received];
    for (const key of [first, second]) verify(key, received);
    world.clock.now = new Date(world.clock.now.getTime() + DAY);
    await world.notify(studio);
    await world.work();
    const later = receiver.received[1] as Received;
    expect(later.headers['webhook-signature']?.split(' ')).toHaveLength(1);
    expect(later.headers['webhook-signature']).toBe(
      new Webhook(second).sign(later.headers['webhook-id'] ?? '', world.clock.now, later.body),
    );
  });

  test('never ends others early: the sixth in a day is refused', async () => {
    for (let made = 0; made < 5; made++) await world.makeKey(studio);
    const refused = await world.call(studio, 'PUT', '/customers/callbacks/key');
    expect(refused.status).toBe(429);
  });

  test('is stored encrypted', async () => {
    const { key } = await world.makeKey(studio);
    const rows = await world.db.selectFrom('callback_endpoints').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(key.slice(6, 20));
  });
});

describe('an address', () => {
  test.each([
    ['ftp://example.com/', 'full address'],
    ['example.com', 'full address'],
    ['http://example.com/', 'https://'],
    ['https://mia:secret@example.com/', 'user name or password'],
    ['https://example.com:8443/', 'contain a port'],
    ['https://10.0.0.1/', 'public internet'],
    ['https://0xa9fea9fe/', 'public internet'],
    ['https://2852039166/', 'public internet'],
    ['https://0251.0376.0251.0376/', 'public internet'],
    ['https://[::ffff:169.254.169.254]/', 'public internet'],
    ['https://[64:ff9b::a9fe:a9fe]/', 'public internet'],
    ['https://１６９.２５４.１６９.２５４/', 'public internet'],
    ['https://intranet/', 'public internet'],
    ['https://[4000::1]/', 'public internet'],
    ['https://[1::1]/', 'public internet'],
    ['https://[fec0::1]/', 'public internet'],
  ])('%s is refused as it is set', async (url, words) => {
    const refusal = await world.set(studio, url).catch((error) => error);
    expect(refusal.errors).toEqual([{ path: 'body.callbackUrl', message: expect.stringContaining(words) }]);
  });

  test('of this machine is refused unless a setting allows it', async () => {
    const strict = await startCallbacks({ isLoopbackAllowed: false });
    const mia = await strict.addBusiness();
    for (const url of ['https://127.0.0.1/', 'https://localhost/', 'https://127.1/', 'https://[::1]/'])
      await expect(strict.set(mia, url)).rejects.toThrow();
    await strict.stop();
  });
});

describe('the owner', () => {
  const notedOf = (customerId: CustomerId) =>
    world.noted.flatMap((one) => (one.customerId === customerId ? [one.kind] : []));

  test('is mailed and shown each change of the address, which the security log records', async () => {
    const mia = await world.addBusiness();
    const since = world.lines().length;
    await world.set(mia, 'https://old.example/hooks?secret=1');
    await world.set(mia, 'https://new.example/');
    await world.set(mia, 'https://new.example/', 'xml');
    await world.set(mia, null);
    const moved = await world.mailsTo(mia, 'Your callback address has changed');
    const mails = [...moved, ...(await world.mailsTo(mia, 'Your callbacks are off'))];
    expect(mails.map(({ payload }) => /now (go to \S+|off):/.exec(payload.text)?.[1])).toEqual([
      'go to old.example',
      'go to new.example',
      'off',
    ]);
    expect(JSON.stringify(mails)).not.toContain('secret=1');
    expect(mails[0]?.payload.text).toContain('If this was not you');
    const noted = ['set', 'set', 'format', 'off'].map((reason) => ({
      event: reason === 'format' ? 'callback-format-changed' : 'callback-address-changed',
      reason,
    }));
    expect(notedOf(mia)).toEqual(noted.map(({ event }) => event));
    expect(world.lines().slice(since)).toMatchObject(noted);
  });

  test('is mailed and shown each change of the format, and nothing when it stays', async () => {
    const nora = await world.addBusiness();
    const url = 'https://nora.example/';
    for (const format of ['json', 'xml', 'xml', undefined, 'json'] as const)
      await world.set(nora, url, format);
    const mails = await world.mailsTo(nora, 'The format of your callbacks has changed');
    expect(mails.map(({ payload }) => /now sent as (\w+)/.exec(payload.text)?.[1])).toEqual(['XML', 'JSON']);
    expect(mails[0]?.payload.text).toContain('If this was not you');
    expect(notedOf(nora)).toEqual([
      'callback-address-changed',
      'callback-format-changed',
      'callback-format-changed',
    ]);
  });

  test('is mailed and shown each new key', async () => {
    const since = world.lines().length;
    await world.makeKey(studio);
    expect(await world.mailsTo(studio, 'There is a new key')).toHaveLength(1);
    expect(notedOf(studio)).toContain('callback-key-made');
    expect(world.lines().slice(since)).toMatchObject([{ event: 'callback-key-made' }]);
  });
});

test('the format of callbacks is published', async () => {
  const docs = new URL('../../../../../../../docs/schemas/callbacks.schema.json', import.meta.url);
  const published = JSON.parse(await readFile(docs, 'utf8'));
  const { oneOf } = z.toJSONSchema(callbackEvent, { io: 'output' });
  const kinds = oneOf?.map(({ properties = {} }) => [properties.type, properties.data]);
  expect(
    published.oneOf.map(({ properties }: { properties: Record<string, object> }) => [
      properties.type,
      properties.data,
    ]),
  ).toEqual(kinds);
  for (const name of ['callbacks.schema.json', 'callbacks.xsd', 'orders.xsd'])
    expect((await fetch(`${world.address}/schemas/${name}`)).status, name).toBe(200);
});
