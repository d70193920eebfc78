import { expect, type Page } from '@playwright/test';

/**
 * Waits until finite animations and transitions, such as of an opening dialog, have ended. Endless ones, such as spinners, are
 * ignored.
 */
export async function expectStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isEnding = (one: Animation) => Number.isFinite(one.effect?.getComputedTiming().endTime);
    for (;;) {
      // The browser only knows after two frames what a component has just started.
      for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
      const going = document.getAnimations().filter((one) => one.playState === 'running' && isEnding(one));
      if (going.length === 0) return;
      await Promise.allSettled(going.map(({ finished }) => finished));
    }
  });
}

/** Waits until scrolling has stopped, because wheels scroll smoothly and flicks continue after the touch ends. */
export async function expectScrolled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let [before, sameFrames] = [-1, 0];
    // Counted in frames: on a busy machine both frames and scroll steps come late.
    while (sameFrames < 12) {
      await new Promise(requestAnimationFrame);
      sameFrames = window.scrollY === before ? sameFrames + 1 : 0;
      before = window.scrollY;
    }
  });
}

/** Waits until every photo in view has its picture, which may change its aspect ratio and date, and so its position. */
export async function expectPictures(page: Page): Promise<void> {
  await expect(page.locator('[data-tile] img[data-loaded]').first()).toBeVisible({ timeout: 60_000 });
  await expect(page.locator('[data-tile]:not(:has(img[data-loaded]))')).toHaveCount(0, { timeout: 60_000 });
}
