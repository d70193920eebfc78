import { type BrowserContext, expect, type Page } from '@playwright/test';

/** Widths in pixels of what a notch and a home indicator cover. */
export type Insets = Record<'top' | 'right' | 'bottom' | 'left', number>;

export async function openPhone(
  context: BrowserContext,
  { top, right, bottom, left }: Insets,
): Promise<Page> {
  const page = await context.newPage();
  const client = await context.newCDPSession(page);
  await client.send('Emulation.setSafeAreaInsetsOverride', { insets: { top, right, bottom, left } });
  return page;
}

/**
 * Expects that no press in the insets hits a control, and that no text is drawn there: neither at the page's beginning nor at its
 * end. Between the two, contents scroll through the upper and the lower inset, but what stays where it is must not.
 */
export async function expectClear(page: Page, insets: Insets): Promise<void> {
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

/** Runs in the page: the controls that a press at these points hits, and the texts there, after scrolling to one end. */
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
  const contains = ({ left, right, top, bottom }: DOMRect, { x, y }: Point) =>
    left <= x && x < right && top <= y && y < bottom;
  const hasTextAt = (element: Element, point: Point) =>
    [...element.childNodes].some((node) => {
      if (node.nodeType !== Node.TEXT_NODE || !node.textContent?.trim()) return false;
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].some((rect) => contains(rect, point));
    });
  const found = points.flatMap((point) => {
    const { x, y, edge } = point;
    const hit = document.elementFromPoint(x, y);
    const covered = hit?.closest(CONTROL) ?? (hit && hasTextAt(hit, point) ? hit : null);
    if (!covered || (edge !== 'side' && canScroll[edge] && !staysInPlace(covered, edge))) return [];
    return [`${covered.tagName} ${covered.getAttribute('aria-label') ?? covered.textContent}`.slice(0, 60)];
  });
  return [...new Set(found)];
}
