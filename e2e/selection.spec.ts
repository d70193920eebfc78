import { type CDPSession, expect, type Locator, type Page, test } from '@playwright/test';
import { expectAccessible } from './access.ts';
import { LARGE, openLargeLibrary } from './large-library.ts';
import { expectPictures, expectScrolled } from './stillness.ts';

const tile = (page: Page, place: string) => page.locator(`[data-tile="${place}"]`);
const selected = (page: Page, count: number | RegExp) =>
  expect(page.getByText(typeof count === 'number' ? `${count} selected` : count)).toBeVisible();

async function openTimeline(page: Page): Promise<void> {
  await openLargeLibrary(page);
  await expectPictures(page);
}

test.describe('with a mouse', () => {
  test('photos and months are selected [TL-05, TL-06, TL-12, TL-14, TL-15, TL-16, TL-17, TL-18, TL-20, TL-21, SEL-01, SEL-02, SEL-03, SEL-04, SEL-05]', async ({
    page,
  }) => {
    await openTimeline(page);
    await expect(page.getByRole('button', { name: 'Delete all photos' })).toBeVisible();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await expect(page.getByRole('button', { name: 'Delete all photos' })).toBeHidden();
    const remove = page.getByRole('toolbar').getByRole('button', { name: 'Delete' });
    await expect(remove).toHaveAttribute('aria-disabled', 'true');
    await remove.press('Shift');
    await expect(page.getByRole('tooltip').last()).toBeVisible();

    await tile(page, '0/0').click();
    await selected(page, 1);
    await expect(remove).toHaveAttribute('aria-disabled', 'false');
    const month = page.getByRole('checkbox', { name: /^Select all photos from/ }).nth(1);
    await month.click();
    await expect(month).toBeChecked();
    await month.click();
    await expect(month).not.toBeChecked();
    await selected(page, 1);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByText(/selected$/)).toBeHidden();
    await expectAccessible(page);
  });

  test('a click with Shift selects everything between, across months, and shows the number before', async ({
    page,
  }) => {
    await openTimeline(page);
    await tile(page, '0/0').hover();
    await tile(page, '0/0').locator('[data-check]').click();
    await selected(page, 1);
    await page.keyboard.down('Shift');
    await tile(page, '1/1').hover();
    const notified = await page.getByText(/^Range of \d+ photos$/).textContent();
    await tile(page, '1/1').click();
    await page.keyboard.up('Shift');
    const count = Number(notified?.replace(/\D/g, ''));
    expect(count).toBeGreaterThan(2);
    await selected(page, new RegExp(`^${count} selected`));
    await page.reload();
    await selected(page, count);
    await page.keyboard.press('Escape');
    await expect(page.getByText(/selected$/)).toBeHidden();
  });
});

/** A tile that is focused and selected shows its check circle before the picture, and two rings of different colours. */
async function expectMarks(marked: Locator): Promise<void> {
  const photo = marked.locator('a[data-selected]');
  await expect(photo).toHaveCSS('box-shadow', /3px/);
  const [shadow, outline, isBefore] = await photo.evaluate((one) => {
    const { boxShadow, outlineColor } = getComputedStyle(one);
    const check = one.parentElement?.querySelector('[data-check]');
    const { x = 0, y = 0, width = 0, height = 0 } = check?.getBoundingClientRect() ?? {};
    return [boxShadow, outlineColor, document.elementFromPoint(x + width / 2, y + height / 2) === check];
  });
  expect(shadow).not.toContain(outline);
  expect(isBefore).toBe(true);
}

test('by keyboard only: Space, Shift with arrows, Ctrl+A, Escape', async ({ page }) => {
  await openTimeline(page);
  await page.getByRole('button', { name: 'Newest first' }).focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(tile(page, '0/0').locator('a')).toBeFocused();
  await page.keyboard.press('Space');
  await expectMarks(tile(page, '0/0'));
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await selected(page, 3);
  await page.keyboard.press('Shift+ArrowLeft');
  await selected(page, 2);
  await page.keyboard.press('Control+a');
  await selected(page, LARGE);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('toolbar')).toBeHidden();
});

test.describe('with a thumb', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 1_000 } });

  test('a long press selects, a drag from it extends, and scrolling never selects', async ({ page }) => {
    await openTimeline(page);
    await page.getByRole('button', { name: 'Do not show this again' }).tap();
    const client = await page.context().newCDPSession(page);
    const thumb = thumbOf(client);
    const start = await centreOf(tile(page, '0/0'));
    await thumb.down(start);
    for (let y = start.y; y > start.y - 120; y -= 20) await thumb.move({ x: start.x, y });
    await thumb.up();
    await expect(page.getByRole('toolbar')).toBeHidden();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(50);
    // Momentum scrolling continues after the touch ends, overriding scripts.
    await expectScrolled(page);
    await page.evaluate(() => window.scrollTo(0, 0));
    await expectScrolled(page);
    await expectPictures(page);
    const [from, to] = [await centreOf(tile(page, '0/0')), await centreOf(tile(page, '1/1'))];

    await thumb.down(from);
    await selected(page, 1);
    await thumb.move({ x: from.x + 30, y: from.y + 30 });
    await thumb.move(to);
    await expect(tile(page, '1/1').locator('a')).toBeChecked();
    await thumb.up();
    const count = Number((await page.getByText(/selected$/).textContent())?.replace(/\D/g, ''));
    expect(count).toBeGreaterThan(2);
    expect(await page.evaluate(() => window.scrollY)).toBe(0);
    await tile(page, '0/0').tap();
    await selected(page, count - 1);
    await expectAccessible(page);
  });
});

test.describe('with a thumb on a phone', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });

  test('a drag onto the bar below the photos selects what scrolls by', async ({ page }) => {
    await openTimeline(page);
    const thumb = thumbOf(await page.context().newCDPSession(page));
    const from = await centreOf(tile(page, '0/0'));
    await thumb.down(from);
    await selected(page, 1);
    await expect(page.getByRole('toolbar')).toBeVisible();
    await thumb.move({ x: from.x, y: from.y + 60 });
    await thumb.move({ x: from.x, y: 815 });
    const count = async () =>
      Number((await page.getByText(/selected$/).textContent())?.replace(/\D/g, '') ?? 0);
    await expect.poll(count).toBeGreaterThan(40);
    await thumb.up();
  });
});

test('the preview leads back to the same place, or to the photo it moved on to [TL-22, TL-23]', async ({
  page,
}) => {
  await openTimeline(page);
  await page.evaluate(() => window.scrollTo(0, 2_345));
  const photo = await photoInMiddle(page);
  // Relative to the screen, not the page, whose height changes while months load.
  const topOf = () => photo.evaluate((one) => Math.round(one.getBoundingClientRect().top));
  const before = await topOf();
  await photo.click();
  // If left earlier, the preview has not shown a photo to return to.
  await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
  await page.goBack();
  await expect(photo).toBeFocused();
  await expect.poll(topOf).toBe(before);

  await (await photoInMiddle(page)).click();
  await expect(page.locator('[data-current] img[data-ready="true"]')).toBeVisible();
  for (let step = 0; step < 30; step++) {
    const address = page.url();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => page.url()).not.toBe(address);
  }
  const photoId = page.url().split('/').at(-1)?.split('?')[0];
  await page.keyboard.press('Escape');
  const shown = page.locator(`a[href$="${photoId}"]`);
  await expect(shown).toBeFocused();
  await expect(shown).toBeInViewport();
});

/** The first photo whose centre is in the middle third of the window, once all in view have settled. */
async function photoInMiddle(page: Page): Promise<Locator> {
  await expectPictures(page);
  await expectScrolled(page);
  const href = await page.locator('[data-tile] a:not([data-check])').evaluateAll((all) => {
    const found = all.find((one) => {
      const { top, height } = one.getBoundingClientRect();
      const middle = top + height / 2;
      return middle > innerHeight / 3 && middle < (innerHeight * 2) / 3;
    });
    return found?.getAttribute('href');
  });
  expect(href).toBeTruthy();
  return page.locator(`a[href="${href}"]`);
}

async function centreOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox();
  if (!box) throw new Error('The tile is not there');
  return { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
}

/** Sends raw touch input, which the browser itself scrolls by. */
function thumbOf(client: CDPSession) {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints });
  return {
    down: (point: { x: number; y: number }) => send('touchStart', [point]),
    move: (point: { x: number; y: number }) => send('touchMove', [point]),
    up: () => send('touchEnd', []),
  };
}
