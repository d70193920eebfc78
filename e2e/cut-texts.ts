/// <reference lib="dom" />
import { expect, type Page } from '@playwright/test';

/**
 * Expects that no text of ours is cut: by an edge of the page, or by what it stands in. Texts of customers and shops may be, and what
 * scrolls sideways shows the rest.
 */
export async function expectNothingCut(page: Page, place: string): Promise<void> {
  const { cut, wide } = await page.evaluate(findCut);
  expect.soft(cut, `texts cut on ${place}`).toEqual([]);
  expect.soft(wide, `${place} scrolls sideways`).toBe(false);
}

/** Runs in the page. */
function findCut(): { cut: string[]; wide: boolean } {
  /** Letters that only our texts have here: those of `pseudoText`. */
  const OURS = /[đğĥĵķļŕţŵ⟦⟧]/i;
  const cut = new Set<string>();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const { currentNode: text } = texts;
    const { parentElement: parent, textContent } = text;
    if (parent === null || !OURS.test(textContent ?? '') || !isSeen(parent)) continue;
    const range = document.createRange();
    range.selectNodeContents(text);
    const isCut = [...range.getClientRects()].some((line) => isCutOff(line, parent));
    if (isCut) cut.add(`${parent.tagName.toLowerCase()}: ${textContent?.trim()}`);
  }
  const { scrollWidth } = document.documentElement;
  return { cut: [...cut], wide: scrollWidth > window.innerWidth };

  function isSeen(element: Element): boolean {
    return (
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      upwards(element).every((each) => !isForReadersOnly(each))
    );
  }

  /** Visually hidden, or folded away. */
  function isForReadersOnly(element: Element): boolean {
    const { clipPath, overflowX } = getComputedStyle(element);
    const { width, height } = element.getBoundingClientRect();
    return (overflowX !== 'visible' && Math.min(width, height) <= 1) || clipPath === 'inset(50%)';
  }

  function isCutOff(line: DOMRect, parent: Element): boolean {
    if (Math.min(line.width, line.height) < 1) return false;
    for (const each of upwards(parent)) {
      const { overflowX, position } = getComputedStyle(each);
      if (isScrolled(overflowX)) return false;
      if (cuts(each, line)) return true;
      if (position === 'fixed') break;
    }
    return line.right > window.innerWidth + 1 || line.left < -1;
  }

  function cuts(element: Element, line: DOMRect): boolean {
    const { overflowX, overflowY } = getComputedStyle(element);
    const box = element.getBoundingClientRect();
    const isBeside = line.right > box.right + 1 || line.left < box.left - 1;
    // Accents may stand out of their line.
    const isBeyond = line.bottom > box.bottom + 4 || line.top < box.top - 4;
    return (isClipped(overflowX) && isBeside) || (isClipped(overflowY) && isBeyond);
  }

  function isScrolled(overflow: string): boolean {
    return overflow === 'auto' || overflow === 'scroll';
  }

  function isClipped(overflow: string): boolean {
    return overflow === 'hidden' || overflow === 'clip';
  }

  function upwards(element: Element): Element[] {
    const above = element.parentElement;
    return above === null || element === document.body ? [element] : [element, ...upwards(above)];
  }
}
