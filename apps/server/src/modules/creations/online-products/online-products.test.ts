import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sniffFormat } from '@keepsake/contracts/library/photo-format';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { auditStorage } from '../../library/storage-audit/index.ts';
import { ALPINE_TOKEN, startOnlineProducts } from './online-products.fixture.ts';

const pictures = path.resolve(import.meta.dirname, '../../../platform/images/fixtures');
const PDF = new Uint8Array(Buffer.from('%PDF-1.7 forty pages'));

let shop: Awaited<ReturnType<typeof startOnlineProducts>>;
let picture: Uint8Array<ArrayBuffer>;
let mia: CustomerId;
let code: string;
beforeAll(async () => {
  shop = await startOnlineProducts();
  picture = new Uint8Array(await readFile(path.join(pictures, 'exif-original.jpg')));
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  code = shop.newCode();
});
afterAll(() => shop.stop());

const sent = (content: Uint8Array<ArrayBuffer>) => ({ customerId: mia, content });
const fetchFile = (url: string | null, init?: RequestInit) => fetch(shop.address + url, init);
const audit = async () => (await auditStorage(shop)).findings;
async function countObjects(customerId = mia): Promise<number> {
  let count = 0;
  for await (const _ of shop.objects.list(`online-products/${customerId}/`)) count++;
  return count;
}

describe('an online product', () => {
  test('is listed and read with its pages in order, and says which pictures are missing [PDT-01, RTE-37]', async () => {
    const saved = await shop.save(code, shop.bookOf(mia));
    expect(saved).toMatchObject({ status: 200, body: { version: 1, missingPages: [1, 2, 3, 4, 5] } });
    await shop.putPage(code, 1, sent(picture));
    const { body: list } = await shop.list(mia);
    expect(list).toMatchObject({
      total: 1,
      items: [{ code, title: 'Summer in Kent', kind: 'book', pagesCount: 4, cover: { kind: 'front-cover' } }],
    });
    const { body } = await shop.read(mia, code);
    expect(body.pages.map(({ kind, hasPicture }) => [kind, hasPicture])).toEqual([
      ['front-cover', true],
      ['page', false],
      ['spread', false],
      ['page', false],
      ['back-cover', false],
    ]);
    expect(body.pages[1]).toMatchObject({ width: 2800, height: 2100, thumbhash: null, pictureUrl: null });
    expect(body.orderCode).toBeNull();
  });

  test('is listed twelve at a time, newest first', async () => {
    for (let day = 1; day <= 14; day++)
      await shop.save(
        `${code}-${day}`,
        shop.bookOf(mia, { createdAt: `2026-05-${String(day).padStart(2, '0')}T10:00:00Z` }),
      );
    const first = await shop.list(mia);
    expect([first.body.items.length, first.body.total, first.body.items[0]?.code]).toEqual([
      12,
      14,
      `${code}-14`,
    ]);
    const rest = await shop.list(mia, '?offset=12');
    expect(rest.body.items.map((item) => item.code)).toEqual([`${code}-2`, `${code}-1`]);
    expect((await shop.list(mia, '?limit=101')).status).toBe(400);
  });

  test('is stored in its newest version, and removed pages lose their pictures', async () => {
    const book = shop.bookOf(mia);
    await shop.save(code, book);
    for (const place of [1, 5]) await shop.putPage(code, place, sent(picture));
    expect(await countObjects()).toBe(8);
    const shorter = { ...book, version: 3, pages: book.pages.slice(0, 2) };
    expect((await shop.save(code, shorter)).body).toMatchObject({ version: 3, missingPages: [2] });
    expect((await shop.save(code, { ...book, version: 2 })).body).toMatchObject({ version: 3 });
    expect((await shop.save(code, { ...shorter, title: 'Other' })).status).toBe(409);
    await shop.run('purge-order-files');
    expect(await countObjects()).toBe(4);
    expect(await audit()).toEqual([]);
  });

  test('belongs to one customer and one service: all others get the answers for an unknown one', async () => {
    await shop.save(code, shop.bookOf(mia));
    const noah = await shop.addCustomer();
    expect((await shop.read(noah, code)).status).toBe(404);
    expect((await shop.list(noah)).body).toEqual({ items: [], total: 0 });
    expect((await shop.putPage(code, 1, { customerId: noah, content: picture })).status).toBe(404);
    expect((await shop.fetchPdf(noah, code)).status).toBe(404);
    const alpine = shop.bookOf(mia, { channel: 'kiekhof' });
    expect((await shop.save(code, alpine, ALPINE_TOKEN)).status).toBe(409);
    expect((await shop.putPage(code, 1, { ...sent(picture), token: ALPINE_TOKEN })).status).toBe(404);
    await shop.end(code, mia, ALPINE_TOKEN);
    expect((await shop.read(mia, code)).status).toBe(200);
  });

  test.each([
    ['no pages', { pages: [] }, 400],
    ['501 pages', { pages: Array(501).fill({ kind: 'page', width: 1, height: 1 }) }, 400],
    ['a page without measures', { pages: [{ kind: 'page', width: 0, height: 1 }] }, 400],
    ['a channel that there is not', { channel: 'nowhere' }, 400],
    ['a day that is far ahead', { createdAt: '2027-01-01T00:00:00Z' }, 400],
  ])('with %s is refused', async (_what, changes, status) => {
    expect((await shop.save(code, shop.bookOf(mia, changes))).status).toBe(status);
  });

  test('of 400 pages is accepted', async () => {
    const pages = Array(400).fill({ kind: 'page', width: 2100, height: 2800 });
    await shop.save(code, shop.bookOf(mia, { pages }));
    expect((await shop.read(mia, code)).body).toMatchObject({ pagesCount: 400 });
  });

  test('ends with all of its files', async () => {
    await shop.save(code, shop.bookOf(mia));
    await shop.putPage(code, 1, sent(picture));
    await shop.putFile(code, 'product.pdf', sent(PDF));
    expect((await shop.end(code, mia)).status).toBe(204);
    expect((await shop.end(code, mia)).status).toBe(204);
    expect((await shop.read(mia, code)).status).toBe(404);
    await shop.run('purge-order-files');
    expect(await countObjects()).toBe(0);
  });

  test('loses its files with its customer', async () => {
    await shop.save(code, shop.bookOf(mia));
    await shop.putPage(code, 1, sent(picture));
    await shop.modules[0].personalData?.erase?.(mia, { closedAt: shop.clock.now, emails: [] });
    await shop.run('purge-order-files');
    expect(await countObjects()).toBe(0);
  });
});

describe('the picture of a page', () => {
  test('is re-encoded by the decoder, large enough for a close look, and replaces the previous one', async () => {
    const large = new Uint8Array(
      await sharp({ create: { width: 5200, height: 1950, channels: 3, background: '#246' } })
        .jpeg()
        .toBuffer(),
    );
    await shop.save(code, shop.bookOf(mia));
    const first = await shop.putPage(code, 3, sent(large));
    expect(await shop.putPage(code, 3, sent(large))).toEqual(first);
    const page = (await shop.read(mia, code)).body.pages[2];
    expect(page).toMatchObject({
      width: 5200,
      height: 1950,
      hasPicture: true,
      thumbhash: expect.any(String),
    });
    for (const size of [300, 800, 1300, 2600]) {
      const answer = await fetchFile(`${page?.pictureUrl}/${size}`);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([sniffFormat(bytes), (await sharp(bytes).metadata()).width]).toEqual(['jpeg', size]);
    }
    expect((await fetchFile(`${page?.pictureUrl}/original`)).status).toBe(404);
    await shop.putPage(code, 3, sent(picture));
    expect((await fetchFile(`${page?.pictureUrl}/300`)).status).toBe(404);
    await shop.run('purge-order-files');
    expect(await countObjects()).toBe(4);
    expect(await audit()).toEqual([]);
  });

  test('is refused if it is none, broken, or of an unknown page', async () => {
    await shop.save(code, shop.bookOf(mia));
    const put = async (place: number | string, content: Uint8Array<ArrayBuffer>) =>
      (await shop.putPage(code, place, sent(content))).status;
    expect(await put(1, new Uint8Array(Buffer.from('<svg/>')))).toBe(422);
    expect(await put(1, picture.slice(0, picture.length / 2))).toBe(422);
    expect([await put(6, picture), await put(0, picture), await put('x', picture)]).toEqual([404, 400, 400]);
    const wrong = { ...sent(picture), sha256: 'a'.repeat(64) };
    expect((await shop.putPage(code, 1, wrong)).status).toBe(400);
    expect(await countObjects()).toBe(0);
  });

  test('has no address unless requested', async () => {
    await shop.save(code, shop.bookOf(mia));
    await shop.putPage(code, 1, sent(picture));
    await shop.putFile(code, 'product.pdf', sent(PDF));
    const query = '?extendResponseCommand=none&extendResponseWithUrls=false';
    const { body } = await shop.read(mia, code, query);
    expect(body.pages[0]).toMatchObject({ hasPicture: true, pictureUrl: null });
    expect(body.files).toEqual([{ purpose: 'product.pdf', bytes: PDF.length, url: null }]);
  });
});

describe('the PDF of a product', () => {
  test('is served whole or in parts, under the name of the product [PDT-02, PDT-03]', async () => {
    await shop.save(code, shop.bookOf(mia, { title: 'Kent: Summer/2026 ☀' }));
    expect((await shop.fetchPdf(mia, code)).status).toBe(404);
    expect((await shop.putFile(code, 'product.pdf', sent(PDF))).body.bytes).toBe(PDF.length);
    const whole = await shop.fetchPdf(mia, code);
    expect([whole.status, whole.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(whole.headers.get('content-disposition')).toBe(
      `attachment; filename="Kent_ Summer_2026 ?.pdf"; filename*=UTF-8''Kent_%20Summer_2026%20%E2%98%80.pdf`,
    );
    expect(new Uint8Array(await whole.arrayBuffer())).toEqual(PDF);
    const part = await shop.fetchPdf(mia, code, { range: 'bytes=1-3' });
    expect([part.status, await part.text()]).toEqual([206, 'PDF']);
    expect((await shop.fetchPdf(mia, code, { range: 'bytes=900-' })).status).toBe(416);
    const { files } = (await shop.read(mia, code)).body;
    expect(files).toMatchObject([{ purpose: 'product.pdf', bytes: PDF.length }]);
    expect(await (await fetchFile(files[0]?.url ?? '')).text()).toBe('%PDF-1.7 forty pages');
    expect((await shop.putFile(code, 'product.pdf', sent(picture))).status).toBe(422);
  });

  test('is that of the order if the product has none [PDT-01, PDT-03]', async () => {
    const orderCode = await shop.sendWithOrder(code, sent(PDF));
    const { body } = await shop.read(mia, code);
    expect(body).toMatchObject({ code, orderCode, pages: [], files: [{ purpose: 'product.pdf' }] });
    expect(await (await shop.fetchPdf(mia, code)).text()).toBe('%PDF-1.7 forty pages');
    await shop.save(code, shop.bookOf(mia));
    expect((await shop.read(mia, code)).body).toMatchObject({
      orderCode,
      pagesCount: 4,
      files: [{ bytes: PDF.length }],
    });
    expect((await shop.read(await shop.addCustomer(), code)).status).toBe(404);
  });

  test('is a map if its purpose says so, including those of orders [PDT-04]', async () => {
    await shop.save(code, shop.bookOf(mia));
    await shop.putFile(code, 'map.pdf', sent(PDF));
    await shop.sendWithOrder('MAP_1', { ...sent(PDF), purpose: 'map.pdf' });
    const { items } = (await shop.maps(mia)).body;
    expect(items.map(({ productCode, title }) => [productCode, title]).toSorted()).toEqual(
      [
        [code, 'Summer in Kent'],
        ['MAP_1', 'A map of Kent'],
      ].toSorted(),
    );
    expect((await shop.maps(await shop.addCustomer())).body.items).toEqual([]);
  });
});
