/// <reference lib="dom" />
import type { Browser, Page } from '@playwright/test';
import { openSignedIn } from '../harness/browser.ts';
import { type Figure, figure } from '../harness/figure.ts';
import { median, percentile } from '../harness/rounds.ts';

/** Pictures of the photo that is shown. */
const PHOTO = '[data-current] img[data-ready="true"]';
const STEPS = 40;
const COLD_OPENINGS = 8;
/** Pictures of the opening of a product that is shown. */
const OPENING = '[data-current] [data-picture] img';
const TURNS = 30;

/** From a key press to the frame in which the result is drawn. */
type Turn = { frames: number; milliseconds: number };

/** From one photo to the next: with its picture prepared, and with nothing but the address. */
export async function measurePreview(browser: Browser, libraryUrl: string): Promise<Figure[]> {
  const page = await openSignedIn(browser, libraryUrl);
  await page.locator('a[href*="/preview/"]').first().click();
  const warm: Turn[] = [];
  for (let step = 0; step < STEPS; step++) {
    // Its neighbour has been fetched and decoded.
    await page.locator('[data-current] + div img[data-ready="true"]').waitFor({ state: 'attached' });
    warm.push(await page.evaluate(turnAndWatch, PHOTO));
  }
  const cold: number[] = [];
  for (let opening = 0; opening < COLD_OPENINGS; opening++) cold.push(await openCold(browser, page));
  await page.close();
  return [
    ...frameFigures('next photo', warm),
    figure('next photo right after its address was opened', median(cold), 'ms'),
  ];
}

/** Opens the address of a photo with an empty cache and steps as soon as it is shown. */
async function openCold(browser: Browser, from: Page): Promise<number> {
  const storageState = await from.context().storageState();
  await using context = await browser.newContext({ storageState });
  const page = await context.newPage();
  await page.goto(from.url());
  await page.locator(PHOTO).waitFor();
  return (await page.evaluate(turnAndWatch, PHOTO)).milliseconds;
}

/** From one opening of an online product to the next, whose pictures are already prepared. */
export async function measurePageTurns(
  browser: Browser,
  { libraryUrl, productCode }: { libraryUrl: string; productCode: string },
): Promise<Figure[]> {
  const page = await openSignedIn(browser, libraryUrl);
  await page.goto(new URL(`/online-products/${productCode}`, libraryUrl).href);
  const turns: Turn[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    await page.waitForFunction(() =>
      ['[data-current]', '[data-current] + div'].every((side) => {
        const pictures = [...document.querySelectorAll<HTMLImageElement>(`${side} [data-picture] img`)];
        return pictures.length > 0 && pictures.every(({ dataset }) => dataset.ready === 'true');
      }),
    );
    turns.push(await page.evaluate(turnAndWatch, OPENING));
  }
  await page.close();
  return frameFigures('next pages of a product', turns);
}

/** Runs in the page: presses the key and counts frames until other pictures are shown, all of them decoded. */
async function turnAndWatch(selector: string): Promise<Turn> {
  const shown = () => [...document.querySelectorAll<HTMLImageElement>(selector)];
  const before = shown()[0]?.src;
  await new Promise(requestAnimationFrame);
  const pressed = performance.now();
  window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
  for (let frames = 1; ; frames++) {
    await new Promise(requestAnimationFrame);
    const pictures = shown();
    const isOther = pictures[0] !== undefined && pictures[0].src !== before;
    if (isOther && pictures.every(({ dataset }) => dataset.ready === 'true')) {
      return { frames, milliseconds: performance.now() - pressed };
    }
  }
}

/** Figures of presses whose pictures were already prepared: they must be drawn in the next frame. */
function frameFigures(what: string, turns: readonly Turn[]): Figure[] {
  const frames = turns.map((turn) => turn.frames);
  const times = turns.map(({ milliseconds }) => milliseconds);
  return [
    figure(`${what}, warm: frames until shown, median`, median(frames), '', { atMost: 1 }),
    figure(`${what}, warm: frames, p95`, percentile(frames, 95), '', { atMost: 1 }),
    figure(`${what}, warm: time to that frame`, median(times), 'ms'),
  ];
}
