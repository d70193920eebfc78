/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';

/** Widths of phones, in CSS pixels. */
const WIDTHS = [390, 360];

/** Rows of photos are placed anew in their own time after a change of the width; a fault stays. */
const eventually = expect.configure({ soft: true });

/**
 * Expects that text at 200 % leaves the page as wide as a phone, keeps its bars on the screen with whole words, and puts no text
 * onto another (WCAG 2.2, 1.4.4).
 */
export async function expectRoomForEnlargedText(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 0, height: 0 };
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: before.height });
    await page.evaluate(drawFrames);
    await eventually
      .poll(() => page.evaluate(findFaults, width), {
        message: `with text at 200 % and ${width} px at ${page.url()}`,
        timeout: 3000,
      })
      .toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
  await page.setViewportSize(before);
  await page.evaluate(drawFrames);
}

/** Runs in the page: what is measured there is placed anew in the next frames. */
async function drawFrames(): Promise<void> {
  for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
}

/** Runs in the page. */
function findFaults(width: number): string[] {
  const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter(isShown);
  return [...findWide(), ...findOffScreen(), ...findCut(), ...findOverlaps()];

  function findWide(): string[] {
    if (document.documentElement.scrollWidth <= width) return [];
    const wide = shown.filter((one) => one.getBoundingClientRect().right > width + 1 && !isClipped(one));
    return [`the page is ${document.documentElement.scrollWidth} wide`, ...wide.slice(0, 4).map(nameOf)];
  }

  function findOffScreen(): string[] {
    return shown
      .filter((one) => one.matches('nav, [role="toolbar"]') && getComputedStyle(one).position === 'fixed')
      .filter((one) => {
        const { left, right, bottom } = one.getBoundingClientRect();
        return left < 0 || right > width + 1 || bottom > innerHeight + 1;
      })
      .map((one) => `off the screen: ${nameOf(one)}`);
  }

  /** Labels of controls that end early. */
  function findCut(): string[] {
    return shown
      .filter((one) => one.closest('button, a[href]') !== null && ownText(one) !== '')
      .filter((one) => getComputedStyle(one).overflowX !== 'visible' && one.scrollWidth > one.clientWidth + 1)
      .map((one) => `cut: ${nameOf(one)}`);
  }

  function findOverlaps(): string[] {
    const boxes = shown
      .filter((one) => ownText(one) !== '' && !isLifted(one))
      .flatMap((one) => linesOf(one).map((line) => ({ one, line })));
    return boxes.flatMap((first, place) =>
      boxes
        .slice(place + 1)
        .filter(({ one, line }) => one !== first.one && covers(first.line, line))
        .map(({ one }) => `overlap: ${nameOf(first.one)} and ${nameOf(one)}`),
    );
  }

  function covers(one: DOMRect, other: DOMRect): boolean {
    const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
    const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
    // Lines of text may touch.
    return across > 4 && down > 0.4 * Math.min(one.height, other.height);
  }

  function linesOf(element: HTMLElement): DOMRect[] {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    const { bottom } = element.getBoundingClientRect();
    const end = getComputedStyle(element).overflowY === 'visible' ? Number.POSITIVE_INFINITY : bottom;
    return texts.flatMap((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [...range.getClientRects()].filter(
        (line) => line.width > 2 && line.bottom < end + line.height / 2,
      );
    });
  }

  function ownText(element: HTMLElement): string {
    const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE);
    return texts
      .map((node) => node.textContent ?? '')
      .join('')
      .trim();
  }

  function isShown(element: HTMLElement): boolean {
    const { width: across, height } = element.getBoundingClientRect();
    const isDrawn = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // Texts for screen readers alone are 1 px large, or 2 where a border is drawn.
    return isDrawn && across > 2 && height > 2;
  }

  /** Whether it stands above the page: in a bar, a dialog, a toast. */
  function isLifted(element: HTMLElement): boolean {
    for (let one: Element | null = element; one !== null; one = one.parentElement)
      if (/^(fixed|sticky|absolute)$/.test(getComputedStyle(one).position)) return true;
    return false;
  }

  /** Whether it is scrolled or cut inside a box of its own. */
  function isClipped(element: HTMLElement): boolean {
    for (let one = element.parentElement; one !== null && one !== document.body; one = one.parentElement)
      if (getComputedStyle(one).overflowX !== 'visible') return true;
    return false;
  }

  function nameOf(element: HTMLElement): string {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const box = [left, top, right, bottom].map(Math.round).join(' ');
    return `${element.tagName.toLowerCase()}.${element.className} '${element.textContent?.trim().slice(0, 30)}' (${box})`;
  }
}
