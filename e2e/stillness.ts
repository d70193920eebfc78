import { expect, type Page } from '@playwright/test';

/**
 * Waits until nothing is on its way to another place or colour, as a dialog is that opens. What turns for ever, as a
 * spinner does, is not waited for.
 */
export async function expectStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isEnding = (one: Animation) => Number.isFinite(one.effect?.getComputedTiming().endTime);
    for (;;) {
      // What a component has just begun is known to the browser two frames later.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const going = document.getAnimations().filter((one) => one.playState === 'running' && isEnding(one));
      if (going.length === 0) return;
      await Promise.allSettled(going.map(({ finished }) => finished));
    }
  });
}

/** Waits until the page has come to rest: a wheel scrolls by and by, and a flick goes on when the thumb has left. */
export async function expectScrolled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let [before, sameFrames] = [-1, 0];
    // Counted in frames: those of a busy machine come late, and so does the next step of a scroll.
    while (sameFrames < 12) {
      await new Promise(requestAnimationFrame);
      sameFrames = window.scrollY === before ? sameFrames + 1 : 0;
      before = window.scrollY;
    }
  });
}

/** Every photo in view has its picture: with it come the shape, and of some the date, and by these their place. */
export async function expectPictures(page: Page): Promise<void> {
  await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-tile]:not(:has(img[data-loaded]))')).toHaveCount(0, { timeout: 60_000 });
}
