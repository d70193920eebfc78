import { randomUUID } from 'node:crypto';
import { type BookContent, MAX_BOOK_PHOTOS } from '@keepsake/contracts/creations/photo-books';
import type { Project } from '@keepsake/contracts/creations/projects';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { NOW, startShop } from './demo-shop.fixture.ts';

let shop: Awaited<ReturnType<typeof startShop>>;
beforeAll(async () => {
  shop = await startShop();
});
afterAll(() => shop.stop());

const CHANNEL = 'kiekhof';
const url = (code: string) => `/orders/demo-shop/projects/${code}`;
const open = (customerId: CustomerId, code: string) => shop.call(customerId, 'GET', url(code));
const save = (customerId: CustomerId, code: string, basedOn: number, content: object) =>
  shop.call(customerId, 'PUT', url(code), { channel: CHANNEL, basedOn, content });
const listed = async (customerId: CustomerId, deleted = false) => {
  const path = `/projects/api/v2/projects/${customerId}?deleted=${deleted}`;
  return (await shop.call(customerId, 'GET', path)).body as unknown as { items: Project[]; total: number };
};

/** A customer who has begun a photo book of this many photos. */
async function beginBook(photos = 3) {
  const { customerId, photoIds, tempSelectionId } = await shop.addCustomer({ photos });
  const requested = { tempSelectionId, channel: CHANNEL };
  const { body } = await shop.call(customerId, 'POST', '/orders/demo-shop/books', requested);
  const code = String((body as unknown as { projectCode: string }).projectCode);
  const { content } = (await open(customerId, code)).body as unknown as { content: BookContent };
  return { customerId, photoIds, tempSelectionId, code, content };
}

describe('a project in the demo shop', () => {
  test('a photo book is a saved project from its beginning; begun twice it is the same [PRJ-06, SHL-09]', async () => {
    const { customerId, photoIds, code, content, tempSelectionId } = await beginBook();
    expect(new Set(content.pages.flatMap((page) => page.photoIds))).toEqual(new Set(photoIds));
    const { items } = await listed(customerId);
    expect(items).toHaveLength(1);
    expect(items[0]).toMatchObject({
      product: expect.stringMatching(/^Fotoboek/),
      photosCount: 3,
      pagesCount: 12,
      continueUrl: `/demo-shop/projects/${code}`,
    });
    const repeated = await shop.call(customerId, 'POST', '/orders/demo-shop/books', {
      tempSelectionId,
      channel: CHANNEL,
    });
    expect(repeated.body).toEqual({ projectCode: code });
    expect((await listed(customerId)).total).toBe(1);
  });

  test('the date by which a photo book is needed becomes that of the order', async () => {
    const { customerId, code } = await beginBook();
    const [project] = (await listed(customerId)).items;
    const needed = { date: '2027-06-01', occasion: 'Birthday of Grandma', basedOn: null };
    const set = await shop.call(
      customerId,
      'PUT',
      `/projects/api/v2/project/${project?.id}/needed-by`,
      needed,
    );
    expect(set.status).toBe(200);
    const order = { channel: CHANNEL, productCode: 'BOOK_L28', quantity: 1, projectCode: code };
    const { orderCode } = (await shop.place(customerId, order)).body;
    expect((await listed(customerId)).total).toBe(0);
    const { neededBy } = await shop.view(customerId, orderCode);
    expect(neededBy).toMatchObject({
      date: '2027-06-01',
      occasion: 'Birthday of Grandma',
      verdict: 'in-time',
    });
    const stored = await shop.db
      .selectFrom('needed_dates')
      .selectAll()
      .where('user_id', '=', customerId)
      .execute();
    expect(stored).toEqual([expect.objectContaining({ kind: 'order', reference: orderCode })]);
  });

  test('says which characters of its title cannot be printed, when it is saved and when it is opened', async () => {
    const { customerId, code, content } = await beginBook(1);
    const saved = await save(customerId, code, 1, { ...content, title: 'Wien 😀 Αθήνα' });
    expect(saved.body).toMatchObject({ lettersLeftOut: '😀' });
    expect((await open(customerId, code)).body).toMatchObject({ lettersLeftOut: '😀' });
  });

  test('is saved once per change, and refused if it was changed elsewhere', async () => {
    const { customerId, code, content } = await beginBook();
    const named = { ...content, title: 'Kent' };
    expect((await save(customerId, code, 1, named)).body).toMatchObject({ version: 2, isDeleted: false });
    expect((await save(customerId, code, 1, named)).body).toMatchObject({ version: 2, isDeleted: false });
    expect((await save(customerId, code, 1, { ...content, title: 'Sussex' })).status).toBe(409);
    expect((await open(customerId, code)).body).toMatchObject({ version: 2, content: { title: 'Kent' } });
    expect((await listed(customerId)).items[0]).toMatchObject({ title: 'Kent' });
  });

  test('is also saved while it is deleted, and says so', async () => {
    const { customerId, code, content } = await beginBook();
    const [project] = (await listed(customerId)).items;
    await shop.call(customerId, 'DELETE', `/projects/api/v2/project/${project?.id}`);
    const saved = await save(customerId, code, 1, { ...content, title: 'Late' });
    expect(saved.body).toMatchObject({ version: 2, isDeleted: true });
    expect((await listed(customerId)).total).toBe(0);
    await shop.call(customerId, 'POST', `/projects/api/v2/project/${project?.id}/restore`);
    expect((await listed(customerId)).items[0]).toMatchObject({ title: 'Late' });
  });

  test('costs what its pages and cover do: pages in the article’s steps, empty ones at the end [MER-04]', async () => {
    const { customerId, code, content } = await beginBook(2);
    const [page] = content.pages;
    if (!page) throw new Error('The book has no page');
    const priced = async (basedOn: number, pagesCount: number, options: object) => {
      const pages = Array.from({ length: pagesCount }, () => page);
      await save(customerId, code, basedOn, { ...content, pages, options });
      const [project] = (await listed(customerId)).items;
      return { price: project?.price ?? 0, pages: project?.pagesCount };
    };
    const { price } = await priced(1, 12, {});
    expect(await priced(2, 13, {})).toEqual({ price: price + 2 * 55, pages: 14 });
    expect(await priced(3, 14, { covers: 'padded' })).toEqual({ price: price + 2 * 55 + 450, pages: 14 });
    const order = { projectCode: code, channel: CHANNEL, productCode: 'BOOK_L28', quantity: 2 };
    const { orderCode } = (await shop.place(customerId, order)).body;
    const [line] = (await shop.view(customerId, orderCode)).products;
    expect(line).toMatchObject({ price: 2 * (price + 2 * 55 + 450) });
    expect(line?.title).toMatch(/Gewatteerde harde kaft, 14 pagina/);
  });

  test('prints are saved as chosen, and ordering their selection ends the project [PRJ-03]', async () => {
    const { customerId, photoIds, tempSelectionId } = await shop.addCustomer({ photos: 2 });
    const code = `PRINTS-${tempSelectionId}`;
    const content = { kind: 'prints', photoIds, productCode: 'PAP_920', quantity: 3, deliveryType: 'Home' };
    await save(customerId, code, 0, content);
    expect((await listed(customerId)).items[0]).toMatchObject({ photosCount: 2 });
    const placed = await shop.place(customerId, {
      tempSelectionId,
      channel: CHANNEL,
      productCode: 'PAP_920',
      quantity: 3,
    });
    expect((await listed(customerId)).total).toBe(0);
    expect((await open(customerId, code)).body).toMatchObject({ orderCode: placed.body.orderCode });
    expect((await save(customerId, code, 1, { ...content, quantity: 4 })).status).toBe(409);
  });

  test('belongs to its customer, and accepts only what can be made', async () => {
    const { customerId, code, content } = await beginBook();
    const other = await shop.addCustomer();
    expect((await open(other.customerId, code)).status).toBe(404);
    expect((await save(other.customerId, code, 1, content)).status).toBe(404);
    expect((await save(customerId, code, 1, { ...content, title: 'a\u0000b' })).status).toBe(400);
    expect((await save(customerId, code, 1, { ...content, pages: [] })).status).toBe(400);
    const many = await shop.addCustomer({ photos: MAX_BOOK_PHOTOS + 1 });
    const requested = { tempSelectionId: many.tempSelectionId, channel: CHANNEL };
    expect((await shop.call(many.customerId, 'POST', '/orders/demo-shop/books', requested)).status).toBe(400);
  });
});

describe('a photo book that is ordered', () => {
  test('becomes an online product with pictures and a PDF, and a killed job continues [PDT-01]', {
    timeout: 180_000,
  }, async () => {
    const { customerId, code } = await beginBook(5);
    const order = { projectCode: code, channel: CHANNEL, productCode: 'BOOK_L28', quantity: 1 };
    const [placed, repeated] = [await shop.place(customerId, order), await shop.place(customerId, order)];
    const { orderCode } = placed.body;
    expect(repeated.body).toEqual(placed.body);
    expect((await listed(customerId)).total).toBe(0);
    const made = { customerId, orderCode };
    const openBook = async () => {
      const { body } = await shop.call(customerId, 'GET', `/products/v1/Products/${orderCode}-BOOK`);
      return body as unknown as { pages?: { kind: string; hasPicture: boolean }[]; files: object[] };
    };
    const killing = new AbortController();
    const killed = shop.run('make-demo-book', made, { attempt: 1, maxAttempts: 8, signal: killing.signal });
    const isKilled = expect(killed).rejects.toThrow();
    await vi.waitFor(async () => expect((await openBook()).pages?.[0]?.hasPicture).toBe(true), {
      timeout: 90_000,
    });
    killing.abort(new Error('stopped'));
    await isKilled;
    expect((await openBook()).files).toEqual([]);
    await shop.run('make-demo-book', made);
    const product = { pages: [], ...(await openBook()) };
    expect(product.pages.every(({ hasPicture }) => hasPicture)).toBe(true);
    expect(product.pages.map(({ kind }) => kind)).toEqual([
      'front-cover',
      ...product.pages.slice(2).map(() => 'page'),
      'back-cover',
    ]);
    expect(product.files).toMatchObject([{ purpose: 'product.pdf' }]);
    const [line] = (await shop.view(customerId, orderCode)).products;
    expect(line).toMatchObject({ code: `${orderCode}-BOOK`, isOnlineProduct: true });
  });

  test('and ordered again becomes another one, with the remaining photos, once it is paid [PDT-01]', async () => {
    const { customerId, photoIds, code } = await beginBook(2);
    const placed = { projectCode: code, channel: CHANNEL, productCode: 'BOOK_L28', quantity: 1 };
    const { orderCode } = (await shop.place(customerId, placed)).body;
    const { total } = await shop.view(customerId, orderCode);
    await shop.db
      .deleteFrom('photos')
      .where('id', '=', photoIds[1] ?? '')
      .execute();
    await shop.notify(customerId, {
      type: 'order.reorder',
      data: {
        customerId,
        channel: CHANNEL,
        orderCode,
        currency: 'EUR',
        total,
        reorderId: randomUUID(),
        requestedAt: NOW.toISOString(),
        products: [{ code: `${orderCode}-BOOK`, missingPhotosCount: 1 }],
      },
    });
    await shop.work(25, { twice: true });
    const books = () =>
      shop.db
        .selectFrom('demo_shop_orders')
        .select('order_code')
        .where('user_id', '=', customerId)
        .where('order_code', '<>', orderCode)
        .execute();
    const [repeated, ...others] = await books();
    expect(others).toEqual([]);
    const newCode = String(repeated?.order_code);
    const countJobs = async () => {
      const key = `make-demo-book:${newCode}`;
      const found = await sql`select from graphile_worker.jobs where key = ${key}`.execute(shop.db);
      return found.rows.length;
    };
    expect(await countJobs()).toBe(0);
    await shop.call(customerId, 'POST', `/orders/demo-shop/orders/${newCode}/payment`);
    expect(await countJobs()).toBe(1);
    const making = new AbortController();
    const made = { customerId, orderCode: newCode };
    const started = shop.run('make-demo-book', made, { attempt: 1, maxAttempts: 8, signal: making.signal });
    const isStopped = expect(started).rejects.toThrow();
    const line = async () => (await shop.view(customerId, newCode)).products[0];
    await vi.waitFor(async () => expect((await line())?.isOnlineProduct).toBe(true));
    making.abort(new Error('stopped'));
    await isStopped;
    expect(await line()).toMatchObject({ code: `${newCode}-BOOK`, photosCount: 1 });
    const { body } = await shop.call(customerId, 'GET', `/products/v1/Products/${newCode}-BOOK`);
    expect(body).toMatchObject({ orderCode: newCode, pagesCount: 12 });
  });
});
