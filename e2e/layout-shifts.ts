import type { Page } from '@playwright/test';

/** A moment at which something in view moved by itself: how much of the window, and what. */
type Shift = { value: number; moved: string[] };

/** Watches from the next load on what moves although nobody has pressed anything. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : '?';
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)}: ${place(previousRect)} -> ${place(currentRect)}`,
        );
        shifts.push({ value: entry.value, moved });
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** What has moved since the page was loaded. */
export const readShifts = (page: Page) =>
  page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts);

export type Answer = { url: string; json: () => Promise<unknown> };

/**
 * Lets the answers of the API arrive one after another, in the order of their calls, each when the page has drawn the one
 * before: what a slow network does by chance. `change` may give one another body.
 */
export async function answerOneByOne(
  page: Page,
  change?: (answer: Answer) => Promise<unknown>,
): Promise<void> {
  let before: Promise<unknown> = Promise.resolve();
  await page.route('**/api/**', (route) => {
    const answer = route.fetch();
    before = before
      .then(async () => {
        const response = await answer;
        const json = await change?.({ url: response.url(), json: () => response.json() });
        await route.fulfill({ response, ...(json !== undefined && { json }) });
      })
      .then(() => drawn(page))
      // The page has been left.
      .catch(() => undefined);
    return before as Promise<void>;
  });
}

/** Two frames later what has just changed is on the screen. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}
