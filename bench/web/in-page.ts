/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Page } from '@playwright/test';

/**
 * Does something with a page. Returns its result, and the page's longest task meanwhile in milliseconds: 0 when none took 50 or
 * more.
 */
export async function watchTasks<Result>(
  page: Page,
  act: () => Promise<Result>,
): Promise<{ result: Result; longestTask: number }> {
  const watching = await page.evaluateHandle(() => {
    const watch = { longest: 0, stop: () => observer.disconnect() };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) watch.longest = Math.max(watch.longest, entry.duration);
    });
    observer.observe({ type: 'longtask' as 'mark' });
    return watch;
  });
  const result = await act();
  // Long tasks are reported slightly after they end.
  await page.waitForTimeout(200);
  const longestTask = await watching.evaluate((watch) => {
    watch.stop();
    return watch.longest;
  });
  return { result, longestTask };
}

/** Measurements of one scroll at one speed. */
export type ScrollSample = {
  framesPerSecond: number;
  /** Maximum number of elements in the document. */
  nodes: number;
  /** Share of samples in which no tile was in the viewport. */
  blank: number;
};

type ScrollRun = { speed: number; seconds: number; tiles: string; turnAt?: number };

/**
 * Runs in the page: scrolls down at a speed in pixels per second and measures. `tiles` is the selector of tiles; `turnAt` is
 * the distance after which scrolling reverses. Frames are counted by animation frame callbacks; points are sampled ten times
 * per second.
 */
export async function scrollAndWatch(run: ScrollRun): Promise<ScrollSample> {
  const { speed, seconds, tiles, turnAt = 1e9 } = run;
  const columns = [0.3, 0.5, 0.7];
  const rows = [0.15, 0.35, 0.5, 0.65, 0.85];
  const points = rows.flatMap((y) => columns.map((x) => [x * innerWidth, y * innerHeight] as const));
  const hasTile: boolean[] = [];
  let [nodes, frames, sampledAt] = [0, 0, 0];
  const from = window.scrollY;
  const start = performance.now();
  for (;;) {
    const now = await new Promise(requestAnimationFrame);
    frames++;
    if (now - sampledAt >= 100) {
      hasTile.push(points.some(([x, y]) => document.elementFromPoint(x, y)?.closest(tiles)));
      nodes = Math.max(nodes, document.querySelectorAll('*').length);
      sampledAt = now;
    }
    const elapsed = (now - start) / 1_000;
    if (elapsed >= seconds) break;
    const along = (elapsed * speed) % (turnAt * 2);
    window.scrollTo(0, from + Math.min(along, turnAt * 2 - along));
  }
  const framesPerSecond = frames / ((performance.now() - start) / 1_000);
  return { framesPerSecond, nodes, blank: hasTile.filter((has) => !has).length / hasTile.length };
}

/** Runs in the page: replaces it with a static page of the same tiles, repeated up to the given height. */
export function buildStaticGrid({ tiles, height }: { tiles: string; height: number }): void {
  const drawn = [...document.querySelectorAll<HTMLElement>(tiles)].map((tile) => {
    const { left, top, width, height: tall } = tile.getBoundingClientRect();
    return { tile, left, top: top + scrollY, width, height: tall };
  });
  const first = Math.min(...drawn.map(({ top }) => top));
  const block = Math.max(...drawn.map(({ top, height: tall }) => top + tall)) - first + 6;
  const grid = document.createElement('div');
  grid.style.position = 'relative';
  grid.style.height = `${height}px`;
  for (let start = 0; start < height; start += block) {
    for (const { tile, left, top, width, height: tall } of drawn) {
      const copy = tile.cloneNode(true) as HTMLElement;
      Object.assign(copy.style, { position: 'absolute', left: `${left}px`, top: `${top - first + start}px` });
      Object.assign(copy.style, { width: `${width}px`, height: `${tall}px` });
      grid.append(copy);
    }
  }
  document.body.replaceChildren(grid);
  window.scrollTo(0, 0);
}

export type JumpTimes = { tiles: number; pictures: number };

/** Runs in the page: milliseconds from the next press until tiles, and until pictures, are in the viewport. */
export function watchJump(tiles: string): { times: Promise<JumpTimes> } {
  return { times: watch() };

  async function watch(): Promise<JumpTimes> {
    await new Promise((resolve) => window.addEventListener('pointerdown', resolve, { once: true }));
    const start = performance.now();
    const until = async (isThere: (tile: Element) => boolean) => {
      for (;;) {
        await new Promise(requestAnimationFrame);
        const tile = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest(tiles);
        if (tile && isThere(tile)) return performance.now() - start;
        if (performance.now() - start > 20_000) return Number.POSITIVE_INFINITY;
      }
    };
    const untilTiles = await until(() => true);
    const pictures = await until((tile) => tile.querySelector('img[data-loaded]') !== null);
    return { tiles: untilTiles, pictures };
  }
}
