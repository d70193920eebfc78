/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { type Figure, reported } from '../figure.ts';
import { median } from '../statistics.ts';
import { frameFigures, type Turn } from './frame-figures.ts';
import { signIn } from './open-browser.ts';

const STEPS = 40;
const COLD_OPENINGS = 8;

/** From one photo to the next: with its picture prepared, and with nothing but the address. */
export async function measurePreview(browser: Browser, url: string): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, url);
  await page.locator('a[href*="/preview/"]').first().click();
  const warm: Turn[] = [];
  for (let step = 0; step < STEPS; step++) {
    // Its neighbour has been fetched and decoded.
    await page.locator('[data-current] + div img[data-ready="true"]').waitFor({ state: 'attached' });
    warm.push(await page.evaluate(stepAndWatch));
  }
  const cold: number[] = [];
  for (let opening = 0; opening < COLD_OPENINGS; opening++) cold.push(await openCold(browser, page));
  await page.close();
  return [
    ...frameFigures('next photo', warm),
    reported({ figure: 'next photo right after its address was opened', measured: median(cold), unit: 'ms' }),
  ];
}

/** Presses the key and counts frames until the next photo is drawn with its picture decoded. */
function stepAndWatch(): Promise<Turn> {
  const current = () => document.querySelector<HTMLImageElement>('[data-current] img[data-ready="true"]');
  const before = current()?.src;
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const pressed = performance.now();
      let frames = 0;
      const check = () => {
        frames += 1;
        const now = current();
        if (now && now.src !== before) resolve({ frames, milliseconds: performance.now() - pressed });
        else requestAnimationFrame(check);
      };
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      requestAnimationFrame(check);
    });
  });
}

/** Opens the address of a photo with an empty cache and steps as soon as it is shown. */
async function openCold(browser: Browser, from: Page): Promise<number> {
  const context = await browser.newContext({ storageState: await from.context().storageState() });
  const page = await context.newPage();
  await page.goto(from.url());
  await page.locator('[data-current] img[data-ready="true"]').waitFor();
  const { milliseconds } = await page.evaluate(stepAndWatch);
  await context.close();
  return milliseconds;
}
