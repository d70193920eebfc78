/// <reference lib="dom" />
import type { Page } from '@playwright/test';
import { launchBrowser, openSignedIn } from '../harness/browser.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { scrollAndWatch, watchTasks } from './in-page.ts';
import { openMonths } from './scroll.ts';

const MONTH = '2021/8';
const CHECK = 'Select all photos from August 2021';

/** Selecting an expanded month of 20,000 photos, and scrolling through it while everything is selected. */
export async function measureSelection(url: string): Promise<Figure[]> {
  await using browser = await launchBrowser();
  const page = await openSignedIn(browser, url);
  await openMonths(page, [MONTH]);
  await scrollToMonth(page);
  const all = await pressAndWatch(page);
  const none = await pressAndWatch(page);
  await pressAndWatch(page);
  const run = { speed: 4_000, seconds: 4, tiles: '[data-tile]' };
  const scrolled = await watchTasks(page, () => page.evaluate(scrollAndWatch, run));
  const smooth = { atMost: 50 };
  return [
    figure('20,000 selected: until drawn', all.result, 'ms'),
    figure('20,000 selected: longest task', all.longestTask, 'ms', smooth),
    figure('20,000 taken out: longest task', none.longestTask, 'ms', smooth),
    figure('20,000 selected, 4000 px/s: longest task', scrolled.longestTask, 'ms', smooth),
    figure('20,000 selected, 4000 px/s: frames', scrolled.result.framesPerSecond, '1/s'),
    figure('20,000 selected: most DOM nodes', scrolled.result.nodes, ''),
  ];
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

/** Presses the month's select-all; the result is the time until it is drawn. */
function pressAndWatch(page: Page) {
  return watchTasks(page, async () => {
    const drawn = await page.evaluate(async (name) => {
      const check = document.querySelector<HTMLElement>(`[role="checkbox"][aria-label="${name}"]`);
      const before = check?.getAttribute('aria-checked');
      const start = performance.now();
      check?.click();
      while (check?.isConnected && check.getAttribute('aria-checked') === before) {
        await new Promise(requestAnimationFrame);
      }
      return performance.now() - start;
    }, CHECK);
    // Saving the selection must not be noticeable either.
    await page.waitForTimeout(1_200);
    return drawn;
  });
}
