import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { sniffFormat } from '@keepsake/contracts/library/photo-format';
import type { Superorder } from '@keepsake/contracts/orders/order-queries';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { unprovenAddressesOf } from '../../../platform/testing/unproven-addresses.ts';
import { auditStorage, removeOrphans, usualOrphans } from '../../library/storage-audit/index.ts';
import { startOrders } from './orders.fixture.ts';

const DUTCH = 'the-token-of-the-dutch-plant-0123456789';
const DAY_MS = 86_400_000;
const pictures = path.resolve(import.meta.dirname, '../../../platform/images/fixtures');
const PDF = new Uint8Array(Buffer.from('%PDF-1.7 an invoice'));

let shop: Awaited<ReturnType<typeof startOrders>>;
let mia: CustomerId;
let code: string;
let picture: Uint8Array<ArrayBuffer>;
beforeAll(async () => {
  const dutch = { tokens: [DUTCH], scopes: ['files'] as const, channels: ['kiekhof'] };
  shop = await startOrders({ serviceTokens: { dutch } });
  picture = new Uint8Array(await readFile(path.join(pictures, 'exif-original.jpg')));
});
beforeEach(async () => {
  mia = await shop.addCustomer();
  const order = shop.orderOf(mia);
  await shop.send(order);
  code = order.orderCode;
});
afterAll(() => shop.stop());

const thumbnail = () => `${code}/thumbnail?productCode=PAP_910`;
const read = async () => (await shop.ask<Superorder>(mia, `/v1/superorders/${code}`)).body;
const fetchFile = (url: string) => fetch(shop.address + url);
const audit = async () => (await auditStorage(shop)).findings;
async function keysOf(customerId: CustomerId): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of shop.objects.list(`order-files/${customerId}/`)) keys.push(key);
  return keys;
}

describe('a picture of a product', () => {
  test('is re-encoded by the decoder, without metadata, at a signed address', async () => {
    const { status, body } = await shop.putFile(thumbnail(), picture);
    expect([status, body.bytes]).toEqual([200, picture.length]);
    const { products, files } = await read();
    expect(files).toMatchObject([{ purpose: 'thumbnail', productCode: 'PAP_910' }]);
    for (const url of [
      `${products[0]?.pictureUrl}/300`,
      `${products[0]?.pictureUrl}/800`,
      files[0]?.url ?? '',
    ]) {
      const answer = await fetchFile(url);
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/jpeg']);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect([sniffFormat(bytes), bytes.includes('Exif')]).toEqual(['jpeg', false]);
    }
    expect((await fetchFile(`${products[0]?.pictureUrl}/original`)).status).toBe(404);
    const other = products[0]?.pictureUrl?.replace(mia, randomUUID());
    expect((await fetchFile(`${other}/300`)).status).toBe(404);
    for (const unproven of unprovenAddressesOf(`${products[0]?.pictureUrl}/300`))
      expect((await fetchFile(unproven)).status, unproven).toBe(404);
    expect(await keysOf(mia)).toHaveLength(2);
    expect(await audit()).toEqual([]);
  });

  test('is stored once: the same again changes nothing, another one replaces it, and the first is removed', async () => {
    const first = await shop.putFile(thumbnail(), picture);
    const { products } = await read();
    expect(await shop.putFile(thumbnail(), picture)).toEqual(first);
    const other = new Uint8Array(await readFile(path.join(pictures, 'exif.png')));
    expect((await shop.putFile(thumbnail(), other)).body.fileId).not.toBe(first.body.fileId);
    expect((await fetchFile(`${products[0]?.pictureUrl}/300`)).status).toBe(404);
    expect(await keysOf(mia)).toHaveLength(4);
    await shop.run('purge-order-files');
    expect(await keysOf(mia)).toHaveLength(2);
    expect(await audit()).toEqual([]);
  });

  test.each([
    ['no picture', () => new Uint8Array(Buffer.from('<svg onload="alert(1)"/>')), 'not-a-photo'],
    ['half of one', () => picture.slice(0, picture.length / 2), 'not-a-photo'],
    ['nothing', () => new Uint8Array(), 'not-a-photo'],
  ])('that is %s is refused, and nothing of it stays', async (_what, content, expected) => {
    const { status, body } = await shop.putFile(thumbnail(), content());
    expect([status, body.code]).toEqual([422, expected]);
    expect(await keysOf(mia)).toEqual([]);
  });
});

describe('a document of an order', () => {
  test('is stored as sent', async () => {
    expect((await shop.putFile(`${code}/invoice.pdf`, PDF, { type: 'application/pdf' })).status).toBe(200);
    await shop.putFile(`${code}/product.pdf?productCode=PAP_910`, PDF);
    const { files } = await read();
    expect(files.map(({ purpose, productCode }) => [purpose, productCode])).toEqual([
      ['invoice.pdf', null],
      ['product.pdf', 'PAP_910'],
    ]);
    const answer = await fetchFile(files[0]?.url ?? '');
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename=${code}-invoice.pdf`);
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
  });

  test('with a wrong hash, or that is no PDF, is refused', async () => {
    const wrong = await shop.putFile(`${code}/invoice.pdf`, PDF, { sha256: '0'.repeat(64) });
    expect([wrong.status, wrong.body.errors[0]?.path]).toEqual([400, 'query.sha256']);
    expect((await shop.putFile(`${code}/invoice.pdf`, picture)).body.code).toBe('not-a-pdf');
    expect(await keysOf(mia)).toEqual([]);
  });
});

describe('files are refused', () => {
  test.each([
    ['of an order that nobody knows', () => 'K-0/invoice.pdf', 404],
    ['of a product that the order has not', () => `${code}/map.pdf?productCode=OTHER`, 404],
    ['of a product that is not named', () => `${code}/map.pdf`, 400],
    ['of an invoice with a product', () => `${code}/invoice.pdf?productCode=PAP_910`, 400],
    ['for another purpose', () => `${code}/letter.pdf`, 400],
  ])('%s', async (_what, place, status) => {
    expect((await shop.putFile(place(), PDF)).status).toBe(status);
  });

  test('of a channel or scope not open to the token, and of unknown types', async () => {
    expect((await shop.putFile(`${code}/invoice.pdf`, PDF, { token: DUTCH })).status).toBe(404);
    expect((await shop.send(shop.orderOf(mia), { token: DUTCH })).status).toBe(403);
    expect((await shop.putFile(`${code}/invoice.pdf`, PDF, { token: 'x' })).status).toBe(401);
    expect((await shop.putFile(`${code}/invoice.pdf`, PDF, { type: 'text/html' })).status).toBe(415);
  });
});

describe('orphaned files', () => {
  test('are found by the audit, and removed when old; those of orders stay', async () => {
    await shop.putFile(thumbnail(), picture);
    await shop.putFile(`${code}/invoice.pdf`, PDF);
    const orphan = `order-files/${mia}/${randomUUID()}`;
    await shop.objects.putBytes(orphan, PDF);
    expect(await audit()).toMatchObject([
      { what: 'objects that belong to nothing', count: 1, examples: [orphan] },
    ]);
    const now = new Date(Date.now() + 8 * DAY_MS);
    const sweep = await removeOrphans({ ...shop, now, maxOrphans: usualOrphans });
    expect(sweep.removed).toBe(1);
    const [stored = ''] = await keysOf(mia);
    await shop.objects.remove([stored]);
    expect(await audit()).toMatchObject([
      { what: 'files of orders that are missing or have another size', count: 1 },
    ]);
    await shop.db.deleteFrom('order_files').where('user_id', '=', mia).execute();
  });

  test('one that the store lost is accepted again', async () => {
    const { body: first } = await shop.putFile(`${code}/invoice.pdf`, PDF);
    expect((await shop.putFile(`${code}/invoice.pdf`, PDF)).body.fileId).toBe(first.fileId);
    await shop.objects.remove(await keysOf(mia));
    expect((await shop.putFile(`${code}/invoice.pdf`, PDF)).body.fileId).not.toBe(first.fileId);
    expect(await keysOf(mia)).toHaveLength(1);
    expect((await read()).files).toHaveLength(1);
  });

  test('none is left of an erased customer', async () => {
    await shop.putFile(thumbnail(), picture);
    await shop.putFile(`${code}/invoice.pdf`, PDF);
    await shop.modules[0].personalData?.erase?.(mia, { closedAt: shop.clock.now, emails: [] });
    expect((await read()).files).toEqual([]);
    await shop.run('purge-order-files');
    expect(await keysOf(mia)).toEqual([]);
  });
});
