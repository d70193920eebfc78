import { createHash, randomUUID } from 'node:crypto';
import type { CustomerId } from '@keepsake/contracts/platform/ids';
import { type APIRequestContext, devices, expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { FOUR } from './albums.ts';
import { registerIn, signIn } from './customers.ts';
import { openShop } from './shop.ts';
import { SHOP_TOKEN } from './shop-token.ts';
import { readPictures } from './small-library.ts';

const authorization = `Bearer ${SHOP_TOKEN}`;
const PDF = Buffer.from('%PDF-1.7 eight pages');
const page = { width: 4, height: 3 };
const PAGES = [
  { kind: 'front-cover', ...page },
  ...Array.from({ length: 3 }, () => ({ kind: 'page', ...page })),
  { kind: 'spread', width: 8, height: 3 },
  ...Array.from({ length: 3 }, () => ({ kind: 'page', ...page })),
  { kind: 'back-cover', ...page },
];

/** Sends a book of eight pages, as its shop does; one picture is missing. */
async function sendBook(asking: APIRequestContext, customerId: CustomerId, orderCode: string) {
  const code = `BOOK-${randomUUID().slice(0, 8)}`;
  const address = `/api/products/online-products/${code}`;
  const put = async (path: string, data: object | Buffer, type = 'application/json') => {
    const headers = { authorization, 'content-type': type };
    const answer = await asking.put(address + path, { headers, data });
    expect(answer.status(), await answer.text()).toBe(200);
  };
  const file = (path: string, content: Buffer, type: string) => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    return put(`${path}?customerId=${customerId}&sha256=${sha256}`, content, type);
  };
  const details = { customerId, channel: 'pennyfern', version: 1, kind: 'book', orderCode };
  await put('', { ...details, title: 'Kent in June', product: 'Photo book, 28 × 21 cm', pages: PAGES });
  const pictures = await readPictures(FOUR);
  for (let place = 1; place <= PAGES.length; place++) {
    const picture = pictures[place % pictures.length];
    if (picture && place !== 3) await file(`/pages/${place}`, picture.content, 'image/jpeg');
  }
  await file('/files/product.pdf', PDF, 'application/pdf');
  await file('/files/map.pdf', PDF, 'application/pdf');
  return code;
}

const place = (on: Page) => on.getByRole('region', { name: 'Pages' }).getByRole('status');

test('a book is turned by keyboard and touch, zoomed, reopened by its address, and its PDF downloaded [RTE-37, RTE-38, PDT-02, PDT-05]', async ({
  browser,
  page,
}) => {
  const mia = await registerIn(page);
  await page.goto('/');
  await page.getByRole('link', { name: 'Online products' }).click();
  await expect(page.getByText('will appear here, for you to view page by page')).toBeVisible();
  await expectAccessible(page);

  const orderCode = await openShop(page.request, mia.customerId).place();
  const code = await sendBook(page.request, mia.customerId, orderCode);
  const card = page.getByRole('link', { name: 'Kent in June' });
  await expect(card).toContainText('8 pages');
  await expectAccessible(page);
  await card.click();
  await expect(place(page)).toHaveText('Front cover');
  await expect(page.getByRole('img', { name: 'Front cover' })).toHaveAttribute('data-ready', 'true');
  await expectAccessible(page);

  for (const name of ['Page 1 of 8', 'Pages 2 and 3 of 8', 'Pages 4 and 5 of 8']) {
    await page.keyboard.press('ArrowRight');
    await expect(place(page)).toHaveText(name);
  }
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByText('Page 2: not ready yet')).toBeVisible();
  await expect(page).toHaveURL(/page=2$/);
  await page.reload();
  await expect(place(page)).toHaveText('Pages 2 and 3 of 8');
  await page.keyboard.press('End');
  await expect(place(page)).toHaveText('Back cover');
  await page.keyboard.press('z');
  await expect(page.getByRole('button', { name: 'Zoom out' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Zoom in' })).toBeVisible();
  await page.getByRole('button', { name: 'Pages 6 and 7 of 8' }).click();
  await expect(place(page)).toHaveText('Pages 6 and 7 of 8');
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Exit full screen' })).toBeVisible();
  await page.keyboard.press('f');
  await expect(page.getByRole('button', { name: 'Full screen' })).toBeVisible();

  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: /^Save PDF/ }).click(),
  ]);
  expect(saved.suggestedFilename()).toBe('Kent in June.pdf');
  await expect(page.getByRole('link', { name: 'View order' })).toHaveAttribute(
    'href',
    `/orders/${orderCode}`,
  );

  const { userAgent, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
  const viewport = { width: 390, height: 844 };
  const context = await browser.newContext({ userAgent, deviceScaleFactor, isMobile, hasTouch, viewport });
  const phone = await context.newPage();
  await phone.goto(`/online-products/${code}?page=4`);
  await signIn(phone, mia);
  await expect(place(phone)).toHaveText('Page 4 of 8');
  await swipe(phone, -1);
  await expect(place(phone)).toHaveText('Page 5 of 8');
  await swipe(phone, 1);
  await expect(place(phone)).toHaveText('Page 4 of 8');
  await expectAccessible(phone);
  await phone.goto('/downloads');
  await expect(phone.getByRole('link', { name: 'Save PDF of the map for Kent in June' })).toBeVisible();
  await expectAccessible(phone);
  await context.close();
});

/** Swipes across the page: to the left for the next one. */
async function swipe(on: Page, direction: 1 | -1): Promise<void> {
  const box = await on.locator('[data-gesture]').boundingBox();
  if (!box) throw new Error('There is no page to swipe');
  const touch = await on.context().newCDPSession(on);
  const y = box.y + box.height / 2;
  const from = box.x + box.width / 2 - direction * 120;
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  await send('touchStart', from);
  for (const part of [40, 120, 200, 240]) await send('touchMove', from + direction * part);
  await send('touchEnd');
}
