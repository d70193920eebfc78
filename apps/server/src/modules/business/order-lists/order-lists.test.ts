import { appendFile, mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { XmlDocument, XsdValidator } from 'libxml2-wasm';
import { beforeEach, describe, expect, test } from 'vitest';
import { customerOfFtpUser, ftpUserOf } from './account.ts';
import { invoiceAddress, useFtpFolders } from './order-lists.fixture.ts';

const { world, ftp } = useFtpFolders();
beforeEach(() => {
  world.notified.length = 0;
});

describe('an order file', () => {
  test('has a folder that identifies its customer', () => {
    expect(customerOfFtpUser(ftpUserOf(ftp.customerId))).toBe(ftp.customerId);
    expect(['', '../in', 'x'.repeat(26), `${ftpUserOf(ftp.customerId)}0`].map(customerOfFtpUser)).toEqual(
      Array(4).fill(null),
    );
  });

  test.each(['xml', 'csv'])(
    'a sample in %s is accepted unchanged, once however often it is sent [RTE-23]',
    async (format) => {
      for (const name of [`a.${format}`, `b.${format}`, `a.${format}`]) {
        await ftp.put(name, await ftp.sample(format));
        expect((await ftp.take()).taken).toMatchObject([{ name, state: 'taken', orders: 1 }]);
      }
      expect(await ftp.orders()).toHaveLength(1);
      expect(world.notified.filter(({ type }) => type === 'order.placed')).toHaveLength(1);
      expect(await ftp.files('in')).toEqual([]);
      expect(await ftp.files('done')).toHaveLength(3);
      expect((await ftp.lists()).map(({ state }) => state)).toEqual(['taken', 'taken', 'taken']);
    },
  );

  test('in XML matches the published schema, and so does the sample', async () => {
    const published = new URL('../../../../../../docs/schemas/orders.xsd', import.meta.url);
    using schema = XmlDocument.fromString(await readFile(published, 'utf8'));
    using validator = XsdValidator.fromDoc(schema);
    using document = XmlDocument.fromString(await ftp.sample('xml'));
    expect(() => validator.validate(document)).not.toThrow();
    using wrong = XmlDocument.fromString((await ftp.sample('xml')).replaceAll('quantity>', 'amount>'));
    expect(() => validator.validate(wrong)).toThrow('amount');
  });

  test('orders for the firm, with the tax included in its prices [INV-04]', async () => {
    await ftp.put('a.xml', await ftp.sample('xml'));
    await ftp.take();
    const [order] = await world.db
      .selectFrom('orders')
      .select(['total', 'invoice_address', 'buyer_vat_id'])
      .where('user_id', '=', ftp.customerId)
      .execute();
    expect(order).toMatchObject({
      buyer_vat_id: world.buyer.vatId,
      invoice_address: { company: world.buyer.company },
    });
    const lines = world.db.selectFrom('order_products').where('user_id', '=', ftp.customerId);
    expect(await lines.select(['vat_rate', 'vat_category', 'net_price']).execute()).toEqual([
      { vat_rate: 20, vat_category: 'S', net_price: Math.round((order?.total ?? 0) / 1.2) },
    ]);
  });

  test('with an article that could never be invoiced is set aside with its reason, and the next one is taken', async () => {
    // A brand whose invoices are issued here, and an article of it without a VAT rate.
    const of = { channel: 'kiekhof' };
    await world.db.updateTable('customers').set(of).where('user_id', '=', ftp.customerId).execute();
    const sample = await ftp.sample('csv');
    const code = sample.match(/"([A-Z]+_\d+)"/)?.[1] ?? '';
    const untaxed = world.deps.articlesOf('kiekhof').map(({ vatRate, ...article }) => ({
      ...article,
      ...(article.id !== code && { vatRate }),
    }));
    await ftp.put('a.csv', sample);
    const articlesOf = () => untaxed as ReturnType<typeof world.deps.articlesOf>;
    expect((await ftp.take({ articlesOf })).taken).toMatchObject([{ state: 'rejected', orders: 0 }]);
    expect(await ftp.reasons('a.csv')).toContain(`Article ${code} cannot be invoiced yet`);
    expect(await ftp.orders()).toEqual([]);
    await ftp.put('b.csv', sample);
    expect((await ftp.take()).taken).toMatchObject([{ name: 'b.csv', state: 'taken' }]);
  });

  test.each<[string, (text: string) => string | Buffer]>([
    ['with a byte order mark', (text) => `\ufeff${text}`],
    ['with lines as Windows has them', (text) => text.replace(/\r?\n/g, '\r\n')],
  ])('%s is accepted, too', async (_what, change) => {
    await ftp.put('orders.csv', change(await ftp.sample('csv')));
    expect((await ftp.take()).taken).toMatchObject([{ state: 'taken' }]);
  });

  test.each<[string, string, string, (text: string) => string | Buffer]>([
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
    await ftp.put(`orders.${format}`, change(await ftp.sample(format)));
    expect((await ftp.take()).taken).toMatchObject([{ state: 'rejected' }]);
    expect(await ftp.orders()).toEqual([]);
    const [list] = await ftp.lists();
    expect(list?.faults.map((fault) => fault.code)).toContain(code);
    expect(await ftp.files('rejected')).toEqual([`orders.${format}`, `orders.${format}.txt`]);
    expect((await ftp.reasons(`orders.${format}`)).length).toBeGreaterThan(20);
    expect(world.notified.map(({ type }) => type)).toEqual(['order-file.rejected']);
  });

  test('is left while it grows, and a link is never followed', async () => {
    await ftp.put('growing.csv', await ftp.sample('csv'), { ageMs: 0 });
    await ftp.put('named.part', 'half');
    await symlink('/etc/hostname', path.join(ftp.home, 'in', 'link.csv'));
    await mkdir(path.join(ftp.root, 'somebody'));
    const { taken, unknown, failed } = await ftp.take();
    expect([taken, unknown]).toEqual([[], ['somebody']]);
    expect(failed).toMatchObject([{ error: { message: 'it is a link' } }]);
    await appendFile(path.join(ftp.home, 'in', 'growing.csv'), '');
    expect(await ftp.files('in')).toEqual(['growing.csv', 'link.csv', 'named.part']);
  });

  test('sent again says that nothing was ordered again', async () => {
    for (const name of ['orders.csv', 'once-more.csv']) {
      await ftp.put(name, await ftp.sample('csv'));
      await ftp.take();
    }
    const found = await ftp.lists();
    expect(found.map(({ name, state, isRepeat }) => [name, state, isRepeat])).toEqual([
      ['once-more.csv', 'taken', true],
      ['orders.csv', 'taken', false],
    ]);
    expect(await ftp.orders()).toHaveLength(1);
  });

  test('is one order with two simultaneous workers', async () => {
    await ftp.put('orders.xml', await ftp.sample('xml'));
    const found = await Promise.all([ftp.take(), ftp.take(), ftp.take()]);
    expect(found.flatMap(({ taken }) => taken)).toHaveLength(1);
    expect(await ftp.orders()).toHaveLength(1);
    expect(await ftp.lists()).toHaveLength(1);
  });

  test.each(['placeOrder', 'notifyServices'] as const)(
    'interrupted by a kill in %s is completed, and nothing is done twice',
    async (step) => {
      const text = await ftp.sample('csv');
      const second = text.split('\r\n')[1]?.replace('SAMPLE-CSV-1', 'SAMPLE-CSV-2') ?? '';
      await ftp.put('orders.csv', `${text}${second}\r\n`);
      let calls = 0;
      const killed = {
        [step]: async (...requested: never[]) => {
          if (++calls === 2) throw new Error('killed');
          return (world.deps[step] as (...given: never[]) => Promise<unknown>)(...requested);
        },
      };
      expect((await ftp.take(killed)).failed).toMatchObject([{ error: { message: 'killed' } }]);
      expect(await ftp.orders()).toHaveLength(1);
      expect((await ftp.take()).taken).toMatchObject([{ state: 'taken', orders: 2 }]);
      expect(await ftp.orders()).toHaveLength(2);
      expect(world.notified.filter(({ type }) => type === 'order.placed')).toHaveLength(2);
    },
  );

  test('read before a kill is only moved', async () => {
    await ftp.put('orders.csv', await ftp.sample('csv'));
    await ftp.take();
    await world.db
      .updateTable('order_lists')
      .set({ moved_at: null })
      .where('user_id', '=', ftp.customerId)
      .execute();
    await ftp.put('orders.csv', await ftp.sample('csv'));
    await ftp.take();
    expect(await ftp.lists()).toHaveLength(1);
    expect(await ftp.files('in')).toEqual([]);
  });

  test('without a saved invoice address orders nothing, and says what to do', async () => {
    world.buyer.invoiceAddress = null;
    await ftp.put('a.xml', await ftp.sample('xml'));
    await ftp.take();
    expect((await ftp.lists())[0]).toMatchObject({
      state: 'rejected',
      faults: [{ code: 'invoice-address' }],
    });
    expect(await ftp.orders()).toEqual([]);
    world.buyer.invoiceAddress = invoiceAddress;
    await ftp.put('a.xml', await ftp.sample('xml'));
    await ftp.take();
    expect(await ftp.orders()).toHaveLength(1);
    const stored = await world.db
      .selectFrom('orders')
      .select('invoice_address')
      .where('user_id', '=', ftp.customerId)
      .executeTakeFirst();
    expect(stored?.invoice_address).toMatchObject({ ...invoiceAddress, company: 'Marlow & Sons' });
  });

  test('with a reference of another order orders nothing, nor does that of a blocked account', async () => {
    await ftp.put('a.xml', await ftp.sample('xml'));
    await ftp.take();
    await ftp.put('b.xml', (await ftp.sample('xml')).replace(/<quantity>\d+/, '<quantity>7'));
    await ftp.take();
    expect((await ftp.lists())[0]?.faults).toMatchObject([
      { code: 'reference-used', reference: 'SAMPLE-XML-1' },
    ]);
    world.blocked.add(ftp.customerId);
    await ftp.put('c.csv', await ftp.sample('csv'));
    await ftp.take();
    expect((await ftp.lists())[0]?.faults).toMatchObject([{ code: 'account' }]);
    expect(await ftp.orders()).toHaveLength(1);
  });
});
