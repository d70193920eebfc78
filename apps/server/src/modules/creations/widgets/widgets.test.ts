import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { areaOf } from '../../../testing/erase-customer.ts';
import { startWidgets } from './widgets.fixture.ts';

let shop: Awaited<ReturnType<typeof startWidgets>>;
beforeAll(async () => {
  shop = await startWidgets();
});
afterAll(() => shop.stop());
const later = (minutes: number) => new Date(shop.clock.now.getTime() + 60_000 * minutes);

describe('a widget', () => {
  test('is made of a product, read and changed, under the same address [WID-01, WID-03, WID-06, WID-11]', async () => {
    const mia = await shop.addCustomer();
    const code = await shop.sendBook(mia);
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).status).toBe(404);
    const made = await shop.save(mia, code);
    expect(made).toMatchObject({
      status: 200,
      body: { productCode: code, productTitle: 'Summer in Kent', firstPlace: 1, lastPlace: null, sites: [] },
    });
    const sites = ['https://blog.example.org'];
    const changed = await shop.save(mia, code, { title: 'Our book', lastPlace: 3, sites, colours: 'dark' });
    const { url, widgetId } = made.body;
    expect(changed.body).toMatchObject({
      title: 'Our book',
      lastPlace: 3,
      sites,
      colours: 'dark',
      url,
      widgetId,
    });
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).body).toEqual(changed.body);
  });

  test('is one, even if two tabs create it simultaneously', async () => {
    const mia = await shop.addCustomer();
    const code = await shop.sendBook(mia);
    const saved = await Promise.all([1, 2, 3].map(() => shop.save(mia, code)));
    expect(new Set(saved.map(({ body }) => body.url)).size).toBe(1);
    expect((await shop.open(saved[0]?.body.url ?? '')).status).toBe(200);
  });

  test.each([
    ['a page beyond the last', { firstPlace: 6 }],
    ['an end beyond the last', { lastPlace: 6 }],
    ['an end before its beginning', { firstPlace: 3, lastPlace: 2 }],
    ['a site without https', { sites: ['http://example.org'] }],
    ['a site by number', { sites: ['https://127.0.0.1'] }],
    ['any site', { sites: ['https://*.example.org'] }],
    ['two sites in one', { sites: ["https://a.example 'unsafe-inline'"] }],
    ['a path', { sites: ['https://example.org/page'] }],
    ['eleven sites', { sites: Array.from({ length: 11 }, (_, at) => `https://s${at}.example.org`) }],
    ['colours of its own', { colours: 'red' }],
    ['a title of two lines', { title: 'One\nTwo' }],
  ])('is refused with %s, and stays as it was [WID-11]', async (_what, settings) => {
    const mia = await shop.addCustomer();
    const code = await shop.sendBook(mia, { pictures: [] });
    const { body: before } = await shop.save(mia, code, { title: 'Before' });
    expect((await shop.save(mia, code, settings)).status).toBe(400);
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).body).toEqual(before);
  });

  test('is for the customer’s own products only', async () => {
    const [mia, noah] = [await shop.addCustomer(), await shop.addCustomer()];
    const code = await shop.sendBook(mia, { pictures: [] });
    await shop.save(mia, code);
    expect((await shop.save(noah, code)).status).toBe(404);
    expect((await shop.ask(noah, 'GET', `widget/${code}`)).status).toBe(404);
    expect((await shop.share(noah, code)).status).toBe(404);
    await shop.ask(noah, 'DELETE', `widget/${code}`);
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).status).toBe(200);
  });

  test('that is deleted, twice, opens nothing, and a new one has another address [WID-08]', async () => {
    const mia = await shop.addCustomer();
    const code = await shop.sendBook(mia);
    const { url } = (await shop.save(mia, code)).body;
    const screens = await shop.listen(mia);
    for (const _press of [1, 2]) expect((await shop.ask(mia, 'DELETE', `widget/${code}`)).status).toBe(204);
    for (const address of [url, `${url}/1/800`]) expect((await shop.open(address)).status).toBe(404);
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).status).toBe(404);
    await expect.poll(() => screens).toMatchObject([{ type: 'widgets-changed' }]);
    expect((await shop.save(mia, code)).body.url).not.toBe(url);
    expect((await shop.open(url)).status).toBe(404);
  });

  test('ends with its product, and is hidden while the account is closed', async () => {
    const mia = await shop.addCustomer();
    const [first, second] = [await shop.sendBook(mia), await shop.sendBook(mia)];
    const [one, two] = [(await shop.save(mia, first)).body.url, (await shop.save(mia, second)).body.url];
    await shop.endBook(mia, first);
    expect((await shop.open(one)).status).toBe(404);
    expect((await shop.ask(mia, 'GET', 'widget/all')).body.items).toMatchObject([{ productCode: second }]);
    const close = (at: Date | null) =>
      shop.db.updateTable('customers').set({ deleted_at: at }).where('user_id', '=', mia).execute();
    await close(shop.clock.now);
    for (const address of [two, `${two}/1/800`]) expect((await shop.open(address)).status).toBe(404);
    await close(null);
    expect((await shop.open(two)).status).toBe(200);
    const widgets = areaOf(shop.db, shop.modules[0]);
    expect(await widgets.countLosses?.(mia)).toEqual([{ kind: 'widgets', count: 1 }]);
    const rows = await Array.fromAsync(widgets.files?.[0]?.read(mia) ?? []);
    expect(rows).toMatchObject([{ productCode: second }]);
    await widgets.erase(mia, { closedAt: shop.clock.now, emails: [] });
    expect((await shop.open(two)).status).toBe(404);
    const links = await shop.db
      .selectFrom('widget_links')
      .selectAll()
      .where('customer_id', '=', mia)
      .execute();
    expect(links).toEqual([]);
  });
});

describe('the list of widgets', () => {
  test('has those of the requested orders, else all, page by page [WID-01, WID-12]', async () => {
    const mia = await shop.addCustomer();
    const codes = [await shop.sendBook(mia), await shop.sendBook(mia), await shop.sendBook(mia)];
    const [order, other] = [await shop.order(mia, codes[0] ?? ''), await shop.order(mia, codes[1] ?? '')];
    for (const code of codes) {
      await shop.save(mia, code);
      shop.clock.now = later(1);
    }
    const list = async (query: string) => {
      const { items, total } = (await shop.ask(mia, 'GET', `widget/all${query}`)).body;
      return [...items.map(({ productCode }) => productCode), total];
    };
    expect(await list('')).toEqual([...codes.toReversed(), 3]);
    expect(await list('?offset=1&limit=1')).toEqual([codes[1], 3]);
    expect(await list(`?orderCodes=${order}`)).toEqual([codes[0], 1]);
    expect(await list(`?orderCodes=${order},${other},K-NONE`)).toEqual([codes[1], codes[0], 2]);
    expect(await list('?orderCodes=')).toEqual([0]);
    expect((await shop.ask(mia, 'GET', "widget/all?orderCodes=a'b")).status).toBe(400);
    const { items } = (await shop.ask(mia, 'GET', `widget/all?orderCodes=${order}`)).body;
    const [widget] = items;
    expect(widget).toMatchObject({
      orderCode: order,
      cover: { pictureUrl: expect.stringContaining('/media/') },
    });
    expect((await shop.open(`${shop.address}${widget?.cover?.pictureUrl}/300`)).status).toBe(200);
  });
});

describe('a blocked order', () => {
  test('is reported with its reason, and none of it is shown or shared until it is unblocked [WID-18]', async () => {
    const mia = await shop.addCustomer();
    const code = await shop.sendBook(mia);
    const order = await shop.order(mia, code);
    const { url } = (await shop.save(mia, code)).body;
    const blocked = async () => (await shop.ask(mia, 'GET', `blockedorders/${order}`)).body;
    expect(await blocked()).toEqual({ orderCode: order, isBlocked: false, reason: null });
    await shop.report(order, 'blocked', shop.clock.now, 'The pictures are being checked.');
    const reason = 'The pictures are being checked.';
    expect(await blocked()).toEqual({ orderCode: order, isBlocked: true, reason });
    for (const address of [url, `${url}/1/800`]) expect((await shop.open(address)).status).toBe(404);
    for (const refused of [await shop.save(mia, code), await shop.share(mia, code)])
      expect(refused).toMatchObject({ status: 409, body: { code: 'order-blocked', detail: reason } });
    expect((await shop.ask(mia, 'GET', `widget/${code}`)).body).toMatchObject({
      isBlocked: true,
      blockedReason: reason,
    });
    // A late event changes nothing.
    await shop.report(order, 'unblocked', later(-1));
    expect(await blocked()).toMatchObject({ isBlocked: true });
    await shop.report(order, 'unblocked', later(1));
    expect(await blocked()).toMatchObject({ isBlocked: false });
    expect((await shop.open(`${url}/1/800`)).status).toBe(200);
    const noah = await shop.addCustomer();
    expect((await shop.ask(noah, 'GET', `blockedorders/${order}`)).status).toBe(404);
  });
});
