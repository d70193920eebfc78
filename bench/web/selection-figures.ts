/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { type Figure, limited, reported } from '../figure.ts';
import { scrollAndWatch } from '../timeline-scroll/in-page.ts';
import { launchBrowser, signIn } from './open-browser.ts';

const MONTH = '2021/8';
const CHECK = 'Select all photos from August 2021';

/** Selecting an expanded month of 20,000 photos, and scrolling through it while everything is selected. */
export async function measureSelection(url: string): Promise<Figure[]> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await signIn(page, url);
    await page.evaluate(
      (key) => localStorage.setItem('visibleTimeLineSections', JSON.stringify([key])),
      MONTH,
    );
    await page.reload();
    await scrollToMonth(page);
    const all = await pressAndWatch(page);
    const none = await pressAndWatch(page);
    await pressAndWatch(page);
    const scrolled = await page.evaluate(scrollAndWatch, { speed: 4_000, seconds: 4, tiles: '[data-tile]' });
    return [
      reported({ figure: '20,000 selected: until drawn', measured: all.drawnMs, unit: 'ms' }),
      limited({ figure: '20,000 selected: longest task', measured: all.longestTask, unit: 'ms', atMost: 50 }),
      limited({
        figure: '20,000 taken out: longest task',
        measured: none.longestTask,
        unit: 'ms',
        atMost: 50,
      }),
      limited({
        figure: '20,000 selected, 4000 px/s: longest task',
        measured: scrolled.longestTask,
        unit: 'ms',
        atMost: 50,
      }),
      reported({
        figure: '20,000 selected, 4000 px/s: frames',
        measured: scrolled.framesPerSecond,
        unit: '1/s',
      }),
      reported({ figure: '20,000 selected: most DOM nodes', measured: scrolled.nodes, unit: '' }),
    ];
  } finally {
    await browser.close();
  }
}

async function scrollToMonth(page: Page): Promise<void> {
  const check = page.getByRole('checkbox', { name: CHECK });
  for (let step = 0; step < 200 && !(await check.isVisible()); step++) {
    await page.evaluate(() => window.scrollBy(0, 3_000));
    await page.waitForTimeout(60);
  }
  await check.waitFor();
  // Drawing the month is not measured: waits until its first photos and the order of all are there.
  await page.waitForFunction(() => document.querySelectorAll('[data-tile] img').length > 8);
  await page.waitForTimeout(1_000);
}

/** Presses the month's select-all; the longest task is 0 if none took 50 ms or more. */
function pressAndWatch(page: Page) {
  return page.evaluate(async (name) => {
    let longestTask = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longestTask = Math.max(longestTask, entry.duration);
    });
    observer.observe({ type: 'longtask' as 'mark' });
    const check = document.querySelector<HTMLElement>(`[role="checkbox"][aria-label="${name}"]`);
    const before = check?.getAttribute('aria-checked');
    const start = performance.now();
    check?.click();
    while (check?.isConnected && check.getAttribute('aria-checked') === before) {
      await new Promise(requestAnimationFrame);
    }
    const drawnMs = performance.now() - start;
    // Saving the selection must not be noticeable either.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    observer.disconnect();
    return { drawnMs, longestTask };
  }, CHECK);
}
