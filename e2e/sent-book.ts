import { createHash, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, expect } from '@playwright/test';
import { FOUR } from './albums.ts';
import { SHOP_TOKEN } from './shop-token.ts';
import { readPictures } from './small-library.ts';

const authorization = `Bearer ${SHOP_TOKEN}`;
const page = { width: 4, height: 3 };
const PAGES = [
  { kind: 'front-cover', ...page },
  ...Array.from({ length: 6 }, () => ({ kind: 'page', ...page })),
];

/** Sends a book of six pages with all pictures, as its shop does. */
export async function sendBook(
  asking: APIRequestContext,
  customerId: CustomerId,
  title: string,
): Promise<string> {
  const code = `BOOK-${randomUUID().slice(0, 8)}`;
  const address = `/api/products/online-products/${code}`;
  const put = async (path: string, data: object | Buffer, type = 'application/json') => {
    const answer = await asking.put(address + path, {
      headers: { authorization, 'content-type': type },
      data,
    });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  await put('', { customerId, channel: 'pennyfern', version: 1, kind: 'book', title, pages: PAGES });
  const pictures = await readPictures(FOUR);
  for (let place = 1; place <= PAGES.length; place++) {
    const content = pictures[place % pictures.length]?.content ?? Buffer.alloc(0);
    const sha256 = createHash('sha256').update(content).digest('hex');
    await put(`/pages/${place}?customerId=${customerId}&sha256=${sha256}`, content, 'image/jpeg');
  }
  return code;
}
