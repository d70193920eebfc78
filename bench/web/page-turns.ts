/// <reference lib="dom" />
import type { Browser } from '@playwright/test';
import type { Figure } from '../figure.ts';
import { frameFigures, type Turn } from './frame-figures.ts';
import { signIn } from './open-browser.ts';

/** From one opening of an online product to the next, whose pictures are already prepared. */
export async function measurePageTurns(
  browser: Browser,
  { libraryUrl, productCode, turns }: { libraryUrl: string; productCode: string; turns: number },
): Promise<Figure[]> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await signIn(page, libraryUrl);
  await page.goto(new URL(`/online-products/${productCode}`, libraryUrl).href);
  const made: Turn[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await page.waitForFunction(() => {
      const [shown, next] = ['[data-current]', '[data-current] + div'].map((side) => [
        ...document.querySelectorAll(`${side} [data-picture] img`),
      ]);
      const areReady = (pictures: Element[] = []) =>
        pictures.length > 0 && pictures.every((picture) => picture.getAttribute('data-ready') === 'true');
      return areReady(shown) && areReady(next);
    });
    made.push(await page.evaluate(turnAndWatch));
  }
  await page.close();
  return frameFigures('next pages of a product', made);
}

/** Presses the key and counts frames until the next opening is shown with all pictures decoded. */
function turnAndWatch(): Promise<Turn> {
  const shown = () => [...document.querySelectorAll<HTMLImageElement>('[data-current] [data-picture] img')];
  const before = shown()[0]?.src;
  return new Promise((resolve) => {
    requestAnimationFrame(() => {
      const pressed = performance.now();
      let frames = 0;
      const check = () => {
        frames += 1;
        const pictures = shown();
        const areDrawn = pictures.every(({ dataset }) => dataset.ready === 'true');
        if (pictures.length > 0 && pictures[0]?.src !== before && areDrawn)
          resolve({ frames, milliseconds: performance.now() - pressed });
        else requestAnimationFrame(check);
      };
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      requestAnimationFrame(check);
    });
  });
}
