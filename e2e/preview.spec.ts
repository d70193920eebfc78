import { expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { openLargeLibrary } from './large-library.ts';
import { expectPictures, expectScrolled } from './stillness.ts';

const PREVIEW = /\/my-photos\/photos\/preview\/[0-9a-f-]{36}/;

const tiles = (page: Page) => page.locator('a[href*="/photos/preview/"]');
const shown = (page: Page) => page.locator('[data-current] img[data-ready="true"]');
const position = (page: Page) => page.getByRole('status');

async function openPhotos(page: Page) {
  await openLargeLibrary(page);
  await expectPictures(page);
}

/** Opens the n-th photo in view. */
async function openPhoto(page: Page, n = 0) {
  await tiles(page).nth(n).click();
  await expect(page).toHaveURL(PREVIEW);
  await expect(shown(page)).toBeVisible();
}

/** The address of a photo that is entirely in view. */
const hrefInView = (page: Page) =>
  tiles(page).evaluateAll((links) => {
    const inView = links.find((link) => {
      const { top, bottom } = link.getBoundingClientRect();
      return top > 100 && bottom < 760;
    });
    return inView?.getAttribute('href') ?? null;
  });

async function steps(page: Page, key: string, count: number) {
  for (let n = 0; n < count; n++) {
    const before = await position(page).textContent();
    await page.keyboard.press(key);
    await expect(position(page)).not.toHaveText(before ?? '');
  }
}

const scaleOf = (page: Page) =>
  page.locator('[data-current] > [data-picture]').evaluate((picture) => {
    return new DOMMatrix(getComputedStyle(picture).transform).a;
  });

test('by keyboard only: open, step across months, close at the same place [RTE-03, RTE-10, PRV-01, PRV-10, PRV-11, PRV-19, PRV-21]', async ({
  page,
}) => {
  await openPhotos(page);
  await tiles(page).first().focus();
  await page.keyboard.press('Enter');
  await expect(shown(page)).toBeVisible();
  await expect(position(page)).toHaveText(
    /^Photo 1 of \d+\. Taken on \d{1,2} [A-Z][a-z]+ 20\d\d at \d\d:\d\d:\d\d$/,
  );
  await expect(page.getByRole('navigation')).toHaveCount(0);
  const month = /(\w+ 20\d\d) at/;
  const first = (await position(page).textContent())?.match(month)?.[1];
  await steps(page, 'ArrowRight', 8);
  await expect(position(page)).toHaveText(month);
  expect((await position(page).textContent())?.match(month)?.[1]).not.toBe(first);
  await steps(page, 'ArrowLeft', 8);
  await expect(position(page)).toHaveText(/^Photo 1 of/);
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(PREVIEW);
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
  await expect(tiles(page).first()).toBeFocused();
});

test('an address opens directly, loads the neighbours, keeps its query and leads to the photos [PRV-02, PRV-21, PRV-26]', async ({
  page,
}) => {
  await openPhotos(page);
  await page.mouse.move(600, 500);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 1_500);
      return page.evaluate(() => window.scrollY);
    })
    .toBeGreaterThan(6_000);
  await expectScrolled(page);
  const deep = await tiles(page).last().getAttribute('href');
  await page.goto(`${deep}?x=1`);
  await expect(shown(page)).toBeVisible();
  await expect(page).toHaveTitle('Photo · Pennyfern');
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(page).not.toHaveURL(new RegExp(String(deep)));
  await expect(page).toHaveURL(/preview\/[0-9a-f-]{36}\?x=1$/);
  await steps(page, 'ArrowLeft', 30);
  await page.getByRole('button', { name: 'Back' }).click();
  await expect(page).toHaveURL(/\/my-photos\/photos(\?x=1)?$/);
});

test('the browser’s Back and the preview’s Back return to the same place in the list [PRV-21]', async ({
  page,
}) => {
  await openPhotos(page);
  await page.mouse.move(600, 500);
  await page.mouse.wheel(0, 2_400);
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(2_000);
  await expectScrolled(page);
  await expectPictures(page);
  await expect.poll(() => hrefInView(page)).toBeTruthy();
  const inView = page.locator(`a[href="${await hrefInView(page)}"]`);
  // Relative to the screen, not the page, whose height changes while months load.
  const top = () => inView.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await top();
  for (const leave of [() => page.goBack(), () => page.getByRole('button', { name: 'Back' }).click()]) {
    await inView.click();
    await expect(shown(page)).toBeVisible();
    await leave();
    await expect(page).toHaveURL(/\/my-photos\/photos$/);
    await expect.poll(top).toBe(before);
  }

  // Also after a notice above the photos has gone, which scrolls nothing.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectScrolled(page);
  await page.getByRole('button', { name: 'Do not show this again' }).click();
  const first = page.locator('[data-tile] a').first();
  const firstTop = () => first.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const expected = await firstTop();
  await first.click();
  await expect(shown(page)).toBeVisible();
  await page.goBack();
  await expect.poll(firstTop).toBe(expected);
});

test('on a desktop: arrows, click and wheel zoom, and no accessibility violations [PRV-08, PRV-14, PRV-15]', async ({
  page,
}) => {
  await openPhotos(page);
  await openPhoto(page);
  await expect(page.getByRole('button', { name: 'Previous photo' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Next photo' }).click();
  await expect(position(page)).toHaveText(/^Photo 2 of/);
  await expectAccessible(page);
  await shown(page).click({ position: { x: 60, y: 60 } });
  await expect.poll(() => scaleOf(page)).toBe(2.5);
  await shown(page).click({ position: { x: 200, y: 120 } });
  await expect.poll(() => scaleOf(page)).toBe(1);
  await page.mouse.wheel(0, -4_000);
  await expect.poll(() => scaleOf(page)).toBe(2.5);
  await page.keyboard.press('0');
  await expect.poll(() => scaleOf(page)).toBe(1);
  await page.keyboard.press('+');
  await expect.poll(() => scaleOf(page)).toBeCloseTo(1.3);
});

test('a mouse opens a photo unzoomed by a double click, and selects no text but the details [PRV-14]', async ({
  page,
}) => {
  await openPhotos(page);
  await tiles(page).first().dblclick();
  await expect(shown(page)).toBeVisible();
  // The click that opened it has been handled by then.
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Not in any orders yet')).toBeVisible();
  expect(await scaleOf(page)).toBe(1);
  const selected = () => page.evaluate(() => String(getSelection()));
  const drag = async (from: [number, number], to: [number, number]) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  };
  await drag([300, 20], [300, 840]);
  await page.mouse.dblclick(300, 20);
  expect(await selected()).toBe('');
  await details.getByText('Not in any orders yet').dblclick();
  expect(await selected()).not.toBe('');
});

test('details beside the photo, a filmstrip below it, and prints of the one photo [PRV-11]', async ({
  page,
}) => {
  await openPhotos(page);
  await openPhoto(page, 1);
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText('Not in any orders yet')).toBeVisible();
  await expectAccessible(page);
  const boxOf = async (one: Locator) => (await one.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const picture = await boxOf(shown(page));
  expect(picture.x + picture.width).toBeLessThanOrEqual((await boxOf(details)).x);

  const strip = page.getByRole('list', { name: 'Photos around this one' });
  const middle = async () => {
    const [whole, one] = [await boxOf(strip), await boxOf(strip.locator('[aria-current]'))];
    return Math.round(Math.abs(one.x + one.width / 2 - whole.x - whole.width / 2));
  };
  await expect.poll(middle).toBe(0);
  await strip.getByRole('button').nth(3).click();
  await expect(position(page)).toHaveText(/^Photo 4 of/);
  await expect.poll(middle).toBe(0);
  await strip.hover();
  await page.mouse.wheel(0, 120);
  await expect(position(page)).toHaveText(/^Photo 5 of/);
  await steps(page, 'ArrowLeft', 1);
  await expect(details).toBeVisible();
  await page.reload();
  await expect(details.getByText('Not in any orders yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(details).toHaveCount(0);
  await expect(page).toHaveURL(PREVIEW);

  await page.getByRole('button', { name: 'Order photo prints' }).click();
  await expect(page).toHaveURL(/\/demo-shop\?/);
});

test('a photo opens offline with what is known about it, and the rest arrives later', async ({
  page,
  context,
}) => {
  await openPhotos(page);
  const loaded = () => performance.getEntriesByType('resource').map(({ name }) => name);
  await expect.poll(async () => (await page.evaluate(loaded)).join()).toContain('/photos.preview.');
  await context.setOffline(true);
  await tiles(page).first().click();
  await expect(position(page)).toHaveText(/^Photo 1 of/);
  await page.keyboard.press('i');
  const details = page.getByRole('complementary', { name: 'Details' });
  await expect(details.getByText(/\d × \d/).first()).toBeVisible();
  await context.setOffline(false);
  await expect(details.getByText('Not in any orders yet')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/\/my-photos\/photos$/);
});

test('sorted by upload date, the preview steps through the uploads as one list [PRV-25]', async ({
  page,
}) => {
  await openPhotos(page);
  await page.getByRole('combobox').selectOption({ label: 'Upload date' });
  await expect(page.getByRole('heading', { level: 2 })).not.toHaveCount(0);
  await expect(tiles(page).first()).toBeVisible();
  const pages = page.waitForRequest(/\/photos\?.*after=/);
  await openPhoto(page, 1);
  await pages;
  await steps(page, 'ArrowRight', 3);
  await page.getByRole('button', { name: 'Select this photo' }).click();
  await page.keyboard.press('Escape');
  await expect(page.getByText(/1 selected/).first()).toBeVisible();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 780 }, hasTouch: true, isMobile: true });

  /** Drags a finger across the stage. */
  async function drag(page: Page, stage: Locator, [across, down]: [number, number]) {
    const box = await stage.boundingBox();
    const client = await page.context().newCDPSession(page);
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + 150];
    const point = (part: number) => [{ x: x + across * part, y: y + down * part }];
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: point(0) });
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) {
      await client.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: point(part) });
    }
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await client.detach();
  }

  /** Two taps sent together, as fast as a thumb: waiting for an answer between them would take too long. */
  async function tapTwice(page: Page) {
    const client = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd') => {
      const touchPoints = type === 'touchStart' ? [{ x: 200, y: 400 }] : [];
      return client.send('Input.dispatchTouchEvent', { type, touchPoints });
    };
    await Promise.all([touch('touchStart'), touch('touchEnd'), touch('touchStart'), touch('touchEnd')]);
    await client.detach();
  }

  test('a thumb swipes, taps once and twice, and drags the photo away [PRV-08, PRV-09, PRV-12, PRV-13, PRV-16, PRV-17]', async ({
    page,
  }) => {
    await openPhotos(page);
    await openPhoto(page);
    await expect(page.getByRole('button', { name: 'Next photo' })).toHaveCount(0);
    const stage = page.locator('[data-gesture]');
    await drag(page, stage, [-120, 0]);
    await expect(position(page)).toHaveText(/^Photo 1 of/);
    await drag(page, stage, [-160, 0]);
    await expect(position(page)).toHaveText(/^Photo 2 of/);
    await drag(page, stage, [160, 0]);
    await expect(position(page)).toHaveText(/^Photo 1 of/);
    await tapTwice(page);
    await expect.poll(() => scaleOf(page)).toBe(2.5);
    const more = page.getByRole('button', { name: 'More', exact: true });
    await more.click();
    await page.getByRole('button', { name: 'Zoom out' }).click();
    await expect.poll(() => scaleOf(page)).toBe(1);
    await expect(more).toBeFocused();
    await page.touchscreen.tap(200, 400);
    await expect(page.locator('main > header')).toHaveCSS('opacity', '0');
    await page.touchscreen.tap(200, 400);
    await expect(page.locator('main > header')).toHaveCSS('opacity', '1');
    await drag(page, stage, [0, 200]);
    await expect(page).toHaveURL(PREVIEW);
    await drag(page, stage, [0, 300]);
    await expect(page).toHaveURL(/\/my-photos\/photos$/);
  });

  test('every button has its name, all within the narrowest phone, and Back closes the menu first', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 });
    await openPhotos(page);
    await openPhoto(page);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    for (const name of ['Select this photo', 'Zoom in', 'Download', 'Delete', 'Details']) {
      const word = page.getByRole('button', { name, exact: true }).getByText(name);
      await expect(word).toBeInViewport({ ratio: 1 });
      expect(await word.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
    }
    await expectAccessible(page);
    await page.goBack();
    await expect(page.getByRole('button', { name: 'Zoom in' })).toBeHidden();
    await expect(page).toHaveURL(PREVIEW);
  });
});
