import { type BrowserContext, expect, type Page, test } from '@playwright/test';
import { ANNA, signIn } from './customers.ts';

/** Widths in pixels of what a notch and a home indicator cover, as on an iPhone. */
type Insets = Record<'top' | 'right' | 'bottom' | 'left', number>;
const PHONES = [
  {
    held: 'lying',
    viewport: { width: 844, height: 390 },
    insets: { top: 0, right: 47, bottom: 21, left: 47 },
  },
  {
    held: 'upright',
    viewport: { width: 390, height: 844 },
    insets: { top: 47, right: 0, bottom: 34, left: 0 },
  },
];

async function openPhone(context: BrowserContext, { top, right, bottom, left }: Insets): Promise<Page> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, right, bottom, left } });
  return page;
}

/**
 * Expects that no press in the insets hits a control: neither at the page's beginning nor at its end. Between the two, contents
 * scroll through the upper and the lower inset, but what stays where it is must not.
 */
async function expectClear(page: Page, insets: Insets): Promise<void> {
  const points = pointsIn(page.viewportSize() ?? { width: 0, height: 0 }, insets);
  expect(points.length).toBeGreaterThan(0);
  for (const place of ['start', 'end'] as const) {
    await expect
      .poll(() => page.evaluate(findCovered, { place, points }), `${page.url()}, at the ${place}`)
      .toEqual([]);
  }
}

type Point = { x: number; y: number; edge: 'top' | 'bottom' | 'side' };

/** Every fourth pixel of the insets. */
function pointsIn({ width, height }: { width: number; height: number }, insets: Insets): Point[] {
  const steps = (length: number) => Array.from({ length: Math.floor(length / 4) }, (_, step) => 1 + step * 4);
  const edgeOf = (x: number, y: number) => {
    if (x < insets.left || x >= width - insets.right) return 'side';
    if (y < insets.top) return 'top';
    return y >= height - insets.bottom ? 'bottom' : null;
  };
  return steps(height).flatMap((y) =>
    steps(width).flatMap((x) => {
      const edge = edgeOf(x, y);
      return edge ? [{ x, y, edge }] : [];
    }),
  );
}

/** Runs in the page: the names of controls that a press at these points hits, after scrolling to one end. */
function findCovered({ place, points }: { place: 'start' | 'end'; points: Point[] }): string[] {
  const CONTROL = 'a[href], button, input, select, textarea, label, summary, [role=slider], [tabindex="0"]';
  const { scrollHeight } = document.documentElement;
  window.scrollTo({ top: place === 'start' ? 0 : scrollHeight, behavior: 'instant' });
  const canScroll = {
    top: window.scrollY > 0,
    bottom: window.scrollY + window.innerHeight < scrollHeight - 1,
    side: false,
  };
  const staysInPlace = (element: Element | null, edge: 'top' | 'bottom'): boolean => {
    if (!element) return false;
    const style = getComputedStyle(element);
    const sticks = style.position === 'sticky' && style[edge] !== 'auto';
    return sticks || style.position === 'fixed' || staysInPlace(element.parentElement, edge);
  };
  const found = points.flatMap(({ x, y, edge }) => {
    const control = document.elementFromPoint(x, y)?.closest(CONTROL);
    if (!control || (edge !== 'side' && canScroll[edge] && !staysInPlace(control, edge))) return [];
    return [`${control.tagName} ${control.getAttribute('aria-label') ?? control.textContent}`.slice(0, 60)];
  });
  return [...new Set(found)];
}

for (const { held, viewport, insets } of PHONES) {
  test.describe(`on a phone that is ${held}`, () => {
    test.use({ viewport, isMobile: true, hasTouch: true });

    test('no control of the library lies under notch or home indicator', async ({ context }) => {
      const page = await openPhone(context, insets);
      await page.goto('/my-photos/photos');
      await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toBeVisible();
      await expectClear(page, insets);
      await signIn(page, ANNA);
      await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible();
      await expectClear(page, insets);

      await page.evaluate(() => window.scrollTo(0, 0));
      await page.getByRole('button', { name: 'Add photos' }).first().click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectClear(page, insets);
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toBeHidden();

      await page.getByRole('banner').getByRole('button', { name: /Anna/ }).click();
      await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible();
      await expectClear(page, insets);
      await page.keyboard.press('Escape');

      await page.getByRole('button', { name: 'Select', exact: true }).click();
      await page.locator('[data-tile]').first().click();
      await expect(page.getByRole('toolbar')).toBeVisible();
      await expectClear(page, insets);
      await page.getByRole('button', { name: 'Cancel' }).click();

      await page.locator('[data-tile]').first().click();
      await expect(page.locator('main[data-preview]')).toBeVisible();
      await expectClear(page, insets);
    });

    test('no control of the account area or the public pages lies under them', async ({ context }) => {
      const page = await openPhone(context, insets);
      await page.goto('/');
      await signIn(page, ANNA);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectClear(page, insets);
      for (const path of ['/my-photos/albums', '/orders', '/settings', '/downloads', '/cookies', '/help']) {
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        await expectClear(page, insets);
      }
      for (const path of ['/phone', '/gallery/pennyfern']) {
        await page.goto(path);
        await expect(page.locator('h1')).toBeVisible();
        await expectClear(page, insets);
      }
    });
  });
}
