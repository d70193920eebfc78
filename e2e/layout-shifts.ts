import type { Page } from '@playwright/test';

/** A layout shift: its share of the window, and the moved elements. */
type Shift = { value: number; moved: string[] };

/** From the next load on, records layout shifts without user input. */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: Shift[] = [];
    Object.assign(window, { shifts });
    const nameOf = (node: Node | null) =>
      node instanceof Element ? `${node.tagName}.${node.className}` : '?';
    const place = ({ x, y, width, height }: DOMRectReadOnly) =>
      [x, y, width, height].map(Math.round).join(' ');
    const add = (entries: PerformanceEntryList) => {
      for (const entry of entries as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        const moved = entry.sources.map(
          ({ node, previousRect, currentRect }) =>
            `${nameOf(node)}: ${place(previousRect)} -> ${place(currentRect)}`,
        );
        shifts.push({ value: entry.value, moved });
      }
    };
    const observer = new PerformanceObserver((list) => add(list.getEntries()));
    observer.observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { takeShifts: () => add(observer.takeRecords()) });
  });
}

type LayoutShift = PerformanceEntry & {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }[];
};

/** Layout shifts since the page was loaded, those of the last frame included, which a busy page reports late. */
export async function readShifts(page: Page): Promise<Shift[]> {
  await drawn(page);
  return await page.evaluate(() => {
    const { shifts, takeShifts } = window as unknown as { shifts: Shift[]; takeShifts(): void };
    takeShifts();
    return shifts;
  });
}

export type Answer = { url: string; json: () => Promise<unknown> };

/**
 * Makes API answers arrive one by one, in the order of their calls, each after the page has drawn the previous one, as may
 * happen on a slow network. `change` can replace the body of an answer.
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
      // The page was left.
      .catch(() => undefined);
    return before as Promise<void>;
  });
}

/** After two frames, a change is on the screen. */
async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
  });
}
