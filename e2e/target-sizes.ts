/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';

/** Least size in CSS pixels of what a mouse presses (WCAG 2.2, 2.5.8), and of what a thumb does. */
export const TARGET = { mouse: 24, thumb: 44 };

/**
 * Expects that everything on the page that can be pressed is as large in both directions, as a pointer finds it: its label counts
 * with it, and what covers it does not. A link inside a sentence may be as high as its line.
 */
export async function expectTargets(page: Page, least: number): Promise<void> {
  // Texts are there before the style sheet.
  await page.waitForLoadState();
  const small = await page.evaluate(findSmall, least);
  expect.soft(small, `smaller than ${least} px at ${page.url()}`).toEqual([]);
}

/** Runs in the page. */
function findSmall(least: number): string[] {
  const PRESSED =
    'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="checkbox"], [role="slider"]';
  const scrolledTo = window.scrollY;
  const small = [...document.querySelectorAll<HTMLElement>(PRESSED)]
    .filter(canBePressed)
    .flatMap((element) => {
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const [width, height] = reachOf(element);
      // Pixels are whole, and an edge may lie between two.
      return Math.min(width, height) >= least - 1 ? [] : [`${nameOf(element)}: ${width} × ${height}`];
    });
  window.scrollTo(0, scrolledTo);
  return small;

  function canBePressed(element: HTMLElement): boolean {
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    const { width, height } = element.getBoundingClientRect();
    // Visually hidden, and enlarged while it has the focus.
    const isUnseen = width <= 1 || height <= 1 || element.matches('[href="#content"]');
    const isOff = element.matches(':disabled') || element.closest('[inert]') !== null;
    return isShown && !isUnseen && !isOff && !isInSentence(element);
  }

  /** Whether words that cannot be pressed stand before or after it in its own block of text. */
  function isInSentence(element: HTMLElement): boolean {
    if (!isInline(element)) return false;
    const block = blockOf(element);
    const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      const { parentElement: parent, textContent } = texts.currentNode;
      if (parent === null || parent.closest(PRESSED) !== null || blockOf(parent) !== block) continue;
      if (/\p{L}/u.test(textContent ?? '')) return true;
    }
    return false;
  }

  function isInline(element: Element): boolean {
    return getComputedStyle(element).display === 'inline';
  }

  function blockOf(element: Element): Element {
    return isInline(element) && element.parentElement ? blockOf(element.parentElement) : element;
  }

  /** How far a pointer can move from its middle and still press it, across and down. */
  function reachOf(element: HTMLElement): [number, number] {
    const { left, top, width, height } = element.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    if (!isHit(element, x, y)) return [0, 0];
    const reach = (dx: number, dy: number) => {
      let steps = 0;
      while (steps < least && isHit(element, x + dx * (steps + 1), y + dy * (steps + 1))) steps += 1;
      return steps;
    };
    return [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)];
  }

  function isHit(element: HTMLElement, x: number, y: number): boolean {
    const hit = document.elementFromPoint(x, y);
    const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
    return [element, ...labels].some((part) => part.contains(hit));
  }

  function nameOf(element: HTMLElement): string {
    const words = element.getAttribute('aria-label') ?? element.textContent?.trim() ?? '';
    return `${element.tagName.toLowerCase()} '${words.slice(0, 40)}' in ${element.parentElement?.className ?? ''}`;
  }
}
