import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { OrderAddress, OrderList } from '@keepsake/contracts';
import { sql } from 'kysely';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBusinessCustomer } from '../../../testing/customers.ts';
import { startWorld } from '../../../testing/start-world.ts';
import { createMerchandise } from '../merchandise/index.ts';
import { DEMO_MERCHANDISE } from '../merchandise/merchandise.fixture.ts';
import { placeOrder } from '../orders/index.ts';
import { customerOfFtpUser, ftpUserOf } from './account.ts';
import type { Buyer } from './deps.ts';
import { createOrderLists, type ProcessingDeps, processFolder } from './index.ts';

const told: { type: string; data: { customerId: string } }[] = [];
const blocked = new Set<string>();
const invoiceAddress: OrderAddress = {
  ...{ name: 'Robin Marlow', streetName: 'Ledger Lane', streetNumber: '9' },
  ...{ postalCode: 'CT20 1AB', city: 'Folkestone', country: 'GB' },
};
const firm = { company: 'Marlow & Sons', vatId: 'GB123456782' };
const buyer: Buyer = { ...firm, invoiceAddress };
let deps: ProcessingDeps;
const start = () =>
  startWorld({
    async modules(parts) {
      const merchandise = await createMerchandise({ ...parts, file: DEMO_MERCHANDISE });
      const notifyCustomer: ProcessingDeps['notifyCustomer'] = async (_trx, _userId, event) => {
        told.push(event);
        return null;
      };
      const intake = {
        ...parts,
        notifyCustomer,
        isCustomerListeningSql: () => sql`false`,
        isKnownChannel: () => true,
        extendStorage: async () => undefined,
      };
      deps = {
        ...parts,
        articlesOf: merchandise.articlesOf,
        notifyCustomer,
        notifyServices: async (_trx, _userId, event) => told.push(event as never),
        mayOrder: async (userId) => !blocked.has(userId),
        buyerOf: async () => buyer,
        placeOrder: (asked) =>
          placeOrder(intake, {
            service: { name: 'order-lists', scopes: ['orders'], channels: null },
            ...asked,
          }),
      };
      return [
        merchandise,
        createOrderLists({ ...parts, articlesOf: merchandise.articlesOf, ftpHost: 'ftp.example.com' }),
      ];
    },
  });
let world: Awaited<ReturnType<typeof start>>;
let root: string;
let studio: string;
let home: string;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  told.length = 0;
  root = await mkdtemp(path.join(tmpdir(), 'keepsake-ftp-'));
  studio = await addBusinessCustomer(world.db);
  home = path.join(root, ftpUserOf(studio));
  await mkdir(path.join(home, 'in'), { recursive: true });
});
afterEach(() => rm(root, { recursive: true }));

type Instructions = { host: string; user: string; samples: { format: string; name: string; text: string }[] };
const instructions = async () =>
  (await world.call<Instructions>(studio, 'GET', '/orders/order-lists/instructions')).body;
const lists = async () =>
  (await world.call<{ lists: OrderList[] }>(studio, 'GET', '/orders/order-lists')).body.lists;
const sample = async (format: string) => {
  const found = (await instructions()).samples.find((each) => each.format === format);
  if (!found) throw new Error('there is no sample');
  return found.text;
};
const put = async (name: string, text: string | Buffer, ageMs = 60_000) => {
  const file = path.join(home, 'in', name);
  await writeFile(file, text);
  const at = new Date(Date.now() - ageMs);
  await utimes(file, at, at);
};
const take = () => processFolder(deps, root, { settleMs: 30_000, now: new Date() });
const orders = () => world.db.selectFrom('orders').select('code').where('user_id', '=', studio).execute();
const files = async (folder: string) => (await readdir(path.join(home, folder)).catch(() => [])).toSorted();

describe('an order file', () => {
  it('has a folder that identifies its customer', () => {
    expect(customerOfFtpUser(ftpUserOf(studio))).toBe(studio);
    expect(['', '../in', 'x'.repeat(26), `${ftpUserOf(studio)}0`].map(customerOfFtpUser)).toEqual(
      Array(4).fill(null),
    );
  });

  it.each(['xml', 'csv'])(
    '[RTE-23] a sample in %s is accepted unchanged, once however often it is sent',
    async (format) => {
      for (const name of [`a.${format}`, `b.${format}`, `a.${format}`]) {
        await put(name, await sample(format));
        expect((await take()).taken).toMatchObject([{ name, state: 'taken', orders: 1 }]);
      }
      expect(await orders()).toHaveLength(1);
      expect(told.filter(({ type }) => type === 'order.placed')).toHaveLength(1);
      expect(await files('in')).toEqual([]);
      expect(await files('done')).toHaveLength(3);
      expect((await lists()).map(({ state }) => state)).toEqual(['taken', 'taken', 'taken']);
    },
  );

  it('in XML matches the published schema, and so does the sample', async () => {
    const published = new URL('../../../../../../docs/schemas/orders.xsd', import.meta.url);
    using schema = XmlDocument.fromString(await readFile(published, 'utf8'));
    using validator = XsdValidator.fromDoc(schema);
    using document = XmlDocument.fromString(await sample('xml'));
    expect(() => validator.validate(document)).not.toThrow();
    using wrong = XmlDocument.fromString((await sample('xml')).replaceAll('quantity>', 'amount>'));
    expect(() => validator.validate(wrong)).toThrow('amount');
  });

  it('[INV-04] orders for the firm, with the tax included in its prices', async () => {
    await put('a.xml', await sample('xml'));
    await take();
    const [order] = await world.db
      .selectFrom('orders')
      .select(['total', 'invoice_address', 'buyer_vat_id'])
      .where('user_id', '=', studio)
      .execute();
    expect(order).toMatchObject({ buyer_vat_id: buyer.vatId, invoice_address: { company: buyer.company } });
    const lines = world.db.selectFrom('order_products').where('user_id', '=', studio);
    expect(await lines.select(['vat_rate', 'vat_category', 'net_price']).execute()).toEqual([
      { vat_rate: 20, vat_category: 'S', net_price: Math.round((order?.total ?? 0) / 1.2) },
    ]);
  });

  it.each<[string, (text: string) => string | Buffer]>([
    ['with a byte order mark', (text) => `\ufeff${text}`],
    ['with lines as Windows has them', (text) => text.replace(/\r?\n/g, '\r\n')],
    [
      'with semicolons',
      (text) => text.replaceAll('","', '";"').replace(/^.*\n/, (header) => header.replaceAll(',', ';')),
    ],
  ])('%s is accepted, too', async (_what, change) => {
    await put('orders.csv', change(await sample('csv')));
    expect((await take()).taken).toMatchObject([{ state: 'taken' }]);
  });

  it.each<[string, string, string, (text: string) => string | Buffer]>([
    ['in another encoding', 'csv', 'not-utf8', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    [
      'that grows without end when it is read',
      'xml',
      'doctype',
      (text) => text.replace('<orders', '<!DOCTYPE x [<!ENTITY a "b">]>\n<orders'),
    ],
    ['that is cut off', 'xml', 'not-xml', (text) => text.slice(0, -12)],
    ['that is too large', 'csv', 'too-large', (text) => text + ' '.repeat(6 * 1024 ** 2)],
    [
      'of another account',
      'xml',
      'other-account',
      (text) => text.replace(/account="[^"]+"/, 'account="another"'),
    ],
    ['with an article that is not sold', 'csv', 'article', (text) => text.replace(/"[A-Z]+_\d+"/, '"NO_1"')],
    [
      'with a field of another kind',
      'xml',
      'unknown',
      (text) => text.replace('<item>', '<price>1</price><item>'),
    ],
    ['without an address', 'xml', 'missing', (text) => text.replace(/<city>.*<\/city>/, '')],
    ['with nothing in it', 'csv', 'no-orders', () => ''],
    ['with nothing below its first line', 'csv', 'no-orders', (text) => text.split(/\r?\n/)[0] ?? ''],
    ['that says no account', 'csv', 'missing', (text) => text.replace(/\n"[^"]+"/, '\n""')],
    ['with half a line', 'csv', 'not-csv', (text) => text.trimEnd().slice(0, -20)],
  ])('%s (%s) is set aside with its reason: %s', async (_what, format, code, change) => {
    await put(`orders.${format}`, change(await sample(format)));
    expect((await take()).taken).toMatchObject([{ state: 'rejected' }]);
    expect(await orders()).toEqual([]);
    const [list] = await lists();
    expect(list?.faults.map((fault) => fault.code)).toContain(code);
    expect(await files('rejected')).toEqual([`orders.${format}`, `orders.${format}.txt`]);
    expect(
      (await readFile(path.join(home, 'rejected', `orders.${format}.txt`), 'utf8')).length,
    ).toBeGreaterThan(20);
    expect(told.map(({ type }) => type)).toEqual(['order-file.rejected']);
  });

  it('is left while it grows, and a link is never followed', async () => {
    await put('growing.csv', await sample('csv'), 0);
    await put('named.part', 'half');
    await symlink('/etc/hostname', path.join(home, 'in', 'link.csv'));
    await mkdir(path.join(root, 'somebody'));
    expect(await take()).toEqual({ taken: [], unknown: ['somebody'] });
    await appendFile(path.join(home, 'in', 'growing.csv'), '');
    expect(await files('in')).toEqual(['growing.csv', 'link.csv', 'named.part']);
  });

  it('sent again says that nothing was ordered again', async () => {
    for (const name of ['orders.csv', 'once-more.csv']) {
      await put(name, await sample('csv'));
      await take();
    }
    const found = await lists();
    expect(found.map(({ name, state, isRepeat }) => [name, state, isRepeat])).toEqual([
      ['once-more.csv', 'taken', true],
      ['orders.csv', 'taken', false],
    ]);
    expect(await orders()).toHaveLength(1);
  });

  it('is one order with two simultaneous workers', async () => {
    await put('orders.xml', await sample('xml'));
    const found = await Promise.all([take(), take(), take()]);
    expect(found.flatMap(({ taken }) => taken)).toHaveLength(1);
    expect(await orders()).toHaveLength(1);
    expect(await lists()).toHaveLength(1);
  });

  it.each(['placeOrder', 'notifyServices'] as const)(
    'interrupted by a kill in %s is completed, and nothing is done twice',
    async (step) => {
      const text = await sample('csv');
      const second = text.split('\r\n')[1]?.replace('SAMPLE-CSV-1', 'SAMPLE-CSV-2') ?? '';
      await put('orders.csv', `${text}${second}\r\n`);
      let calls = 0;
      const killed = {
        ...deps,
        [step]: async (...asked: never[]) => {
          if (++calls === 2) throw new Error('killed');
          return (deps[step] as (...given: never[]) => Promise<unknown>)(...asked);
        },
      };
      await expect(processFolder(killed, root, { settleMs: 0, now: new Date() })).rejects.toThrow('killed');
      expect(await orders()).toHaveLength(1);
      expect((await take()).taken).toMatchObject([{ state: 'taken', orders: 2 }]);
      expect(await orders()).toHaveLength(2);
      expect(told.filter(({ type }) => type === 'order.placed')).toHaveLength(2);
    },
  );

  it('read before a kill is only moved', async () => {
    await put('orders.csv', await sample('csv'));
    await take();
    await world.db.updateTable('order_lists').set({ moved_at: null }).where('user_id', '=', studio).execute();
    await put('orders.csv', await sample('csv'));
    await take();
    expect(await lists()).toHaveLength(1);
    expect(await files('in')).toEqual([]);
  });

  it('without a saved invoice address orders nothing, and says what to do', async () => {
    buyer.invoiceAddress = null;
    await put('a.xml', await sample('xml'));
    await take();
    expect((await lists())[0]).toMatchObject({ state: 'rejected', faults: [{ code: 'invoice-address' }] });
    expect(await orders()).toEqual([]);
    buyer.invoiceAddress = invoiceAddress;
    await put('a.xml', await sample('xml'));
    await take();
    expect(await orders()).toHaveLength(1);
    const kept = await world.db
      .selectFrom('orders')
      .select('invoice_address')
      .where('user_id', '=', studio)
      .executeTakeFirst();
    expect(kept?.invoice_address).toMatchObject({ ...invoiceAddress, company: 'Marlow & Sons' });
  });

  it('with a reference of another order orders nothing, nor does that of a blocked account', async () => {
    await put('a.xml', await sample('xml'));
    await take();
    await put('b.xml', (await sample('xml')).replace(/<quantity>\d+/, '<quantity>7'));
    await take();
    expect((await lists())[0]?.faults).toMatchObject([{ code: 'reference-used', reference: 'SAMPLE-XML-1' }]);
    blocked.add(studio);
    await put('c.csv', await sample('csv'));
    await take();
    expect((await lists())[0]?.faults).toMatchObject([{ code: 'account' }]);
    expect(await orders()).toHaveLength(1);
  });
});
